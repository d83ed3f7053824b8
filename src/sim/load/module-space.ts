/**
 * The modules of one machine in one run: every module is a fresh instance, made when it is first asked for. Making a space costs next to
 * nothing. It may stand on a shared space, whose instances outlive the run.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FozzyError } from '../../base/problem.ts';
import type { CjsModule } from './cjs-instance.ts';
import { CjsInstance, modulePaths } from './cjs-instance.ts';
import type { CodeBase } from './code-base.ts';
import { EsmInstance } from './esm-instance.ts';
import { ForeignModule } from './foreign-module.ts';
import type { ForeignTarget, ModuleCode } from './module-code.ts';
import type { ModuleHost } from './module-host.ts';
import { MissingModule } from './module-host.ts';
import type { ModuleNeighbours, NodeRequire } from './module-instance.ts';
import { invalidSpecifierError, notFoundError, requireAsyncError, requireCycleError } from './node-errors.ts';
import { createRequire } from './node-require.ts';
import type { Resolution, ResolveMode } from './resolve.ts';

export class ModuleSpace implements ModuleNeighbours {
  readonly host: ModuleHost;
  readonly codeBase: CodeBase;
  /** Files that were needed and not loaded; the run has to be repeated with them. */
  readonly missing: string[] = [];
  private readonly shared: ModuleSpace | undefined;
  private readonly esm: (EsmInstance | undefined)[] = [];
  private readonly cjs: (CjsInstance | undefined)[] = [];
  private readonly json = new Map<ModuleCode, { exports: unknown }>();
  private readonly foreigners = new Map<ModuleCode | string, ForeignModule>();
  private readonly builtins = new Map<string, unknown>();
  private main: CjsModule | undefined;

  constructor(codeBase: CodeBase, host: ModuleHost, shared?: ModuleSpace) {
    this.codeBase = codeBase;
    this.host = host;
    this.shared = shared;
  }

  /** Runs a file as the program of the machine. A promise comes back only if its modules have to wait for something. */
  runMain(code: ModuleCode): Promise<void> | undefined {
    if (code.format === 'esm') return this.evaluate(code);
    this.requireCode(code, undefined, true);
    return undefined;
  }

  /** The exports of a module, running it if it has not run: what `import()` or `require` would give. */
  load(code: ModuleCode): Promise<object> {
    return this.importCode(code);
  }

  /** For `createRequire` of `node:module`. */
  createRequire(from: string | URL): NodeRequire {
    const path = typeof from === 'string' && !from.startsWith('file:') ? from : fileURLToPath(from);
    return createRequire(this, path, this.codeBase.byPath(path));
  }

  module(code: ModuleCode): EsmInstance {
    if (code.isShared && this.shared !== undefined) return this.shared.module(code);
    let instance = this.esm[code.index];
    if (instance === undefined) {
      this.admit(code);
      instance = new EsmInstance(this.codeBase.link(code), this);
      this.esm[code.index] = instance;
    }
    return instance;
  }

  foreign(target: ForeignTarget): ForeignModule {
    if (target.kind === 'code' && target.code.isShared && this.shared !== undefined) return this.shared.foreign(target);
    const key = target.kind === 'code' ? target.code : `${target.kind} ${target.kind === 'broken' ? target.specifier : target.id}`;
    let foreign = this.foreigners.get(key);
    if (foreign === undefined) {
      foreign = new ForeignModule(target.kind === 'hosted');
      this.foreigners.set(key, foreign);
    }
    return foreign;
  }

  runForeign(target: ForeignTarget): unknown {
    if (target.kind === 'code') return this.requireCode(target.code, undefined, false);
    if (target.kind === 'broken') return this.explain(target.resolution, target.specifier, target.importer);
    return target.kind === 'builtin' ? this.builtin(target.id) : this.host.hosted(target.id);
  }

  importFrom(code: ModuleCode, specifier: unknown): Promise<object> {
    return this.importAt(specifier, code.path, code);
  }

  /** `import(specifier)` in the given file; without code in text that stands in no file. */
  async importAt(specifier: unknown, importer: string, code?: ModuleCode): Promise<object> {
    // Even what is there already comes later, as in Node.
    await Promise.resolve();
    const resolution = this.resolve(String(specifier), importer, 'import', code);
    if (resolution.kind === 'file') return this.importCode(this.codeOf(resolution));
    const target: ForeignTarget = { kind: resolution.kind, id: resolution.id };
    const foreign = this.foreign(target);
    foreign.settle(this.runForeign(target));
    return foreign.namespace;
  }

  requireFrom(code: ModuleCode): NodeRequire {
    return createRequire(this, code.path, code);
  }

  resolveUrl(code: ModuleCode, specifier: string): string {
    const resolution = this.resolve(specifier, code.path, 'import', code);
    return resolution.kind === 'file' ? pathToFileURL(resolution.path).href + resolution.query : `node:${resolution.id}`;
  }

  /** `require(specifier)` in the given file. */
  require(specifier: unknown, importer: string, code: ModuleCode | undefined): unknown {
    if (typeof specifier !== 'string' || specifier === '') throw invalidSpecifierError(specifier);
    const resolution = this.resolve(specifier, importer, 'require', code);
    if (resolution.kind === 'builtin') return this.builtin(resolution.id);
    if (resolution.kind === 'hosted') return this.host.hosted(resolution.id);
    return this.requireCode(this.codeOf(resolution), code === undefined ? undefined : this.cjs[code.index]?.module, false);
  }

  requireResolve(specifier: unknown, importer: string, code: ModuleCode | undefined): string {
    if (typeof specifier !== 'string' || specifier === '') throw invalidSpecifierError(specifier);
    const resolution = this.resolve(specifier, importer, 'require', code);
    return resolution.kind === 'file' ? resolution.path : specifier;
  }

  get requireMain(): CjsModule | undefined {
    return this.main;
  }

  /** The module a file has become, for `require.cache`. */
  cached(path: string): CjsModule | undefined {
    const code = this.codeBase.byPath(path);
    return code === undefined ? undefined : this.cjs[code.index]?.module;
  }

  uncache(path: string): void {
    const code = this.codeBase.byPath(path);
    if (code !== undefined) this.cjs[code.index] = undefined;
  }

  get cachedPaths(): readonly string[] {
    return this.cjs.flatMap((instance) => (instance === undefined ? [] : [instance.code.path]));
  }

  static modulePaths(folder: string): string[] {
    return modulePaths(folder);
  }

  /** Says whether a module may live here; a space of its own takes everything. */
  admit(_code: ModuleCode): void {}

  /** A module has failed. What it threw is thrown again at whoever imports it. */
  failed(_code: ModuleCode): void {}

  protected forget(code: ModuleCode): void {
    this.esm[code.index] = undefined;
  }

  private builtin(id: string): unknown {
    if (!this.builtins.has(id)) this.builtins.set(id, this.host.builtin(id));
    return this.builtins.get(id);
  }

  private resolve(
    specifier: string,
    importer: string,
    mode: ResolveMode,
    code: ModuleCode | undefined,
  ): Exclude<Resolution, { kind: 'missing' }> {
    const key = `${mode} ${specifier}`;
    let resolution = code?.resolutions.get(key);
    if (resolution === undefined) {
      resolution = this.codeBase.resolve(specifier, importer, mode);
      code?.resolutions.set(key, resolution);
    }
    if (resolution.kind === 'missing') throw notFoundError(specifier, importer, mode, resolution.reason);
    return resolution;
  }

  private explain(resolution: Resolution, specifier: string, importer: string): never {
    if (resolution.kind === 'file') this.codeOf(resolution);
    throw notFoundError(specifier, importer, 'import', resolution.kind === 'missing' ? resolution.reason : '');
  }

  private codeOf(resolution: Resolution & { readonly kind: 'file' }): ModuleCode {
    const code = this.codeBase.find(resolution);
    if (code !== undefined) return code;
    const failure = this.codeBase.failure(resolution);
    if (failure !== undefined) throw asProgramError(failure);
    this.missing.push(resolution.path);
    throw new MissingModule(resolution.path);
  }

  private evaluate(code: ModuleCode): Promise<void> | undefined {
    const { linked } = this.codeBase.link(code);
    if (linked?.flaw !== undefined) throw new SyntaxError(linked.flaw);
    return this.module(code).evaluate();
  }

  private async importCode(code: ModuleCode): Promise<object> {
    if (code.format === 'esm') {
      await this.evaluate(code);
      return this.module(code).namespace;
    }
    const target: ForeignTarget = { kind: 'code', code };
    const foreign = this.foreign(target);
    foreign.settle(this.runForeign(target));
    return foreign.namespace;
  }

  private requireCode(code: ModuleCode, parent: CjsModule | undefined, isMain: boolean): unknown {
    if (code.isShared && this.shared !== undefined) return this.shared.requireCode(code, parent, false);
    if (code.format === 'json') return this.jsonOf(code);
    if (code.format === 'esm') return this.requireModule(code);
    const known = this.cjs[code.index];
    if (known !== undefined) return known.module.exports;
    this.admit(code);
    return this.runCjs(code, parent, isMain);
  }

  private runCjs(code: ModuleCode, parent: CjsModule | undefined, isMain: boolean): unknown {
    const instance = new CjsInstance(code, this, isMain, parent);
    this.cjs[code.index] = instance;
    if (isMain) this.main = instance.module;
    parent?.children.push(instance.module);
    try {
      instance.run();
    } finally {
      // A module that failed is forgotten, and runs again when it is asked for again.
      if (instance.state !== 'done' && this.cjs[code.index] === instance) this.cjs[code.index] = undefined;
    }
    return instance.module.exports;
  }

  private requireModule(code: ModuleCode): unknown {
    const { linked } = this.codeBase.link(code);
    if (linked?.suspending === true) throw requireAsyncError(code.path);
    const instance = this.module(code);
    if (instance.state === 'running') throw requireCycleError(code.path);
    void this.evaluate(code);
    return instance.required;
  }

  private jsonOf(code: ModuleCode): unknown {
    const known = this.json.get(code);
    if (known !== undefined) return known.exports;
    const exports: unknown = JSON.parse(code.source);
    this.json.set(code, { exports });
    return exports;
  }
}

/** A file that exists and cannot be loaded fails where it is asked for, like it would in Node. */
export function asProgramError(failure: FozzyError): Error {
  if (/syntax error|not valid JSON/u.test(failure.message)) return Object.assign(new SyntaxError(failure.message), { cause: failure });
  if (!/native addon/u.test(failure.message)) return Object.assign(new Error(failure.message), { cause: failure });
  // Packages try this and go on without; who cannot is shown the way by whoever reports it.
  const said = failure.message.slice(failure.message.indexOf(': ') + 2);
  return Object.assign(new Error(`${said}: ${failure.hint ?? ''}`), { code: 'ERR_DLOPEN_FAILED' });
}
