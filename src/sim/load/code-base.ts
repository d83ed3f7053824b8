/**
 * All code a campaign may run: the files of the subjects and of the packages they use, lowered and ready to be compiled. It is the only
 * part of the simulation that reads source files. Files are read in one fixed order, so the same files always get the same numbers.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { blake3Hex } from '../../base/blake3.ts';
import { FozzyError } from '../../base/problem.ts';
import { CodeCache, type CodeCacheOptions } from './code-cache.ts';
import { linkModules } from './link.ts';
import type { Place } from './load-problem.ts';
import { notFoundProblem, unreadableProblem } from './load-problem.ts';
import { ModuleCode, type ModuleCodeParts } from './module-code.ts';
import { loadNative, type Native } from './native.ts';
import { installedPackage, PackageScopes } from './package-scope.ts';
import type { Detail, PreparedSource, SourceText } from './prepare-source.ts';
import { arrayNameOf, checkFileType, checkJson, isJson, isPlain, prepareSource } from './prepare-source.ts';
import type { Resolution, ResolveMode } from './resolve.ts';
import { ModuleResolver } from './resolve.ts';
import { markShared } from './shared-marks.ts';
import { requestPlace } from './written-offset.ts';

export interface CodeBaseOptions {
  /** Packages that are not loaded but shared with the host: Fozzy itself, and what the user names. */
  readonly hosted?: Iterable<string>;
  /** Installed packages of which one instance may serve all machines and runs. */
  readonly shared?: (packageName: string) => boolean;
  /** How closely counted code is watched; blocks unless given. */
  readonly detail?: Detail;
  /** Which installed packages are counted like the user's own code. */
  readonly counted?: (packageName: string) => boolean;
  /** Where lowered and compiled code is kept between processes. */
  readonly cache?: CodeCacheOptions | undefined;
}

export interface CodeSources {
  /** The user's own files. */
  readonly files: readonly { readonly path: string; readonly blake3: string }[];
  /** Installed packages as `name@version`. */
  readonly packages: readonly string[];
  /** Packages answered by the host. */
  readonly hosted: readonly string[];
}

interface Visit {
  readonly resolution: Resolution & { readonly kind: 'file' };
  readonly importer: Place | undefined;
}

export class CodeBase {
  private readonly codes = new Map<string, ModuleCode>();
  private readonly failures = new Map<string, FozzyError>();
  /** Paths that programs asked for while they ran. */
  private readonly wishes = new Set<string>();
  private readonly signatures = new Map<string, string>();
  private readonly table: ModuleCode[] = [];
  private readonly entries = new Set<string>();
  private readonly scopes = new PackageScopes();
  private readonly native: Native;
  private readonly resolver: ModuleResolver;
  private readonly shared: CodeBaseOptions['shared'];
  private readonly detail: Detail;
  private readonly counted: NonNullable<CodeBaseOptions['counted']>;
  private readonly cache: CodeCache | undefined;
  /** For other processes that load the same code. */
  readonly keptIn: CodeCacheOptions | undefined;

  private constructor(native: Native, options: CodeBaseOptions) {
    this.native = native;
    this.resolver = new ModuleResolver(native, new Set(options.hosted ?? []));
    this.shared = options.shared;
    this.detail = options.detail ?? 'blocks';
    this.counted = options.counted ?? (() => false);
    this.keptIn = options.cache;
    this.cache = options.cache === undefined ? undefined : new CodeCache(options.cache);
  }

  static async open(options: CodeBaseOptions = {}): Promise<CodeBase> {
    return new CodeBase(await loadNative(), options);
  }

  /**
   * Makes sure that the file and everything it can reach by name is loaded. Asked for a file it has, it looks for changes in all files and
   * loads again only what changed.
   */
  add(path: string): ModuleCode {
    const entry = realPath(path);
    const again = this.entries.has(entry);
    this.entries.add(entry);
    if (again) this.refresh();
    else this.load([{ kind: 'file', path: entry, query: '' }]);
    const code = this.codes.get(entry);
    const failure = this.failures.get(entry);
    if (code === undefined) throw failure ?? unreadableProblem(entry, new Error('it was not loaded'));
    return code;
  }

  /** For a file that a program asks for while it runs: what keeps it from being loaded is told to the program, which may have another way. */
  addIfPossible(path: string): void {
    this.wishes.add(path);
    this.load([]);
  }

  /** The code a resolution leads to. What could not be loaded says why. */
  find(resolution: Resolution): ModuleCode | undefined {
    return resolution.kind === 'file' ? this.codes.get(resolution.path + resolution.query) : undefined;
  }

  failure(resolution: Resolution): FozzyError | undefined {
    return resolution.kind === 'file' ? this.failures.get(resolution.path + resolution.query) : undefined;
  }

  byPath(path: string): ModuleCode | undefined {
    return this.codes.get(path);
  }

  resolve(specifier: string, importer: string, mode: ResolveMode): Resolution {
    return this.resolver.resolve(specifier, importer, mode);
  }

  /** How the code of a file came about, worked out again. */
  explain({ path, query, source, digest, counting }: ModuleCode): PreparedSource {
    return prepareSource(this.native, { path, query, source, digest, scope: this.scopes.of(path), counting, detail: this.detail }, true);
  }

  /** Lowered and compiled code for the next process; best called when much of it has run. */
  keep(): void {
    this.cache?.keep();
  }

  /** Ready to run. */
  link(code: ModuleCode): ModuleCode {
    linkModules(code, (resolution) => this.find(resolution));
    return code;
  }

  /** All modules, in the order of their numbers. */
  get modules(): readonly ModuleCode[] {
    return this.table;
  }

  get sources(): CodeSources {
    const files = this.table.filter((code) => code.isUser).map((code) => ({ path: code.path, blake3: code.digest }));
    const packages = this.table.flatMap((code) =>
      code.packageName === undefined ? [] : [`${code.packageName}@${code.packageVersion ?? '?'}`],
    );
    const hosted = this.table.flatMap((code) =>
      [...code.resolutions.values()].flatMap((each) => (each.kind === 'hosted' ? [each.package] : [])),
    );
    return {
      files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      packages: [...new Set(packages)].toSorted(),
      hosted: [...new Set(hosted)].toSorted(),
    };
  }

  private refresh(): void {
    this.resolver.forget();
    this.scopes.forget();
    this.failures.clear();
    for (const [id, code] of this.codes) if (this.signatures.get(code.path) !== signature(code.path)) this.codes.delete(id);
    for (const code of this.codes.values()) {
      code.linked = undefined;
      code.resolutions.clear();
    }
    this.load([...this.entries].map((path) => ({ kind: 'file', path, query: '' })));
  }

  /** First what must be there, then what only may be: a failure there is found when the program asks for it. */
  private load(roots: readonly Visit['resolution'][]): void {
    const certain: Visit[] = roots.map((resolution) => ({ resolution, importer: undefined }));
    const possible: Visit[] = [...this.wishes].map((path) => ({ resolution: { kind: 'file', path, query: '' }, importer: undefined }));
    const seen = new Set<string>();
    for (const visit of certain) this.visit(visit, certain, possible, seen);
    for (const visit of possible) {
      try {
        this.visit(visit, possible, possible, seen);
      } catch (error) {
        if (!(error instanceof FozzyError)) throw error;
        const id = visit.resolution.path + visit.resolution.query;
        this.codes.delete(id);
        this.failures.set(id, error);
      }
    }
    this.number();
    this.share();
  }

  /** Decides which packages are shared, with what they need: those of the options, unless others are given. */
  share(wanted = this.shared): void {
    if (wanted !== undefined) markShared(this.table, wanted, (resolution) => this.find(resolution));
  }

  private visit({ resolution, importer }: Visit, certain: Visit[], possible: Visit[], seen: Set<string>): void {
    const id = resolution.path + resolution.query;
    if (seen.has(id)) return;
    seen.add(id);
    const known = this.codes.get(id);
    if (known !== undefined && known.resolutions.size > 0) return;
    const code = known ?? this.read(resolution, importer);
    this.codes.set(id, code);
    this.follow(code, certain, possible);
  }

  private follow(code: ModuleCode, certain: Visit[], possible: Visit[]): void {
    for (const { specifier, at } of code.shape?.requests ?? []) {
      const importer = requestPlace(code, specifier, at);
      const resolution = this.settle(code, specifier, 'import');
      if (resolution.kind === 'missing') throw notFoundProblem(importer, specifier, resolution.reason);
      if (resolution.kind === 'file') certain.push({ resolution, importer });
    }
    for (const request of code.shape?.loose ?? []) {
      const importer = requestPlace(code, request.specifier, request.at);
      const resolution = this.settle(code, request.specifier, request.mode);
      const isCertain = request.certain && code.isUser && code.format === 'cjs';
      if (resolution.kind === 'missing' && isCertain) throw notFoundProblem(importer, request.specifier, resolution.reason);
      if (resolution.kind === 'file') (isCertain ? certain : possible).push({ resolution, importer });
    }
  }

  private settle(code: ModuleCode, specifier: string, mode: ResolveMode): Resolution {
    const resolution = this.resolver.resolve(specifier, code.path, mode);
    code.resolutions.set(`${mode} ${specifier}`, resolution);
    return resolution;
  }

  private read({ path, query }: Visit['resolution'], importer: Place | undefined): ModuleCode {
    checkFileType(path, importer);
    const source = readSource(path);
    this.signatures.set(path, signature(path));
    const scope = this.scopes.of(path);
    const packageName = installedPackage(path);
    const counting = packageName === undefined || this.counted(packageName);
    const variant = this.detail === 'comparisons' ? '-compared' : '';
    const of = { packageName, packageVersion: scope.version, counting, variant, cache: this.cache };
    const base = { path, query, digest: blake3Hex(source), source, ...of };
    if (isJson(path)) {
      checkJson(path, source);
      return new ModuleCode({ ...base, arrayName: '', shape: undefined, script: () => '', interop: false });
    }
    return new ModuleCode({
      ...base,
      ...this.lower({ path, query, source, digest: base.digest, scope, counting, detail: this.detail }, variant),
    });
  }

  private lower(text: SourceText, variant: string): Pick<ModuleCodeParts, 'arrayName' | 'shape' | 'script' | 'interop'> {
    const again = (suspending: boolean) => prepareSource(this.native, text).lowered.text(suspending).text;
    const plain = isPlain(text.path);
    const known = plain ? this.cache?.readLowered(arrayNameOf(text, text.digest) + variant, text.digest) : undefined;
    if (known !== undefined) {
      const { shape, script } = known;
      const choose = (suspending: boolean) => (suspending === shape.topLevelAwait ? script : again(suspending));
      return { arrayName: arrayNameOf(text, text.digest), shape, script: choose, interop: false };
    }
    const { lowered, arrayName, commonJsNames } = prepareSource(this.native, text);
    const { shape } = lowered;
    // Only the text is kept: the syntax tree behind it is many times as large.
    const script = lowered.text(shape.topLevelAwait).text;
    if (plain) this.cache?.noteLowered(arrayName + variant, text.digest, { shape, script });
    return {
      arrayName,
      shape,
      script: (suspending) => (suspending === shape.topLevelAwait ? script : again(suspending)),
      interop: commonJsNames,
    };
  }

  /** Numbers never change, so that counters and tables made earlier stay right. */
  private number(): void {
    const byId = new Map(this.table.map((code) => [code.id, code.index]));
    for (const code of [...this.codes.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      code.index = byId.get(code.id) ?? this.table.length;
      this.table[code.index] = code;
    }
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw unreadableProblem(path, error);
  }
}

function readSource(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    return text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
  } catch (error) {
    throw unreadableProblem(path, error);
  }
}

function signature(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
}
