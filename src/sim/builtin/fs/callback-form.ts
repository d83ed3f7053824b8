/** `fs` with callbacks: arguments are checked at once, the work is done when the scheduler says so, the callback follows at once. */
import { promisify } from 'node:util';
import { callbackOf } from './arguments.ts';
import type { MakeCall } from './call.ts';
import { calls, carryOutLater, promise } from './calls.ts';
import { readCall, type Transfer, vectorCall, writeCall } from './fd-calls.ts';
import { realpathCall } from './path-calls.ts';

type Callback = (...args: unknown[]) => void;

/** The callback is whatever comes last; what was left out before it stays undefined. */
function withCallback(make: MakeCall): (...args: unknown[]) => void {
  return (...args) => {
    const callback = callbackOf(args.pop());
    const call = make(...args);
    carryOutLater(call, (error, value) => {
      if (error !== null) callback(error);
      // Node's cp is made from a promise, and those hand over their nothing.
      else if (value === undefined && call.name !== 'cp') callback(null);
      else callback(null, value);
    });
  };
}

/** Reads and writes also hand back what the program passed. */
function transferring(make: (...args: unknown[]) => Transfer<unknown>, result: string, subject: string): (...args: unknown[]) => void {
  const plain = (...args: unknown[]): void => {
    const callback = callbackOf(args.findLast((arg) => typeof arg === 'function'));
    const call = make(...args.map((arg) => (typeof arg === 'function' ? undefined : arg)));
    carryOutLater(call, (error, count) => {
      if (error === null) callback(null, count, call.subject);
      else callback(error);
    });
  };
  const promising = async (...args: unknown[]): Promise<unknown> => {
    const call = make(...args);
    return { [result]: await promise(call), [subject]: call.subject };
  };
  return Object.defineProperty(plain, promisify.custom, { value: promising });
}

function exists(path: unknown, callback: unknown): void {
  const done: Callback = callbackOf(callback);
  let call: ReturnType<typeof calls.access>;
  try {
    call = calls.access(path, 0);
  } catch {
    done(false);
    return;
  }
  carryOutLater(call, (error) => done(error === null));
}

/** Without a callback Node throws what went wrong, as nobody else could hear of it. */
function close(fd: unknown, callback?: unknown): void {
  const done = callback === undefined ? rethrow : callbackOf(callback);
  carryOutLater(calls.close(fd), (error) => done(error));
}

function rethrow(error: unknown): void {
  if (error instanceof Error) throw error;
}

const simple = Object.fromEntries(Object.entries(calls).map(([name, make]) => [name, named(name, withCallback(make))]));

export const callbackForm = {
  ...simple,
  close,
  exists: Object.defineProperty(exists, promisify.custom, {
    value: (path: unknown) => new Promise((resolve) => exists(path, resolve)),
  }),
  read: transferring(readCall, 'bytesRead', 'buffer'),
  readv: transferring((fd, views, position) => vectorCall('read', fd, views, position), 'bytesRead', 'buffers'),
  realpath: Object.assign(named('realpath', withCallback(calls.realpath)), {
    native: withCallback((given, options) => realpathCall(given, options, 'realpath')),
  }),
  write: transferring(writeCall, 'bytesWritten', 'buffer'),
  writev: transferring((fd, views, position) => vectorCall('write', fd, views, position), 'bytesWritten', 'buffers'),
};

function named<F extends (...args: unknown[]) => unknown>(name: string, made: F): F {
  return Object.defineProperty(made, 'name', { value: name, configurable: true });
}
