/** One file of the code base: its shape, its compiled function, and where its requests lead. The same for all machines and runs. */
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import type { CodeCache } from './code-cache.ts';
import type { Realm } from './realm.ts';
import type { ModuleRequest, ModuleShape } from './module-shape.ts';
import type { Resolution, ResolveMode } from './resolve.ts';
import { siteTable } from './sites.ts';

/** The function a module became. What it is called with is decided where it is called, from the same shape that wrote it. */
export type ModuleFunction = (this: unknown, ...values: readonly unknown[]) => unknown;

export type Dependency =
  | { readonly kind: 'module'; readonly code: ModuleCode; readonly request: ModuleRequest }
  | { readonly kind: 'foreign'; readonly target: ForeignTarget; readonly request: ModuleRequest };

/** Something that is no ES module: its names are known only when it has run. */
export type ForeignTarget =
  | { readonly kind: 'code'; readonly code: ModuleCode }
  | { readonly kind: 'builtin'; readonly id: string }
  | { readonly kind: 'hosted'; readonly id: string }
  /** It is not there or cannot be loaded, and says so when it is needed. */
  | { readonly kind: 'broken'; readonly resolution: Resolution; readonly specifier: string; readonly importer: string };

/** Where an exported name lives. */
export type ExportTarget =
  | { readonly kind: 'local'; readonly code: ModuleCode; readonly name: string }
  | { readonly kind: 'whole'; readonly code: ModuleCode }
  | { readonly kind: 'foreign'; readonly code: ModuleCode; readonly request: number; readonly name: string };

export interface LinkedModule {
  readonly dependencies: readonly Dependency[];
  /** What its exports are before it runs. */
  readonly template: Readonly<Record<string, unknown>>;
  /** It, or something it imports, waits. */
  readonly suspending: boolean;
  /** Others can read its exports directly: all of them are its own, and nobody can ask before it has run. */
  readonly direct: boolean;
  /** Names of all exports in the order a namespace lists them, without those of foreign modules passed on by `export *`. */
  readonly exports: ReadonlyMap<string, ExportTarget>;
  /** Requests for foreign modules whose names are all passed on. */
  readonly foreignStars: readonly number[];
  /** Why it, or something it imports, cannot be linked, as Node would say it. */
  readonly flaw: string | undefined;
}

export interface ModuleCodeParts {
  readonly path: string;
  readonly query: string;
  readonly digest: string;
  readonly source: string;
  readonly arrayName: string;
  /** Absent for JSON. */
  readonly shape: ModuleShape | undefined;
  /** The script to compile, for a module that waits for others and for one that does not. */
  readonly script: (suspending: boolean) => string;
  /** name@version of an installed package; absent for the user's own files. */
  readonly packageName: string | undefined;
  readonly packageVersion: string | undefined;
  /** Whether its blocks are counted, or only checked. */
  readonly counting: boolean;
  /** Ends the name of its script where the same file is lowered in more than one way. */
  readonly variant: string;
  /** The way TypeScript imports CommonJS when it is compiled to CommonJS itself. */
  readonly interop: boolean;
  readonly cache: CodeCache | undefined;
}

export class ModuleCode {
  readonly path: string;
  readonly query: string;
  /** Path and query: what makes it one module. */
  readonly id: string;
  readonly url: string;
  readonly digest: string;
  readonly source: string;
  readonly shape: ModuleShape | undefined;
  readonly format: 'esm' | 'cjs' | 'json';
  readonly packageName: string | undefined;
  readonly packageVersion: string | undefined;
  readonly counting: boolean;
  readonly interop: boolean;
  readonly arrayName: string;
  /** One instance serves all machines and runs. */
  isShared = false;
  /** Position in the tables of module spaces. */
  index = -1;
  /** What the requests written in the text lead to, by mode and specifier. */
  readonly resolutions = new Map<string, Resolution>();
  /** Made when first needed, dropped when the code base changes. */
  linked: LinkedModule | undefined;
  private readonly cache: CodeCache | undefined;
  private readonly variant: string;
  private readonly script: (suspending: boolean) => string;
  private plain: ModuleFunction | undefined;
  private suspending: ModuleFunction | undefined;
  private readonly scripts: (Script | undefined)[] = [];

  constructor(parts: ModuleCodeParts) {
    this.path = parts.path;
    this.query = parts.query;
    this.id = parts.path + parts.query;
    this.url = pathToFileURL(parts.path).href + parts.query;
    this.digest = parts.digest;
    this.source = parts.source;
    this.shape = parts.shape;
    this.format = parts.shape?.format ?? 'json';
    this.packageName = parts.packageName;
    this.packageVersion = parts.packageVersion;
    this.counting = parts.counting;
    this.variant = parts.variant;
    this.interop = parts.interop;
    this.arrayName = parts.arrayName;
    this.script = parts.script;
    this.cache = parts.cache;
  }

  /** What stacks call it. A file that is lowered in two ways has two names, because its places differ. */
  get fileName(): string {
    return this.variant === '' ? this.path : `${this.path}?${this.variant.slice(1)}`;
  }

  get isUser(): boolean {
    return this.packageName === undefined;
  }

  /** The counters of this file. */
  get counters(): Uint16Array {
    return siteTable().take(this.arrayName, this.shape?.siteCount ?? 0);
  }

  resolution(specifier: string, mode: ResolveMode): Resolution | undefined {
    return this.resolutions.get(`${mode} ${specifier}`);
  }

  /** Which of the two texts its places refer to. */
  get runsSuspending(): boolean {
    return this.suspending !== undefined || this.scripts[1] !== undefined;
  }

  /** Compiled once; the second kind is for modules that have to wait, themselves or for what they import. */
  code(suspending: boolean, realm?: Realm): ModuleFunction {
    if (realm !== undefined) return realm.run(this.scriptOf(suspending), this.countersAsked) as ModuleFunction; // one function expression
    if (suspending) {
      this.suspending ??= this.compile(true);
      return this.suspending;
    }
    this.plain ??= this.compile(false);
    return this.plain;
  }

  private get countersAsked(): { readonly name: string; readonly count: number } {
    return { name: this.arrayName, count: this.shape?.siteCount ?? 0 };
  }

  private compile(suspending: boolean): ModuleFunction {
    return siteTable().compile(this.scriptName(suspending), this.countersAsked, () => {
      // Reason for the cast: the script is one function expression, written by `lower.ts`.
      return this.scriptOf(suspending).runInThisContext() as ModuleFunction;
    });
  }

  private scriptName(suspending: boolean): string {
    return `${this.arrayName}${this.variant}${suspending ? '-waiting' : ''}`;
  }

  private scriptOf(suspending: boolean): Script {
    const known = this.scripts[suspending ? 1 : 0];
    if (known !== undefined) return known;
    const name = this.scriptName(suspending);
    const text = this.script(suspending);
    const cachedData = this.cache?.readCompiled(name, text);
    const script = new Script(text, { filename: this.fileName, ...(cachedData === undefined ? {} : { cachedData }) });
    if (script.cachedDataRejected !== false) this.cache?.noteCompiled(name, text, script);
    this.scripts[suspending ? 1 : 0] = script;
    return script;
  }
}
