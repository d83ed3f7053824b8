/**
 * What becomes of `using` where the engine does not know it yet: a list of what was acquired, disposed of from the last to the first at the
 * end of its block. Everything is disposed of even if some of it fails; of several errors, each holds the one before it.
 */

interface Acquired {
  readonly dispose: (() => unknown) | undefined;
  /** Its end is awaited. */
  readonly isAsync: boolean;
}

export interface UsingContext {
  /** What the block threw; as it was made, nothing. */
  e: unknown;
  /** `using` */
  u<T>(value: T): T;
  /** `await using` */
  a<T>(value: T): T;
  /** The end of the block; a promise if anything is awaited. */
  d(): unknown;
}

export function usingContext(): UsingContext {
  const nothing = {};
  const acquired: Acquired[] = [];
  const context: UsingContext = {
    e: nothing,
    u: (value) => acquire(acquired, value, false),
    a: (value) => acquire(acquired, value, true),
    d() {
      let error = context.e;
      const failed = (again: unknown): void => {
        error = error === nothing ? again : suppressed(again, error);
      };
      const disposeAsync = async (): Promise<void> => {
        for (let last = acquired.pop(); last !== undefined; last = acquired.pop()) {
          try {
            const ended = last.dispose?.();
            if (last.isAsync) await ended;
          } catch (again) {
            failed(again);
          }
        }
        if (error !== nothing) throw error;
      };
      if (acquired.some(({ isAsync }) => isAsync)) return disposeAsync();
      for (const { dispose } of acquired.splice(0).toReversed()) {
        try {
          dispose?.();
        } catch (again) {
          failed(again);
        }
      }
      if (error !== nothing) throw error;
      return undefined;
    },
  };
  return context;
}

function acquire<T>(acquired: Acquired[], value: T, isAsync: boolean): T {
  if (value === null || value === undefined) {
    if (isAsync) acquired.push({ dispose: undefined, isAsync });
    return value;
  }
  if (typeof value !== 'object' && typeof value !== 'function')
    throw new TypeError('using declarations can only be used with objects, functions, null, or undefined.');
  const dispose = (isAsync ? methodOf(value, 'asyncDispose') : undefined) ?? methodOf(value, 'dispose');
  if (dispose === undefined) throw new TypeError('Object is not disposable.');
  acquired.push({ dispose: () => Reflect.apply(dispose, value, []), isAsync });
  return value;
}

type Method = (...args: readonly unknown[]) => unknown;

function methodOf(value: object, name: 'dispose' | 'asyncDispose'): Method | undefined {
  const symbol: unknown = Reflect.get(Symbol, name);
  const found: unknown = Reflect.get(value, typeof symbol === 'symbol' ? symbol : Symbol.for(`Symbol.${name}`));
  // Reason for the cast: what a function takes cannot be asked.
  return typeof found === 'function' ? (found as Method) : undefined;
}

function suppressed(error: unknown, before: unknown): Error {
  const made = new Error('An error was suppressed during disposal');
  return Object.assign(made, { name: 'SuppressedError', error, suppressed: before });
}
