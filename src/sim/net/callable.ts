/** Node's old classes can be called without `new`; ours are classes, so what subjects get is a wrapper that can. */

import { notSimulated } from '../node-error.ts';

type AnyClass = abstract new (...args: never[]) => object;

/**
 * Code of the old style calls a class on an object of its own, as in `http.ServerResponse.call(this, request)`: `begin` does then what the
 * constructor does, or is Node's own constructor function. Without it nothing can, and an object that was never begun would only seem to work.
 */
export function callable<C extends AnyClass>(Class: C, name: string, begin?: unknown): C {
  return new Proxy(Class, {
    apply(target, self: unknown, args) {
      if (!(self instanceof target)) return Reflect.construct(target, args);
      if (typeof begin !== 'function') throw notSimulated(`${name}.call(this)`, `Write \`class … extends ${name}\`.`);
      return Reflect.apply(begin, self, args);
    },
  });
}
