/** setTimeout, setInterval and setImmediate on the virtual clock, with the objects Node returns. */
import { promisify } from 'node:util';
import type { Pending } from '../../engine/transition/pending.ts';
import { current } from '../active.ts';
import { invalidArgType } from '../node-error.ts';
import type { Machine } from '../machine.ts';
import { immediatePromise, timeoutPromise } from './timer-promises.ts';

/** What does not fit 32 bits fires after 1 ms, as in Node. */
const DELAY_MS_MAX = 2 ** 31 - 1;

type Callback = (...args: unknown[]) => unknown;

function delayMsOf(delay: unknown): number {
  const ms = Number(delay);
  return ms >= 1 && ms <= DELAY_MS_MAX ? Math.trunc(ms) : 1;
}

/** Nearly nobody passes arguments, and then a plain call is quicker. */
function call(callback: Callback, self: object, args: readonly unknown[]): void {
  if (args.length === 0) callback.call(self);
  else Reflect.apply(callback, self, args);
}

/** What code passes to its own callback, nearly always. */
const NO_ARGUMENTS: readonly unknown[] = [];

/** Copied where there are any: as long as nobody passes some, machine code sees that the list is never needed, and does not make one. */
function passed(args: readonly unknown[]): readonly unknown[] {
  return args.length === 0 ? NO_ARGUMENTS : args.slice();
}

class Timeout {
  declare readonly machine: Machine;
  // Numbers and truths have a value from the first moment: V8 remembers what a field once held.
  readonly #delayUs: number = 0;
  readonly #callback: Callback;
  readonly #args: readonly unknown[] = NO_ARGUMENTS;
  readonly #pending: Pending;
  /** The number it was turned into, if it was. */
  #primitive = 0;
  #closed = false;

  constructor(callback: Callback, delay: unknown, args: readonly unknown[], repeat: boolean) {
    this.machine = current();
    this.#delayUs = delayMsOf(delay) * 1000;
    this.#callback = callback;
    this.#args = args;
    const { machine } = this;
    this.#pending = repeat
      ? machine.kernel.interval(machine, 'interval', this.#delayUs, fire, this)
      : machine.kernel.timer(machine, 'timer', this.#delayUs, fire, this);
  }

  fire(): void {
    if (this.#pending.periodic) this.#fireAgain();
    else {
      if (this.#primitive !== 0) forget(this.machine, this.#primitive);
      call(this.#callback, this, this.#args);
    }
  }

  #fireAgain(): void {
    try {
      call(this.#callback, this, this.#args);
    } finally {
      if (!this.#closed) this.machine.kernel.again(this.#pending, this.#delayUs);
    }
  }

  close(): this {
    this.#closed = true;
    this.machine.kernel.cancel(this.#pending);
    if (this.#primitive !== 0) forget(this.machine, this.#primitive);
    return this;
  }

  ref(): this {
    this.#pending.loop.keepAlive(this.#pending, true);
    return this;
  }

  unref(): this {
    this.#pending.loop.keepAlive(this.#pending, false);
    return this;
  }

  hasRef(): boolean {
    return this.#pending.keepsAlive;
  }

  /** Counts again from now; a timer that has fired is set once more. */
  refresh(): this {
    if (this.#closed) return this;
    this.machine.kernel.cancel(this.#pending);
    this.machine.kernel.again(this.#pending, this.#delayUs);
    return this;
  }

  [Symbol.toPrimitive](): number {
    if (this.#primitive === 0) this.#primitive = remember(this.machine, this);
    return this.#primitive;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

function fire(timeout: unknown): void {
  if (timeout instanceof Timeout) timeout.fire();
}

/** Timers that were turned into numbers, so that the number can be cleared. */
const numbered = { name: 'numbered timers', create: () => ({ next: 1, timers: new Map<number, Timeout>() }) };

function remember(machine: Machine, timeout: Timeout): number {
  const { timers } = machine.part(numbered);
  const id = machine.part(numbered).next++;
  timers.set(id, timeout);
  return id;
}

function forget(machine: Machine, id: number): void {
  machine.peek(numbered)?.timers.delete(id);
}

class Immediate {
  readonly #machine = current();
  readonly #callback: Callback;
  readonly #args: readonly unknown[];
  readonly #pending: Pending;

  constructor(callback: Callback, args: readonly unknown[]) {
    this.#callback = callback;
    this.#args = args;
    this.#pending = this.#machine.kernel.immediate(this.#machine, 'immediate', runImmediate, this);
  }

  run(): void {
    call(this.#callback, this, this.#args);
  }

  clear(): void {
    this.#machine.kernel.cancel(this.#pending);
  }

  ref(): this {
    this.#pending.loop.keepAlive(this.#pending, true);
    return this;
  }

  unref(): this {
    this.#pending.loop.keepAlive(this.#pending, false);
    return this;
  }

  hasRef(): boolean {
    return this.#pending.keepsAlive;
  }

  [Symbol.dispose](): void {
    this.clear();
  }
}

function runImmediate(immediate: unknown): void {
  if (immediate instanceof Immediate) immediate.run();
}

function simSetTimeout(callback: unknown, delay?: unknown, ...args: unknown[]): Timeout {
  return new Timeout(asCallback(callback), delay, passed(args), false);
}

function simSetInterval(callback: unknown, delay?: unknown, ...args: unknown[]): Timeout {
  return new Timeout(asCallback(callback), delay, passed(args), true);
}

function simSetImmediate(callback: unknown, ...args: unknown[]): Immediate {
  return new Immediate(asCallback(callback), passed(args));
}

function asCallback(callback: unknown): Callback {
  if (typeof callback !== 'function') throw invalidArgType('callback', 'of type function', callback);
  // Reason for the cast: the line above has seen that it can be called.
  return callback as Callback;
}

function simClearTimeout(timer?: unknown): void {
  if (timer instanceof Timeout) timer.close();
  else if (typeof timer === 'number' || typeof timer === 'string') current().peek(numbered)?.timers.get(Number(timer))?.close();
}

function simClearImmediate(immediate?: unknown): void {
  if (immediate instanceof Immediate) immediate.clear();
}

Object.defineProperty(simSetTimeout, promisify.custom, { enumerable: true, get: () => timeoutPromise });
Object.defineProperty(simSetImmediate, promisify.custom, { enumerable: true, get: () => immediatePromise });

/** Named as in Node, which some code looks at. */
function named<F extends object>(name: string, fn: F): F {
  return Object.defineProperty(fn, 'name', { value: name, configurable: true });
}

export const timers = {
  setTimeout: named('setTimeout', simSetTimeout),
  clearTimeout: named('clearTimeout', simClearTimeout),
  setInterval: named('setInterval', simSetInterval),
  clearInterval: named('clearInterval', (timer?: unknown) => simClearTimeout(timer)),
  setImmediate: named('setImmediate', simSetImmediate),
  clearImmediate: named('clearImmediate', simClearImmediate),
};
