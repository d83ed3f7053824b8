/** A module on one machine in one run, as its own code sees it: everything `lower.ts` lets the code call is here. */
import { dirname } from 'node:path';
import type { CompilerHelpers } from './compiler-words.ts';
import { compilerHelpers } from './compiler-words.ts';
import type { ForeignTarget, ModuleCode } from './module-code.ts';
import type { ModuleHost } from './module-host.ts';
import type { ForeignModule } from './foreign-module.ts';

/** Another ES module of the same space. */
export interface ImportableModule {
  /** Runs it if it has not run; a promise if it has to be waited for. */
  evaluate(): Promise<void> | undefined;
  readonly record: object;
  readonly view: object;
  readonly namespace: object;
}

/** What an instance asks of the space it lives in. */
export interface ModuleNeighbours {
  readonly host: ModuleHost;
  module(code: ModuleCode): ImportableModule;
  foreign(target: ForeignTarget): ForeignModule;
  /** Runs a module that is no ES module, and returns what it exports. */
  runForeign(target: ForeignTarget): unknown;
  importFrom(code: ModuleCode, specifier: unknown): Promise<object>;
  requireFrom(code: ModuleCode): NodeRequire;
  failed(code: ModuleCode): void;
  resolveUrl(code: ModuleCode, specifier: string): string;
}

/** `require`, whatever properties it has been given. */
export type NodeRequire = (specifier: string) => unknown;

interface ImportMeta {
  readonly dirname: string;
  readonly filename: string;
  readonly url: string;
  resolve(specifier: string): string;
}

export abstract class ModuleInstance {
  readonly code: ModuleCode;
  /** Holds a value while an expression is put back together. */
  kept: unknown;
  protected readonly space: ModuleNeighbours;
  private metaObject: ImportMeta | undefined;
  private helpersObject: CompilerHelpers | undefined;

  constructor(code: ModuleCode, space: ModuleNeighbours) {
    this.code = code;
    this.space = space;
  }

  import(specifier: unknown): Promise<object> {
    return this.space.importFrom(this.code, specifier);
  }

  get meta(): ImportMeta {
    this.metaObject ??= this.createMeta();
    return this.metaObject;
  }

  get helpers(): CompilerHelpers {
    this.helpersObject ??= compilerHelpers(this.space.host.realm?.reflect ?? Reflect);
    return this.helpersObject;
  }

  get filename(): string {
    return this.code.path;
  }

  get dirname(): string {
    return dirname(this.code.path);
  }

  /** An undeclared name that the machine does not know either. */
  lost(name: string): never {
    const esm = this.code.format === 'esm';
    if (esm && (name === 'require' || name === 'module' || name === 'exports'))
      throw new ReferenceError(
        `${name} is not defined in ES module scope, you can use ${name === 'require' ? 'import' : 'export'} instead`,
      );
    if (esm && (name === '__filename' || name === '__dirname')) throw new ReferenceError(`${name} is not defined in ES module scope`);
    throw new ReferenceError(`${name} is not defined`);
  }

  /** Where an undeclared name can be assigned to, if it exists. */
  held(name: string): object {
    const { globalObject } = this.space.host;
    return name in globalObject ? globalObject : this.lost(name);
  }

  /** Stands where an imported name is assigned to. */
  get constant(): never {
    throw new TypeError('Assignment to constant variable.');
  }

  /** A function exported as default without a name of its own. */
  named<T extends object>(value: T): T {
    return Object.defineProperty(value, 'name', { value: 'default', configurable: true });
  }

  private createMeta(): ImportMeta {
    const { code, space } = this;
    const meta = Object.create(null) as object; // a fresh object, whatever the type of create says
    const resolve = (specifier: string) => space.resolveUrl(code, specifier);
    return Object.assign(meta, { dirname: this.dirname, filename: this.filename, resolve, url: code.url });
  }
}
