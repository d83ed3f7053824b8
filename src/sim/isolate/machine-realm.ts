/**
 * The realm of one machine: the language is its own, everything Node adds to the language is that of the simulation. What a program
 * changes about `Array.prototype` or `Error` ends with the machine.
 */
import { type Context, Script } from 'node:vm';
import { simulateLanguage } from '../builtin/vm.ts';
import { Realm } from '../load/realm.ts';

/**
 * Bytes are those of Node: no literal makes them, and buffers are instances of them. Everything else is the realm's own, and also
 * takes what Node's modules made for an instance, as it would be in a process of its own.
 */
const settle = new Script(
  `((outer, globals, bytes) => {
    const ordinary = Function.prototype[Symbol.hasInstance];
    const define = Object.defineProperty;
    const names = Object.getOwnPropertyNames(globalThis);
    for (const name of bytes) if (names.includes(name)) define(globalThis, name, { value: outer[name], writable: true, configurable: true });
    for (const name of names) {
      const own = globalThis[name];
      const theirs = outer[name];
      if (typeof own !== 'function' || typeof theirs !== 'function' || own === theirs || own.prototype === undefined) continue;
      define(own, Symbol.hasInstance, {
        configurable: true,
        value(value) { return Reflect.apply(ordinary, this, [value]) || (this === own && Reflect.apply(ordinary, theirs, [value])); },
      });
    }
    for (const [name, descriptor] of globals) {
      if (!names.includes(name) || name === 'console' || name === 'WebAssembly') define(globalThis, name, descriptor);
    }
    for (const key of ['dispose', 'asyncDispose']) {
      // Where the language does not know them yet, Node adds them to that of the process alone.
      if (!(key in Symbol) && key in outer.Symbol) define(Symbol, key, { value: outer.Symbol[key] });
    }
    define(Intl, 'DateTimeFormat', { value: outer.Intl.DateTimeFormat, writable: true, configurable: true });
    define(globalThis, 'global', { value: globalThis, writable: true, configurable: true });
    define(globalThis, Symbol.toStringTag, { value: 'global', configurable: true });
  })`,
  { filename: 'fozzy:realm' },
);

const BYTES = `ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  Float16Array Float32Array Float64Array BigInt64Array BigUint64Array`
  .trim()
  .split(/\s+/u);

/** Must be called while the simulated globals are in place: they are what it is given. */
export function machineRealm(): Realm {
  return new Realm((context: Context) => {
    simulateLanguage(context);
    const install: unknown = settle.runInContext(context);
    const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(([name]) => name !== 'globalThis');
    if (typeof install === 'function') Reflect.apply(install, undefined, [globalThis, globals, BYTES]);
  });
}
