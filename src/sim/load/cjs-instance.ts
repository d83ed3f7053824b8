/** A CommonJS module on one machine in one run, and its `module` object. */
import { dirname, join, parse, sep } from 'node:path';
import type { ModuleCode } from './module-code.ts';
import type { ModuleNeighbours, NodeRequire } from './module-instance.ts';
import { ModuleInstance } from './module-instance.ts';

/** What programs know as `module`. */
export class CjsModule {
  id: string;
  path: string;
  exports: unknown = {};
  filename: string;
  loaded = false;
  children: CjsModule[] = [];
  parent: CjsModule | undefined;
  #paths: string[] | undefined;
  readonly #require: (specifier: string) => unknown;

  constructor(filename: string, isMain: boolean, parent: CjsModule | undefined, requireHere: NodeRequire) {
    this.id = isMain ? '.' : filename;
    this.path = dirname(filename);
    this.filename = filename;
    this.parent = parent;
    this.#require = requireHere;
  }

  get paths(): string[] {
    this.#paths ??= modulePaths(this.path);
    return this.#paths;
  }

  require(specifier: string): unknown {
    return this.#require(specifier);
  }
}

const pathsOf = new Map<string, readonly string[]>();

/** The folders in which packages are looked for. Kept: many modules share a folder. */
export function modulePaths(folder: string): string[] {
  let paths = pathsOf.get(folder);
  if (paths === undefined) {
    const found: string[] = [];
    for (let at = folder; ; at = dirname(at)) {
      if (!at.endsWith(`${sep}node_modules`)) found.push(join(at, 'node_modules'));
      if (at === parse(at).root) break;
    }
    paths = found;
    pathsOf.set(folder, paths);
  }
  return [...paths];
}

export class CjsInstance extends ModuleInstance {
  readonly module: CjsModule;
  readonly require: NodeRequire;
  state: 'fresh' | 'running' | 'done' = 'fresh';

  constructor(code: ModuleCode, space: ModuleNeighbours, isMain: boolean, parent: CjsModule | undefined) {
    super(code, space);
    this.require = space.requireFrom(code);
    this.module = new CjsModule(code.path, isMain, parent, this.require);
  }

  run(): void {
    this.state = 'running';
    const { module, code } = this;
    const values = [module.exports, this.require, module, code.path, module.path, this, this.space.host.globalObject];
    const { realm, watch } = this.space.host;
    watch?.('begins', code.path);
    try {
      Reflect.apply(code.code(false, realm), module.exports, values);
    } finally {
      watch?.('ends', code.path);
    }
    module.loaded = true;
    this.state = 'done';
  }
}
