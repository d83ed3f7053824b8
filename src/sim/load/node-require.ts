/** The `require` function of a module. Its properties are made only for modules that use more of it than the call. */
import { dirname } from 'node:path';
import type { CjsModule } from './cjs-instance.ts';
import { modulePaths } from './cjs-instance.ts';
import type { ModuleCode } from './module-code.ts';
import type { NodeRequire } from './module-instance.ts';

/** What `require` asks of the space. */
export interface RequireSpace {
  require(specifier: unknown, importer: string, code: ModuleCode | undefined): unknown;
  requireResolve(specifier: unknown, importer: string, code: ModuleCode | undefined): string;
  readonly requireMain: CjsModule | undefined;
  cached(path: string): CjsModule | undefined;
  uncache(path: string): void;
  readonly cachedPaths: readonly string[];
}

export function createRequire(space: RequireSpace, path: string, code: ModuleCode | undefined): NodeRequire {
  const require: NodeRequire = (specifier) => space.require(specifier, path, code);
  if (code?.format === 'cjs' && code.shape?.richRequire === false) return require;
  const resolve = (specifier: unknown) => space.requireResolve(specifier, path, code);
  // The main module is known only once its own `require` exists.
  Object.defineProperty(require, 'main', { get: () => space.requireMain, enumerable: true, configurable: true });
  return Object.assign(require, {
    resolve: Object.assign(resolve, { paths: () => modulePaths(dirname(path)) }),
    extensions: extensions(),
    cache: requireCache(space),
  });
}

/** `require.cache`: what is deleted from it runs again. */
function requireCache(space: RequireSpace): object {
  const target = Object.create(null) as object; // a fresh object, whatever the type of create says
  return new Proxy(target, {
    get: (_, key) => (typeof key === 'string' ? space.cached(key) : undefined),
    has: (_, key) => typeof key === 'string' && space.cached(key) !== undefined,
    ownKeys: () => [...space.cachedPaths],
    getOwnPropertyDescriptor: (_, key) => {
      const value = typeof key === 'string' ? space.cached(key) : undefined;
      return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: true };
    },
    deleteProperty: (_, key) => {
      if (typeof key === 'string') space.uncache(key);
      return true;
    },
  });
}

/** Present because programs look whether they are; files are lowered before a run, so no program can add a kind of its own. */
function extensions(): Readonly<Record<string, () => never>> {
  const refuse = (): never => {
    throw new Error('require.extensions cannot load files in a simulation');
  };
  return { '.js': refuse, '.json': refuse, '.node': refuse };
}
