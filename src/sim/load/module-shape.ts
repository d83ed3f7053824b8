/** What can be known about a module from its text alone. All of it is plain data, so that it can be kept on disk between runs. */

/** An `import` or `export … from`. */
export interface ModuleRequest {
  readonly specifier: string;
  /** The `type` attribute. */
  readonly type: string | null;
  /** Names that must exist over there. */
  readonly names: readonly string[];
  /** Names that are read from `import * as` and may be missing. */
  readonly members: readonly string[];
  /** Somebody needs all of it as an object. */
  readonly whole: boolean;
  /** Offset of the specifier, for messages. */
  readonly at: number;
}

/** A module named by a literal at a place that may or may not be reached. */
export interface LooseRequest {
  readonly specifier: string;
  readonly mode: 'import' | 'require';
  /** Reached whenever the module is, and not inside `try`: without it the program cannot start. */
  readonly certain: boolean;
  readonly at: number;
}

export interface LocalExport {
  readonly name: string;
  /** Reading it before its declaration ran is an error. */
  readonly late: boolean;
}

export interface IndirectExport {
  readonly name: string;
  readonly request: number;
  /** `*` for the whole module as an object. */
  readonly imported: string;
}

export interface ModuleShape {
  readonly format: 'esm' | 'cjs';
  readonly requests: readonly ModuleRequest[];
  readonly loose: readonly LooseRequest[];
  readonly locals: readonly LocalExport[];
  readonly indirect: readonly IndirectExport[];
  /** Requests whose names are all exported again. */
  readonly stars: readonly number[];
  readonly topLevelAwait: boolean;
  /** `require` is more than called: its properties are wanted as well. */
  readonly richRequire: boolean;
  /** Two numbers per counter: where its block begins and ends. */
  readonly blocks: readonly number[];
  readonly siteCount: number;
}
