/**
 * The builtin modules a target gets: what computes is the real thing, what reaches outside refuses with the name of the call. Files of the
 * project may be read, because programs load tables and templates that way; nothing may be written, started or connected to.
 */
import { createRequire, isBuiltin } from 'node:module';
import { type Denied, HostDenied } from './target-problem.ts';

const OUTSIDE: ReadonlySet<string> = new Set(
  (
    'child_process cluster dgram dns dns/promises fs fs/promises http http2 https inspector inspector/promises net repl sqlite tls v8 wasi ' +
    'worker_threads'
  ).split(' '),
);
const READING = /^(?:readFile|readdir|stat|lstat|exists|access|realpath|read|close|fstat|readlink|constants|F_OK|R_OK)(?:Sync)?$/u;
/** What loads modules past whoever loads those of the target, or changes how they are loaded. */
const LOADING: ReadonlySet<string> = new Set(['_load', '_preloadModules', 'register', 'registerHooks', 'runMain']);
const require = createRequire(import.meta.url);

export type MakeRequire = (from: string | URL) => unknown;

export class GuardedBuiltins {
  /** The first call that was refused, whether the target told or swallowed it. */
  denied: Denied | undefined;
  readonly #allowHost: boolean;
  readonly #made = new Map<string, unknown>();
  /** `createRequire` for code of the target: what it loads is loaded like all other code of it. Set by whoever loads that. */
  createRequire: MakeRequire | undefined;

  constructor(allowHost: boolean) {
    this.#allowHost = allowHost;
  }

  get(id: string): unknown {
    if (this.#allowHost || (!OUTSIDE.has(id) && id !== 'module' && id !== 'vm')) return require(`node:${id}`);
    if (!this.#made.has(id)) this.#made.set(id, this.#make(id));
    return this.#made.get(id);
  }

  #make(id: string): unknown {
    if (id === 'module') return this.#modules();
    return id === 'vm' ? this.#scripts() : this.#guard(id, require(`node:${id}`) as object); // every builtin is an object
  }

  /** Whether native code was asked for by a module that was imported without it all the same. */
  isWithoutNative = false;

  /** A module was imported: if all it was refused is native code, it has something else to do the same. */
  forgiveNative(): void {
    if (this.denied?.call !== 'process.dlopen' || this.denied.needs === 'process') return;
    this.denied = undefined;
    this.isWithoutNative = true;
  }

  /** A function in the place of a global one that reaches outside. */
  refuse(call: string, needs: Denied['needs'] = 'host'): () => never {
    return () => {
      this.denied ??= { call, needs };
      throw new HostDenied(call);
    };
  }

  /** `process.getBuiltinModule`. */
  byName(id: unknown): unknown {
    return typeof id === 'string' && isBuiltin(id) ? this.get(id.replace(/^node:/u, '')) : undefined;
  }

  #modules(): unknown {
    const real = require('node:module') as object; // every builtin is an object
    const make: MakeRequire = (from) => this.createRequire?.(from) ?? this.refuse('module.createRequire')();
    const guarded: object = new Proxy(real, {
      get: (target, key) => {
        if (key === 'createRequire') return make;
        if (key === 'default' || key === 'Module') return guarded;
        return LOADING.has(String(key)) ? this.refuse(`module.${String(key)}`) : Reflect.get(target, key);
      },
    });
    return guarded;
  }

  /** Scripts get the loader of the host by naming it. */
  #scripts(): unknown {
    const real = require('node:vm') as { readonly constants?: object }; // not there before Node 20.12
    const loader = { get: this.refuse('vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER'), enumerable: true };
    const constants = Object.defineProperty({ ...real.constants }, 'USE_MAIN_CONTEXT_DEFAULT_LOADER', loader);
    const guarded = { ...real, constants };
    return Object.assign(guarded, { default: guarded });
  }

  #guard(id: string, real: object): object {
    const guarded: Record<string, unknown> = {};
    for (const key of Object.keys(real)) {
      const value: unknown = Reflect.get(real, key);
      if (id.startsWith('fs') && key === 'promises' && typeof value === 'object' && value !== null)
        guarded[key] = this.#guard('fs/promises', value);
      else if (id.startsWith('fs') && /^open(?:Sync)?$/u.test(key) && typeof value === 'function')
        guarded[key] = this.#reading(`${id}.${key}`, value);
      else if (typeof value !== 'function' || (id.startsWith('fs') && READING.test(key)) || isHarmless(id, key)) guarded[key] = value;
      else guarded[key] = this.#refusing(`${id}.${key}`, value);
    }
    return Object.assign(guarded, { default: guarded });
  }

  /** To open a file may make it, or empty it. */
  #reading(call: string, open: object): unknown {
    const refuse = this.refuse(call);
    return (path: unknown, flags: unknown, ...rest: readonly unknown[]): unknown => {
      const isReading =
        flags === undefined || flags === null || typeof flags === 'function' || flags === 0 || flags === 'r' || flags === 'rs';
      return isReading ? Reflect.apply(open as (...values: unknown[]) => unknown, undefined, [path, flags, ...rest]) : refuse(); // a function of fs
    };
  }

  /** Classes can still be extended and asked for; using one refuses. */
  #refusing(call: string, real: unknown): unknown {
    const refuse = this.refuse(call);
    // A plain function, so that `new` works as well.
    const replacement = function replacement(): never {
      return refuse();
    };
    if (typeof real === 'function' && typeof real.prototype === 'object') replacement.prototype = real.prototype;
    return replacement;
  }
}

function isHarmless(id: string, key: string): boolean {
  return (
    (id === 'net' && key.startsWith('isIP')) || (id === 'http' && key.startsWith('validate')) || (id === 'v8' && !/Snapshot/u.test(key))
  );
}
