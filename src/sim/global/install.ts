/**
 * Puts the simulated globals in place of the real ones, and the real ones back. While they are in place, whatever looks up a global
 * lands in the simulation: modules, functions made from text, packages that captured nothing yet. Runs are synchronous, so no code of
 * the host runs in between.
 */
import { current } from '../active.ts';
import { processOf } from '../process/sim-process.ts';
import { simConsole } from './console.ts';
import { fetch as simFetch } from '../net/fetch/fetch.ts';
import { SimDate, SimIntlDateTimeFormat } from './date.ts';
import { simPerformance } from './performance.ts';
import { simRandom } from './random.ts';
import { timers } from './timers.ts';

interface Replacement {
  readonly target: object;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

function value(target: object, key: PropertyKey, replacement: unknown): Replacement {
  const enumerable = Reflect.getOwnPropertyDescriptor(target, key)?.enumerable ?? false;
  return { target, key, descriptor: { value: replacement, writable: true, configurable: true, enumerable } };
}

function getter(target: object, key: PropertyKey, get: () => unknown): Replacement {
  return { target, key, descriptor: { get, set: () => undefined, configurable: true, enumerable: false } };
}

/** One line per replaced thing. */
const replacements: readonly Replacement[] = [
  value(globalThis, 'Date', SimDate),
  value(Date.prototype, 'constructor', SimDate),
  value(Intl, 'DateTimeFormat', SimIntlDateTimeFormat),
  value(Math, 'random', simRandom),
  ...Object.entries(timers).map(([name, timer]) => value(globalThis, name, timer)),
  value(globalThis, 'console', simConsole),
  value(globalThis, 'fetch', simFetch),
  value(globalThis, 'performance', simPerformance),
  getter(globalThis, 'process', () => processOf(current())),
];

/** Names a subject may put on the real global object by accident are taken off again. */
export function installGlobals(): () => void {
  const before = replacements.map(({ target, key }) => ({ target, key, descriptor: Reflect.getOwnPropertyDescriptor(target, key) }));
  const keys = new Set(Reflect.ownKeys(globalThis));
  for (const { target, key, descriptor } of replacements) Object.defineProperty(target, key, descriptor);
  return () => {
    for (const { target, key, descriptor } of before) {
      if (descriptor === undefined) Reflect.deleteProperty(target, key);
      else Object.defineProperty(target, key, descriptor);
    }
    for (const key of Reflect.ownKeys(globalThis)) if (!keys.has(key)) Reflect.deleteProperty(globalThis, key);
  };
}
