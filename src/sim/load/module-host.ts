/** What a module space needs from the machine its modules run on. */
import type { Realm } from './realm.ts';

export interface ModuleHost {
  /** The simulated builtin, as `require` would return it; `fs/promises`, without `node:`. Throws for what is refused or unknown. */
  builtin(id: string): unknown;
  /** The real thing, for packages that are shared with the host on purpose. */
  hosted(specifier: string): unknown;
  /** What `globalThis` and `global` are to the modules; undeclared names are looked up here. */
  readonly globalObject: object;
  /** Where the code of the modules becomes functions; the realm of Fozzy unless given. */
  readonly realm?: Realm | undefined;
  /** Hears when modules run; for diagnosis only. */
  readonly watch?: ModuleWatch | undefined;
}

export type ModuleWatch = (phase: 'begins' | 'ends', path: string) => void;

/**
 * A module was asked for by a computed name and is not in the code base yet. The executor adds it and starts the run again with the same
 * decisions. Code may swallow the error, so the space remembers it as well.
 */
export class MissingModule extends Error {
  override readonly name = 'MissingModule';
  readonly path: string;

  constructor(path: string) {
    super(`the module ${path} is needed, and will be loaded before the run is repeated`);
    this.path = path;
  }
}
