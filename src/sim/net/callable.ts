/** Node's old classes can be called without `new`; ours are classes, so what subjects get is a wrapper that can. */

import { notSimulated } from '../node-error.ts';

type AnyClass = abstract new (...args: never[]) => object;

/** Does to an object that exists what the constructor does to a new one. */
type Begin = (self: never, ...args: unknown[]) => unknown;

/**
 * Code of the old style calls a class on an object of its own, as in `http.ServerResponse.call(this, request)`. Without `begin` nothing can
 * do that, and an object that was never begun would only seem to work.
 */
export function callable<C extends AnyClass>(Class: C, name: string, begin?: Begin): C {
  return new Proxy(Class, {
    apply(target, self: unknown, args) {
      if (!(self instanceof target)) return Reflect.construct(target, args);
      if (begin === undefined) throw notSimulated(`${name}.call(this)`, `Write \`class … extends ${name}\`.`);
      return Reflect.apply(begin, undefined, [self, ...args]);
    },
  });
}

/** Node's own classes are functions and do it themselves. */
export function begunBy(Original: unknown): Begin {
  return (self, ...args) => (typeof Original === 'function' ? Reflect.apply(Original, self, args) : undefined);
}
