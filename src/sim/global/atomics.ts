/**
 * Waiting on shared memory. It would stop the only thread there is, so `wait` is refused; `waitAsync` waits as everything else does, and is
 * woken by `notify` of any machine that shares the memory. Everything else in Atomics is plain arithmetic.
 */
import { current } from '../active.ts';
import type { Kernel, Machine } from '../machine.ts';
import { notSimulated } from '../node-error.ts';
import { timers } from './timers.ts';

type Shared = Int32Array<SharedArrayBuffer> | BigInt64Array<SharedArrayBuffer>;

interface Waiter {
  readonly machine: Machine;
  readonly life: number;
  /** The first byte of what it waits for. */
  readonly byte: Uint8Array;
  readonly settle: (how: 'ok' | 'timed-out') => void;
}

type Result = { readonly async: false; readonly value: string } | { readonly async: true; readonly value: Promise<string> };

const realWaitAsync: unknown = Reflect.get(Atomics, 'waitAsync');
const realNotify: unknown = Atomics.notify;

/** Who waits in this world, in the order they came. */
const waiters = new WeakMap<Kernel, Waiter[]>();

function waitersOf({ kernel }: Machine): Waiter[] {
  let list = waiters.get(kernel);
  if (list === undefined) waiters.set(kernel, (list = []));
  return list;
}

function firstByte({ buffer, byteOffset, BYTES_PER_ELEMENT }: Shared, index: number): Uint8Array {
  return new Uint8Array(buffer, byteOffset + index * BYTES_PER_ELEMENT, 1);
}

/** Memory that was posted is another object over the same bytes; the only way to tell is to change a byte and look. Nobody sees it meanwhile. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  const before = other[0];
  one[0] = (one[0] ?? 0) ^ 1;
  const isChanged = other[0] !== before;
  one[0] ^= 1;
  return isChanged;
}

function isShared(words: unknown): words is Shared {
  return (words instanceof Int32Array || words instanceof BigInt64Array) && words.buffer instanceof SharedArrayBuffer;
}

function waitAsync(words: unknown, index: unknown, value: unknown, timeout?: unknown): Result {
  // What is wrong with the arguments, or need not wait, the real function knows; told not to wait, it leaves nothing behind.
  const at = Number(index);
  if (!isShared(words) || !(at >= 0 && at < words.length) || words[at] !== value || !(Number(timeout ?? Number.POSITIVE_INFINITY) > 0)) {
    // Reason for the casts: the standard library of TypeScript this is compiled with may not know it.
    return Reflect.apply(realWaitAsync as () => unknown, Atomics, [words, index, value, 0]) as Result;
  }
  const ms = Number(timeout ?? Number.POSITIVE_INFINITY);
  const machine = current();
  return {
    async: true,
    value: new Promise((resolve) => {
      const list = waitersOf(machine);
      let timer: { unref(): unknown } | undefined;
      const waiter: Waiter = {
        machine,
        life: machine.life,
        byte: firstByte(words, at),
        settle: (how) => {
          if (timer !== undefined) timers.clearTimeout(timer);
          const place = list.indexOf(waiter);
          if (place >= 0) list.splice(place, 1);
          resolve(how);
        },
      };
      list.push(waiter);
      // Nobody stays alive for it.
      if (Number.isFinite(ms)) timer = timers.setTimeout(() => waiter.settle('timed-out'), Math.ceil(ms)).unref();
    }),
  };
}

function notify(words: unknown, index: unknown, count?: unknown): number {
  const at = Number(index);
  const isPlain = isShared(words) && at >= 0 && at < words.length && (count === undefined || Number(count) >= 0);
  // Reason for the cast: the real function judges what it is given.
  const woken = Reflect.apply(realNotify as (...args: unknown[]) => number, Atomics, [words, index, count]);
  if (!isPlain) return woken;
  const list = waitersOf(current());
  const byte = firstByte(words, at);
  const alive = list.filter((waiter) => waiter.machine.life === waiter.life && isSame(waiter.byte, byte));
  const chosen = alive.slice(0, count === undefined ? alive.length : Math.trunc(Number(count)));
  for (const waiter of chosen) {
    // From now on it is woken, and no second call counts it again.
    list.splice(list.indexOf(waiter), 1);
    waiter.machine.kernel.arrive(waiter.machine, 'atomics.notify', 0, () => waiter.settle('ok'), undefined);
  }
  return woken + chosen.length;
}

export const atomicsFunctions = {
  wait: (): never => {
    throw notSimulated(
      'Atomics.wait',
      'All machines and workers share one thread; wait with Atomics.waitAsync, or exchange messages (postMessage).',
    );
  },
  waitAsync,
  notify,
};
