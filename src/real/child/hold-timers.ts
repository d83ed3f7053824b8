/** Timers and immediates: they fire when Node fires them, and are then held until their turn. */
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { isCalledByNode, type Keeper, type Name } from './keeper.ts';

type Callback = (...args: readonly unknown[]) => void;

interface Timer {
  /** Of the time that comes next. */
  name: Name;
  /** Its number with the keeper, from when it is set. */
  id: number;
  isHeld: boolean;
}

/** The modules themselves, whose functions are replaced. */
const timers = createRequire(import.meta.url)('node:timers') as Record<string, unknown>;
const timersPromises = createRequire(import.meta.url)('node:timers/promises') as Record<string, unknown>; // a module is its members

export function holdTimers(keeper: Keeper): void {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis;
  const known = new WeakMap<object, Timer>();

  const set = (
    original: (callback: Callback, delay?: number, ...args: readonly unknown[]) => NodeJS.Timeout,
    label: string,
    periodic: boolean,
  ) =>
    function held(callback: Callback, delay?: number, ...args: readonly unknown[]): NodeJS.Timeout {
      if (typeof callback !== 'function' || isCalledByNode()) return original(callback, delay, ...args);
      const delayMs = Number(delay) >= 1 ? Math.trunc(Number(delay)) : 1;
      const timer: Timer = { name: keeper.name(label), id: keeper.newId(), isHeld: false };
      const { machine } = keeper;
      keeper.say({ is: 'set', id: timer.id, periodic, ...timer.name });
      const fire = () => {
        timer.isHeld = false;
        Reflect.apply(callback, timeout, args);
        if (!periodic) return;
        timer.name = keeper.name(label, machine);
        timer.id = keeper.newId();
        keeper.say({ is: 'set', id: timer.id, periodic, ...timer.name });
      };
      const timeout = original(() => {
        // One round of an interval waits already.
        if (timer.isHeld) return;
        timer.isHeld = true;
        keeper.hold(timer.name, 'timer', fire, { id: timer.id, delayMs });
      }, delayMs);
      known.set(timeout, timer);
      return timeout;
    };

  const clear = (original: (timer: never) => void) => (timer: unknown) => {
    const given = typeof timer === 'object' && timer !== null ? known.get(timer) : undefined;
    if (given !== undefined) keeper.drop(given.id);
    // Reason for the cast: it takes whatever it was given, as the original does.
    original(timer as never);
  };

  const immediate = (callback: Callback, ...args: readonly unknown[]): NodeJS.Immediate => {
    if (typeof callback !== 'function' || isCalledByNode()) return setImmediate(callback, ...args);
    const timer: Timer = { name: keeper.name('immediate'), id: keeper.newId(), isHeld: false };
    const made = setImmediate(() => keeper.hold(timer.name, 'immediate', () => callback(...args), { id: timer.id }));
    known.set(made, timer);
    return made;
  };

  const late = (label: string) => (delay?: number, value?: unknown, options?: { readonly signal?: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const timeout = set(setTimeout, label, false)(() => resolve(value), delay);
      options?.signal?.addEventListener('abort', () => {
        replaced.clearTimeout(timeout);
        reject(options.signal?.reason);
      });
    });
  const soon = (value?: unknown) => new Promise((resolve) => immediate(() => resolve(value)));

  const replaced = {
    setTimeout: Object.assign(set(setTimeout, 'timer', false), { [promisify.custom]: late('timer') }),
    setInterval: set(setInterval, 'interval', true),
    setImmediate: Object.assign(immediate, { [promisify.custom]: soon }),
    clearTimeout: clear(clearTimeout),
    clearInterval: clear(clearInterval),
    clearImmediate: clear(clearImmediate),
  };
  Object.assign(globalThis, replaced);
  Object.assign(timers, replaced);
  Object.assign(timersPromises, { setTimeout: late('timer'), setImmediate: soon });
  AbortSignal.timeout = (delay: number): AbortSignal => {
    const controller = new AbortController();
    const abort = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    set(setTimeout, 'AbortSignal.timeout', false)(abort, delay).unref();
    return controller.signal;
  };
}
