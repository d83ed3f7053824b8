/** What the module of a distributed scenario gives for a node, checked where it is used: a missing part is told by the name it must have. */
import { FozzyError } from '../../base/problem.ts';

export type Handler = (...args: readonly unknown[]) => unknown;

export type HandlerName = 'onStart' | 'onMessage' | 'onTimer' | 'onClient' | 'inspect' | 'state';

export class Handlers {
  readonly #module: string;
  readonly #members: object;

  constructor(module: string, members: unknown) {
    this.#module = module;
    if (typeof members !== 'object' || members === null || 'then' in members) {
      const found = members === null ? 'null' : typeof members === 'object' ? 'a promise' : typeof members;
      throw wrongModule(module, `its default export must return the handlers of a node, it returned ${found}`);
    }
    this.#members = members;
  }

  has(name: HandlerName): boolean {
    return typeof Reflect.get(this.#members, name) === 'function';
  }

  /** Called as a method, so that handlers may be an instance of a class. */
  call(name: HandlerName, ...args: readonly unknown[]): unknown {
    const handler: unknown = Reflect.get(this.#members, name);
    if (typeof handler === 'function') return Reflect.apply(handler, this.#members, args);
    if (name === 'onStart' || name === 'onTimer' || name === 'state') return undefined;
    throw wrongModule(this.#module, `the handlers it returns have no function ${name}, which this scenario needs`);
  }
}

/** The function that makes a node. */
export function factoryOf(module: string, exports: unknown): Handler {
  const made: unknown = memberOf(exports, 'default');
  // A CommonJS module may be the function itself, and a transpiled one has its default export one level deeper.
  const found = [made, memberOf(made, 'default'), exports].find((candidate) => typeof candidate === 'function');
  if (typeof found !== 'function') throw wrongModule(module, 'its default export is not a function');
  return (ctx) => Reflect.apply(found, undefined, [ctx]);
}

export function invariantOf(exports: unknown): Handler | undefined {
  const found = memberOf(exports, 'invariant');
  return typeof found === 'function' ? (view) => Reflect.apply(found, undefined, [view]) : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, name) : undefined;
}

export function wrongModule(module: string, what: string, cause?: unknown): FozzyError {
  return new FozzyError('module_load_failed', `${module}: ${what}`, {
    hint: 'a module has `export default function (ctx) { return { onMessage(from, payload) {}, onClient(request) {}, inspect(key) {} } }`',
    details: { path: module },
    ...(cause === undefined ? {} : { cause }),
  });
}
