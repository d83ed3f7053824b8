/** What a fuzz worker and its parent say to each other. */
import type { ChoiceSequence } from '../input/choice-sequence.ts';
import type { JsonObject } from '../../base/json.ts';
import type { U64 } from '../../base/u64.ts';
import type { CodeCacheOptions } from '../../sim/load/code-cache.ts';
import type { CostMetric, Measured } from '../../trace/profile/profile.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';

/** The draws of an input with their bounds, as they travel between threads. */
export type PlainDraws = Pick<ChoiceSequence, 'words' | 'numbers' | 'objects' | 'spanNumbers'>;

export type FormName = 'auto' | 'bytes' | 'string' | 'choices';

export type Isolation = 'auto' | 'thread' | 'process';

/** Which function, or which declaration of a file that declares targets. */
export interface FunctionOrder {
  /** Absolute. */
  readonly path: string;
  /** Absent where the file declares its targets itself and has only one. */
  readonly exported: string | undefined;
  readonly isDeclared: boolean;
  /** As the user named it. */
  readonly told: string;
}

/** A scenario or simulation that inputs drive; what it is made of is known to whoever opens it. */
export interface DrivenOrder {
  readonly subject: JsonObject;
  /** Where decisions come from when the input is used up. */
  readonly seed: U64;
}

export interface WorkerOrder {
  readonly memory: SharedArrayBuffer;
  /** Absolute: what lies below it is the project. */
  readonly root: string;
  readonly target: FunctionOrder;
  /** Instead of a function. */
  readonly driven?: DrivenOrder;
  readonly against?: FunctionOrder;
  /** Laws by their names: round trip and idempotence need a second function or none. */
  readonly laws: readonly LawOrder[];
  readonly form: FormName;
  readonly isProperty: boolean;
  /** Error classes that are part of the contract. */
  readonly expected: readonly string[];
  readonly hangTimeoutMs: number;
  readonly maxInputBytes: number;
  readonly allowHost: boolean;
  /** Where it runs: auto is a thread, until the target does what a thread cannot hold. */
  readonly isolation: Isolation;
  /** Whether the real clock is looked at; a search that must repeat itself cannot judge how long something took. */
  readonly isTimed: boolean;
  /** Installed packages that are counted like the code of the user. */
  readonly instrumented: readonly string[];
  /** Where code is kept between searches. */
  readonly cache?: CodeCacheOptions | undefined;
  /** Whether comparisons are watched; only a search needs that. */
  readonly isSearch: boolean;
}

export type LawOrder =
  | { readonly law: 'split' }
  | { readonly law: 'idempotent' }
  | { readonly law: 'round_trip' | 'lossless'; readonly inverse: FunctionOrder };

export interface SearchOrder {
  readonly seed: U64;
  /** How many workers this search has lost; each goes on with random numbers of its own. */
  readonly generation: number;
  readonly executed: number;
  readonly runs: number;
  readonly timeMs: number | undefined;
  readonly resting: number;
  readonly stopsAtFirst: boolean;
  /** The corpus so far, and what was found. */
  readonly entries: readonly Uint8Array[];
  readonly buckets: readonly string[];
  /** Inputs that cost a worker its life. */
  readonly deadly: readonly Uint8Array[];
}

export type ToWorker =
  | { readonly is: 'search'; readonly order: SearchOrder }
  | { readonly is: 'examine'; readonly bytes: Uint8Array }
  /** What the input is, without a call. */
  | { readonly is: 'read'; readonly bytes: Uint8Array }
  | { readonly is: 'cover'; readonly bytes: Uint8Array }
  /** What such calls cost, and where. */
  | { readonly is: 'measure'; readonly bytes: Uint8Array }
  /** The same as one number, and much sooner. */
  | { readonly is: 'cost'; readonly bytes: Uint8Array; readonly metric: CostMetric };

export interface FileCoverage {
  /** Absolute. */
  readonly path: string;
  readonly blake3: string;
  readonly blocks: number;
  readonly coveredBlocks: number;
}

export interface SearchEnd {
  readonly executed: number;
  readonly stoppedBy: 'runs' | 'time' | 'failure' | 'stopped';
  readonly blocks: number;
  readonly features: number;
  readonly freshMax: number;
  readonly files: readonly FileCoverage[];
}

/** What the code of a target consists of. */
export interface CodeFacts {
  readonly files: readonly { readonly path: string; readonly blake3: string }[];
  readonly packages: readonly string[];
}

/** Warnings that only whoever executes the target can give. */
export type RemarkCode = 'late_failure_not_placed' | 'native_code_left_out';

export type FromWorker =
  | { readonly is: 'ready'; readonly form: FormName; readonly code: CodeFacts; readonly guess?: string }
  | { readonly is: 'refused'; readonly code: string; readonly message: string; readonly hint: string | null; readonly details?: JsonObject }
  | { readonly is: 'broken'; readonly message: string }
  | { readonly is: 'kept'; readonly bytes: Uint8Array }
  | { readonly is: 'found'; readonly finding: RawFinding; readonly bytes: Uint8Array }
  | { readonly is: 'remarked'; readonly code: RemarkCode; readonly remark: string }
  | { readonly is: 'searched'; readonly end: SearchEnd }
  | {
      readonly is: 'examined';
      readonly finding: RawFinding | undefined;
      readonly rendered: string;
      readonly bytes: Uint8Array;
      readonly draws?: PlainDraws;
    }
  | { readonly is: 'covered'; readonly features: Uint32Array | undefined }
  | { readonly is: 'measured'; readonly measured: Measured }
  /** Undefined where a call had to be ended by force, or never came to an end. */
  | { readonly is: 'costed'; readonly cost: number | undefined };
