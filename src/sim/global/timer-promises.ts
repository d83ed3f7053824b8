/** `node:timers/promises` on the virtual clock: promises that settle when time has come, and iterate over intervals. */
import type { Pending } from '../../engine/transition/pending.ts';
import { current } from '../active.ts';
import { abortError } from '../node-error.ts';

interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  readonly ref?: boolean | undefined;
}

/** Node's rule: at least 1 ms, at most what fits 31 bits. */
function delayUsOf(delay: unknown): number {
  const ms = Number(delay);
  return (ms >= 1 && ms < 2 ** 31 ? Math.trunc(ms) : 1) * 1000;
}

export function timeoutPromise<T>(delay?: unknown, value?: T, options: WaitOptions = {}): Promise<T | undefined> {
  const machine = current();
  return abortable(options, (settle) => machine.kernel.timer(machine, 'timer', delayUsOf(delay), () => settle(value), undefined));
}

export function immediatePromise<T>(value?: T, options: WaitOptions = {}): Promise<T | undefined> {
  const machine = current();
  return abortable(options, (settle) => machine.kernel.immediate(machine, 'immediate', () => settle(value), undefined));
}

function abortable<T>({ signal, ref }: WaitOptions, start: (settle: (value: T) => void) => Pending): Promise<T> {
  if (signal?.aborted === true) return Promise.reject(abortError(signal.reason));
  const { kernel } = current();
  return new Promise<T>((resolve, reject) => {
    const cancel = () => {
      kernel.cancel(pending);
      reject(abortError(signal?.reason));
    };
    const pending = start((value) => {
      signal?.removeEventListener('abort', cancel);
      resolve(value);
    });
    if (ref === false) pending.loop.keepAlive(pending, false);
    signal?.addEventListener('abort', cancel, { once: true });
  });
}

async function* intervalIterator<T>(delay?: unknown, value?: T, options: WaitOptions = {}): AsyncGenerator<T | undefined> {
  for (;;) yield await timeoutPromise(delay, value, options);
}

export const timerPromises = {
  setTimeout: timeoutPromise,
  setImmediate: immediatePromise,
  setInterval: intervalIterator,
  scheduler: {
    wait: (delay: number, options?: WaitOptions) => timeoutPromise(delay, undefined, options),
    yield: () => immediatePromise(),
  },
};
