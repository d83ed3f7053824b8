/**
 * The exports of a module that passes on everything of a CommonJS module. Which names these are is known only when that module has run, so
 * they are looked up when they are asked for.
 */
import type { View } from './namespace.ts';

export function starNamespace(view: View, own: readonly string[], stars: () => readonly object[]): View {
  const names = new Set(own);
  const home = (key: string | symbol): object | undefined => {
    if (typeof key === 'symbol' || key === 'default') return names.has(String(key)) ? view : undefined;
    return names.has(key) ? view : stars().find((star) => key in star);
  };
  const allNames = () =>
    [...new Set([...own, ...stars().flatMap((star) => Object.keys(star).filter((name) => name !== 'default'))])].toSorted();
  const target = Object.create(null) as View; // a fresh object, whatever the type of create says
  Object.defineProperty(target, Symbol.toStringTag, { value: 'Module', configurable: true });
  return new Proxy(target, {
    get: (_, key) => (key === Symbol.toStringTag ? 'Module' : read(home(key), key)),
    has: (_, key) => key === Symbol.toStringTag || home(key) !== undefined,
    ownKeys: () => [...allNames(), Symbol.toStringTag],
    getOwnPropertyDescriptor: (_, key) =>
      key === Symbol.toStringTag || home(key) !== undefined
        ? {
            value: key === Symbol.toStringTag ? 'Module' : read(home(key), key),
            enumerable: typeof key === 'string',
            configurable: true,
            writable: true,
          }
        : undefined,
    set: () => false,
    deleteProperty: () => false,
    defineProperty: () => false,
  });
}

function read(object: object | undefined, key: string | symbol): unknown {
  return object === undefined ? undefined : Reflect.get(object, key);
}
