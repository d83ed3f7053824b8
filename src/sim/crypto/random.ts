/** Everything random in `node:crypto`, from the seeded stream of the calling machine. Wrong arguments go to the real function: it knows what to say. */
import crypto from 'node:crypto';
import { fillRandom, randomUuid } from '../global/random.ts';
import { complete } from './off-thread.ts';

type Callback = (error: Error | null, value?: unknown) => void;

const SIZE_MAX = 2 ** 31 - 1;
/** Web Crypto gives no more at a time. */
const VALUES_BYTES_MAX = 65_536;
const RANGE_MAX = 2 ** 48;

export function seededBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  fillRandom(bytes);
  return bytes;
}

/** Uniform in 0..limit-1, for big limits. */
export function seededBelow(limit: bigint): bigint {
  const size = Math.ceil(limit.toString(16).length / 2) + 8;
  return BigInt(`0x${seededBytes(size).toString('hex')}`) % limit;
}

function asCallback(value: unknown): Callback | undefined {
  // Reason for the cast: what a callback takes is fixed by the function it is given to.
  return typeof value === 'function' ? (value as Callback) : undefined;
}

export function randomBytes(size: unknown, callback?: unknown): Buffer | undefined {
  const done = asCallback(callback);
  if (typeof size !== 'number' || !(size >= 0 && size <= SIZE_MAX) || (callback !== undefined && done === undefined)) {
    return refuse(crypto.randomBytes, [size, callback]);
  }
  const bytes = seededBytes(Math.trunc(size));
  if (done === undefined) return bytes;
  complete('crypto.randomBytes', bytes, (value) => done(null, value));
  return undefined;
}

export function randomFillSync<T>(target: T, offset?: unknown, size?: unknown): T {
  const bytes = part(target, offset, size);
  if (bytes === undefined) return refuse(crypto.randomFillSync, [target, offset, size]);
  fillRandom(bytes);
  return target;
}

export function randomFill(target: unknown, ...rest: unknown[]): void {
  const done = asCallback(rest.at(-1));
  const [offset, size] = done === undefined ? rest : rest.slice(0, -1);
  const bytes = part(target, offset, size);
  if (done === undefined || bytes === undefined) {
    refuse(crypto.randomFill, [target, ...rest]);
    return;
  }
  const seeded = seededBytes(bytes.length);
  complete('crypto.randomFill', target, (value) => {
    bytes.set(seeded);
    done(null, value);
  });
}

/** The bytes to fill, or undefined when the arguments are wrong. */
function part(target: unknown, offset: unknown, size: unknown): Uint8Array | undefined {
  const isView = ArrayBuffer.isView(target);
  if (!isView && !(target instanceof ArrayBuffer) && !(target instanceof SharedArrayBuffer)) return undefined;
  const unit = isView && 'BYTES_PER_ELEMENT' in target ? Number(target.BYTES_PER_ELEMENT) : 1;
  const length = target.byteLength;
  const from = offset === undefined ? 0 : Number(offset) * unit;
  const count = size === undefined ? length - from : Number(size) * unit;
  if (!(from >= 0 && count >= 0 && from + count <= length)) return undefined;
  return isView ? new Uint8Array(target.buffer, target.byteOffset + from, count) : new Uint8Array(target, from, count);
}

export function randomInt(...args: unknown[]): number | undefined {
  const done = asCallback(args.at(-1));
  const numbers = done === undefined ? args.filter((value) => value !== undefined) : args.slice(0, -1);
  const [min, max] = numbers.length < 2 ? [0, numbers[0]] : [numbers[0], numbers[1]];
  const fine = Number.isSafeInteger(min) && Number.isSafeInteger(max) && Number(max) > Number(min) && Number(max) - Number(min) < RANGE_MAX;
  if (!fine || (args.length > 2 && done === undefined && args[2] !== undefined)) return refuse(crypto.randomInt, args);
  const value = Number(min) + seededInteger(Number(max) - Number(min));
  if (done === undefined) return value;
  complete('crypto.randomInt', value, (result) => done(null, result));
  return undefined;
}

/** Draws from the incomplete last interval are thrown away, so every answer is as likely as the others. */
function seededInteger(range: number): number {
  const limit = RANGE_MAX - (RANGE_MAX % range);
  let draw = seededBytes(6).readUIntBE(0, 6);
  while (draw >= limit) draw = seededBytes(6).readUIntBE(0, 6);
  return draw % range;
}

export function seededUuid(options?: unknown): string {
  if (options !== undefined && (typeof options !== 'object' || options === null)) return refuse(crypto.randomUUID, [options]);
  return randomUuid();
}

export function getRandomValues<T>(target: T): T {
  if (!isIntegerArray(target) || target.byteLength > VALUES_BYTES_MAX) return refuse(crypto.getRandomValues, [target], crypto);
  fillRandom(new Uint8Array(target.buffer, target.byteOffset, target.byteLength));
  return target;
}

function isIntegerArray(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && !(value instanceof DataView || value instanceof Float32Array || value instanceof Float64Array);
}

/** The real function throws for these arguments, in its own words. */
function refuse(real: (...args: never[]) => unknown, args: readonly unknown[], self?: unknown): never {
  Reflect.apply(real, self, args);
  throw new TypeError('invalid arguments');
}
