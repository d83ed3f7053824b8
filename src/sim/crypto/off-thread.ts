/**
 * Functions that Node computes on its pool of threads and completes by callback. Arguments are judged and the result is computed at
 * once, by the function's synchronous twin; when the callback comes is the scheduler's business.
 */
import { current } from '../active.ts';
import { offload } from '../offload.ts';

type AnyFunction = (...args: never[]) => unknown;

/** What a completion of the pool takes when nothing else is known. */
const LATENCY_US = 200;

/** `real` is asked when there is no callback, because it knows best what to say about that. */
export function offThread(name: string, sync: AnyFunction, real: AnyFunction): (...args: unknown[]) => unknown {
  const asynchronous = (...args: unknown[]): unknown => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return Reflect.apply(real, undefined, args);
    const value: unknown = Reflect.apply(sync, undefined, args.slice(0, -1));
    complete(`crypto.${name}`, value, (result) => Reflect.apply(callback, undefined, [null, result]));
    return undefined;
  };
  return Object.defineProperty(asynchronous, 'name', { value: name });
}

/** Hands a result over when the scheduler says so. */
export function complete<T>(label: string, value: T, done: (value: T) => void): void {
  offload(
    current(),
    label,
    LATENCY_US,
    () => undefined,
    () => done(value),
  );
}

/** A promise that is settled by the scheduler with what `work` gives or throws, computed now. */
export function settledLater<T>(label: string, work: () => T): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let settle: () => void;
    try {
      const value = work();
      settle = () => resolve(value);
    } catch (error) {
      settle = () => reject(error instanceof Error ? error : new Error(String(error)));
    }
    complete(label, undefined, settle);
  });
}
