/** Node's old classes can be called without `new`; ours are classes, so what subjects get is a wrapper that can. */

type AnyClass = abstract new (...args: never[]) => object;

/**
 * `Original` is Node's own constructor function below the class: code of the old style calls it on an object of its own, as in
 * `http.ServerResponse.call(this, request)`.
 */
export function callable<C extends AnyClass>(Class: C, Original?: unknown): C {
  return new Proxy(Class, {
    apply: (target, self: unknown, args) =>
      typeof Original === 'function' && self instanceof target ? Reflect.apply(Original, self, args) : Reflect.construct(target, args),
  });
}
