/**
 * `node:zlib`: Node's own streams and functions. A stream gives its chunks to the pool of threads; here the same work is done when the
 * scheduler chooses its completion, so everything else about the streams (flushing, options, errors, order of events) is the real thing.
 */
import zlib from 'node:zlib';
import { current } from '../active.ts';
import type { Machine } from '../machine.ts';
import { notSimulated } from '../node-error.ts';
import { offload } from '../offload.ts';
import { copyModule } from './copy-module.ts';

const LATENCY_US = 200;

type AnyFunction = (...args: never[]) => unknown;
type StreamClass = new (options?: object) => object;

/** What a compressing stream gives its chunks to. Its write is asynchronous, its writeSync is not. */
interface Engine {
  init: (...args: unknown[]) => unknown;
  write: (...args: unknown[]) => unknown;
  writeSync: (...args: unknown[]) => unknown;
  close: () => unknown;
  onerror: (...args: unknown[]) => unknown;
}

function engineOf(stream: object): Engine {
  const engine: unknown = Reflect.get(stream, '_handle');
  if (typeof engine !== 'object' || engine === null) throw notSimulated('this kind of zlib stream', 'Use the functions of zlib instead.');
  // Reason for the cast: all streams of zlib on all supported versions have these.
  return engine as Engine;
}

/** What an engine calls when a write is done; the same function for all engines of a kind, told to them only once. */
const doneCalls = new Map<object, AnyFunction>();

function doneCallOf(Class: StreamClass, kind: Engine): AnyFunction {
  const known = doneCalls.get(kind);
  if (known !== undefined) return known;
  const { init } = kind;
  let seen: unknown;
  kind.init = function initAndTell(this: Engine, ...args: unknown[]) {
    seen = args.find((arg) => typeof arg === 'function');
    return Reflect.apply(init, this, args);
  };
  try {
    engineOf(new Class()).close();
  } finally {
    kind.init = init;
  }
  if (typeof seen !== 'function') throw notSimulated('zlib streams on this version of Node', 'Use the functions of zlib instead.');
  // Reason for the cast: the line above has seen that it can be called.
  const call = seen as AnyFunction;
  doneCalls.set(kind, call);
  return call;
}

function underScheduler(Class: StreamClass, stream: object, machine: Machine): void {
  const engine = engineOf(stream);
  const kind: object = Object.getPrototypeOf(engine);
  // Reason for the cast: the prototype of an engine has the methods of one.
  const { writeSync, close } = kind as Engine;
  const doneCall = doneCallOf(Class, kind as Engine); // Reason: as above.
  const { onerror } = engine;
  const { life } = machine;
  let isClosed = false;
  let hasFailed = false;
  const noticeError = function noticeError(this: unknown, ...args: unknown[]) {
    hasFailed = true;
    return Reflect.apply(onerror, this, args);
  };
  Object.assign(engine, { onerror: noticeError });
  engine.close = () => {
    isClosed = true;
    return Reflect.apply(close, engine, []);
  };
  engine.write = (...args: unknown[]) => {
    const work = () => {
      hasFailed = false;
      if (!isClosed && machine.life === life) Reflect.apply(writeSync, engine, args);
    };
    offload(machine, 'zlib', LATENCY_US, work, () => {
      if (!hasFailed) Reflect.apply(doneCall, engine, []);
    });
  };
}

/** The same class, whose instances work under the scheduler; with and without `new`. */
function scheduled(Class: StreamClass): StreamClass {
  const make = (args: readonly unknown[], target: AnyFunction) => {
    const stream: object = Reflect.construct(Class, args, target);
    underScheduler(Class, stream, current());
    return stream;
  };
  return new Proxy(Class, {
    construct: (_Class, args: unknown[], target) => make(args, target as AnyFunction), // Reason: what stands after `new` is a function.
    apply: (_Class, _self, args: unknown[]) => make(args, Class as unknown as AnyFunction), // Reason: as above.
  });
}

/** Mistakes in the arguments are thrown at once; everything else is told by the callback. */
const THROWN = new Set(['ERR_INVALID_ARG_TYPE', 'ERR_OUT_OF_RANGE', 'ERR_INVALID_ARG_VALUE', 'ERR_BROTLI_INVALID_PARAM']);

function withCallback(name: string, sync: AnyFunction, real: AnyFunction): (...args: unknown[]) => void {
  const asynchronous = (...args: unknown[]) => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      Reflect.apply(real, zlib, args);
      return;
    }
    let outcome: readonly unknown[];
    try {
      outcome = [null, Reflect.apply(sync, zlib, args.slice(0, -1))];
    } catch (error) {
      // The asynchronous function refuses the same arguments, in words of its own.
      if (error instanceof Error && THROWN.has(String(Reflect.get(error, 'code')))) {
        Reflect.apply(real, zlib, [...args.slice(0, -1), () => undefined]);
      }
      outcome = [error];
    }
    offload(
      current(),
      `zlib.${name}`,
      LATENCY_US,
      () => undefined,
      () => {
        Reflect.apply(callback, undefined, outcome);
      },
    );
  };
  return Object.defineProperty(asynchronous, 'name', { value: name });
}

function replacedMembers(): Record<string, unknown> {
  const replaced: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(zlib)) {
    if (typeof member !== 'function') continue;
    const sync: unknown = Reflect.get(zlib, `${name}Sync`);
    if (typeof sync === 'function') {
      // Reason for the casts: both are functions; what they take is up to the caller.
      replaced[name] = withCallback(name, sync as AnyFunction, member as AnyFunction);
    } else if (`create${name}` in zlib) {
      // Reason for the cast: functions with a capital letter are the classes of streams.
      replaced[name] = scheduled(member as unknown as StreamClass);
    }
  }
  for (const name of Object.keys(replaced)) {
    const Class = replaced[name];
    if (!(`create${name}` in zlib) || typeof Class !== 'function') continue;
    replaced[`create${name}`] = (options?: object): unknown => Reflect.construct(Class, [options]);
  }
  return replaced;
}

const KNOWN = `
  crc32 deflateSync gzipSync deflateRawSync unzipSync inflateSync gunzipSync inflateRawSync brotliCompressSync brotliDecompressSync
  zstdCompressSync zstdDecompressSync`;

export const simZlib: Record<string, unknown> = copyModule(zlib, replacedMembers(), { module: 'zlib', names: KNOWN });
