/** What programs pass to functions of `fs`, checked and brought into one form, with the errors Node gives for what it does not take. */
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { current } from '../../active.ts';
import { invalidArgType, nodeError, type NodeError } from '../../node-error.ts';
import { processIfAny } from '../../process/sim-process.ts';

/** A path as it was given, for messages, and from the root, for the disk. */
export interface GivenPath {
  readonly given: string;
  readonly full: string;
}

export type Options = Readonly<Record<string, unknown>>;

export function pathOf(value: unknown, name = 'path'): GivenPath {
  const given = pathText(value, name);
  if (given.startsWith('/') || given === '') return { given, full: given };
  const machine = current();
  const cwd = processIfAny(machine)?.cwd() ?? machine.options.cwd ?? '/';
  return { given, full: cwd === '/' ? `/${given}` : `${cwd}/${given}` };
}

export function pathText(value: unknown, name: string): string {
  const text =
    typeof value === 'string'
      ? value
      : value instanceof Uint8Array
        ? Buffer.from(value).toString()
        : isUrl(value)
          ? fileURLToPath(value)
          : undefined;
  if (text === undefined) throw invalidArgType(name, 'of type string or an instance of Buffer or URL', value);
  if (text.includes('\0')) throw invalidValue(name, value, 'must be a string, Uint8Array, or URL without null bytes');
  return text;
}

export function fdOf(value: unknown): number {
  if (typeof value === 'number' && value > FD_MAX && Number.isInteger(value)) throw fdTooLarge(value);
  return integerOf(value, 'fd', 0, FD_MAX);
}

const FD_MAX = 2 ** 31 - 1;

/** Node checks descriptors in a place of its own, which shows numbers without separators. */
function fdTooLarge(value: number): NodeError {
  return nodeError('ERR_OUT_OF_RANGE', `The value of "fd" is out of range. It must be >= 0 && <= ${FD_MAX}. Received ${value}`, RangeError);
}

export function integerOf(value: unknown, name: string, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number') throw invalidArgType(name, 'of type number', value);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
  return value;
}

/** A position: undefined, null and -1 mean where the descriptor stands. */
export function positionOf(value: unknown): number {
  if (value === undefined || value === null) return -1;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'number') throw invalidArgType('position', 'of type bigint or integer', value);
  return integerOf(value, 'position', -1);
}

export function modeOf(value: unknown, name: string, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'string') {
    if (!/^[0-7]+$/u.test(value)) throw invalidValue(name, value, 'must be a 32-bit unsigned integer or an octal string');
    return Number.parseInt(value, 8);
  }
  return integerOf(value, name, 0, 2 ** 32 - 1);
}

/** Options given as an object, or as the one text most of them are about. */
const NONE: Options = {};

export function optionsOf(value: unknown, fallback: Options = NONE): Options {
  if (value === undefined || value === null || typeof value === 'function') return fallback;
  if (typeof value === 'string') {
    checkEncoding(value);
    return { ...fallback, encoding: value };
  }
  if (typeof value !== 'object') throw invalidArgType('options', 'one of type string or object', value);
  const options: Options = fallback === NONE ? { ...value } : { ...fallback, ...value };
  checkEncoding(options['encoding']);
  if (options['signal'] !== undefined && !isSignal(options['signal'])) {
    throw invalidArgType('options.signal', 'an instance of AbortSignal', options['signal']);
  }
  return options;
}

function checkEncoding(encoding: unknown): void {
  if (encoding === undefined || encoding === null || encoding === 'buffer') return;
  if (typeof encoding !== 'string' || !Buffer.isEncoding(encoding)) throw invalidValue('encoding', encoding, 'is invalid encoding');
}

/** Text or bytes as the caller wants them: without an encoding, bytes for contents and text for names. */
export function encoded(bytes: Buffer, encoding: unknown): Buffer | string {
  return typeof encoding === 'string' && Buffer.isEncoding(encoding) ? bytes.toString(encoding) : bytes;
}

export function encodedName(name: string, encoding: unknown): string | Buffer {
  if (encoding === undefined || encoding === null || encoding === 'utf8' || encoding === 'utf-8') return name;
  return encoded(Buffer.from(name), encoding);
}

export function bytesOf(value: unknown, encoding: unknown, name: string): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8');
  return viewOf(value, name, 'of type string or an instance of Buffer, TypedArray, or DataView');
}

export function viewOf(value: unknown, name: string, expected = 'an instance of Buffer, TypedArray, or DataView'): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw invalidArgType(name, expected, value);
}

/** Seconds since 1970, as a number, a numeric text or a date, in microseconds. */
export function timeUsOf(value: unknown): number {
  const seconds = value instanceof Date ? value.getTime() / 1000 : typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) {
    throw invalidArgType('time', 'an instance of Date or an Time in seconds', value);
  }
  if (!Number.isFinite(seconds)) return Math.floor(current().wallMs() * 1000);
  return Math.floor(seconds * 1e6);
}

export function callbackOf(value: unknown): (...args: unknown[]) => void {
  if (typeof value !== 'function') throw invalidArgType('cb', 'of type function', value);
  return (...args) => {
    Reflect.apply(value, undefined, args);
  };
}

export function invalidValue(name: string, value: unknown, reason = 'is invalid'): NodeError {
  const shown = inspect(value);
  const kind = name.includes('.') ? 'property' : 'argument';
  return nodeError(
    'ERR_INVALID_ARG_VALUE',
    `The ${kind} '${name}' ${reason}. Received ${shown.length > 128 ? `${shown.slice(0, 128)}...` : shown}`,
    TypeError,
  );
}

export function outOfRange(name: string, range: string, value: number): NodeError {
  const shown = Number.isInteger(value) && Math.abs(value) > 2 ** 32 ? grouped(String(value)) : String(value);
  return nodeError('ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be ${range}. Received ${shown}`, RangeError);
}

export function isSignal(value: unknown): value is AbortSignal {
  return typeof value === 'object' && value !== null && 'aborted' in value;
}

function isUrl(value: unknown): value is URL {
  return typeof value === 'object' && value !== null && 'href' in value && 'protocol' in value;
}

function grouped(digits: string): string {
  return digits.replace(/(?<=\d)(?=(?:\d{3})+$)/gu, '_');
}
