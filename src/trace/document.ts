/**
 * One recorded run as data: everything a replay needs, years later, on another machine. The file
 * form is the canonical JSON of this document with the decision log packed (see decide/log-codec.ts).
 */
import type { Json, JsonObject } from '../base/json.ts';
import type { CausalAnswer } from '../decide/causal.ts';
import type { DecisionLog } from '../decide/log.ts';
import type { TraceEvent } from './event.ts';
import type { Isolation, MemoryOptions, MemorySummary, Mode, RunParams, RunSummary } from './summary.ts';

export const TRACE_FORMAT = 'fozzy-trace';
export const TRACE_VERSION = 5;

export interface TraceMemory {
  readonly options: MemoryOptions;
  readonly summary: MemorySummary;
  readonly leaks?: readonly JsonObject[];
  readonly graph?: JsonObject;
}

export interface ShrunkFrom {
  /** BLAKE3 of the trace file that was shrunk, and its run. */
  readonly blake3: string;
  readonly runId: string;
  /** Pointer in the minimised scenario → pointer in the original, where they differ. */
  readonly origins: { readonly [pointer: string]: string };
}

/** What makes a shrunk run special: found again by its causes where an edit of the subject has moved the decisions. */
export interface TraceMinimised {
  /** Decimal text of a u64. */
  readonly entropy: string;
  readonly answers: readonly CausalAnswer[];
}

/** What a simulation was made of: the decisions of a trace mean something only together with this. */
export interface TraceSimulation {
  /** Project-relative and '/'-separated, as `scenario_path` is. */
  readonly file: string;
  readonly name: string;
  /** As declared, with what the command line changed about it. */
  readonly options: JsonObject;
  readonly httpPath: 'fast' | 'wire';
  readonly isolation: Isolation;
  /** Every file of the project that could run, and its content. */
  readonly sources: readonly { readonly path: string; readonly blake3: string }[];
  /** Clients that shrinking left out: the run went without them. */
  readonly withoutClients?: readonly string[];
  /** Nodes that shrinking left out: nothing ran on them. */
  readonly withoutNodes?: readonly string[];
  /** Installed packages, `name@version`. */
  readonly packages: readonly string[];
  readonly minimised?: TraceMinimised;
}

/** How a distributed scenario was explored: with the scenario itself, all that its decisions need to mean something. */
export interface TraceExplore {
  /** The strategy that found the schedule. */
  readonly schedule: string;
  /** Events after which a schedule was cut. */
  readonly steps: number;
  /** Every file of the project the nodes could run, and its content; none for the built-in nodes. */
  readonly sources: readonly { readonly path: string; readonly blake3: string }[];
  readonly packages: readonly string[];
  readonly isolation: Isolation;
  /** After shrinking: pointer in this scenario → pointer in the original, where they differ. */
  readonly origins?: { readonly [pointer: string]: string };
  readonly minimised?: TraceMinimised;
}

/** Which function was fuzzed, and with what: the input itself is the decisions, and stands here once more as it is stored. */
export interface TraceFuzz {
  /** As it can be given to `fozzy fuzz`: `fn:<module>#<export>`, the module relative to the project. */
  readonly target: string;
  readonly input_hex: string;
  /** How inputs become arguments: bytes, string or choices. */
  readonly form: string;
  /** Source text of the arguments, for people. */
  readonly value: string;
  readonly mode: 'coverage' | 'property';
  readonly hangTimeoutMs: number;
  readonly maxInputBytes: number;
  readonly allowHost: boolean;
  /** Where the target had a process of its own. */
  readonly isolation?: 'process';
  /** Error classes that are part of the contract of the target. */
  readonly expected: readonly string[];
  /** What else had to hold: another function it is compared with, laws by their names. */
  readonly against?: string;
  readonly laws: readonly string[];
  readonly sources: readonly { readonly path: string; readonly blake3: string }[];
  readonly packages: readonly string[];
}

/** The input a scenario or simulation was driven by; what it decided stands in the decisions. */
export interface TraceDriven {
  /** As it can be given to `fozzy fuzz`: `scenario:<file>`. */
  readonly target: string;
  readonly input_hex: string;
  /** The files of the project that ran; none of a scenario without code. */
  readonly sources: TraceFuzz['sources'];
}

/** The targets that are driven by an input, instead of called with one. */
export const DRIVEN_PREFIX = 'scenario:';

export interface TraceDocument {
  readonly version: number;
  readonly engine: { readonly version: string; readonly commit?: string };
  readonly mode: Mode;
  readonly params: RunParams;
  /** Project-relative and '/'-separated where it lies in the project, so that identity does not depend on how it was typed. */
  readonly scenarioPath: string | null;
  readonly scenario: JsonObject | null;
  /** Instead of a scenario: code cannot be embedded, so it is named, file by file with its digest. */
  readonly simulation?: TraceSimulation;
  /** Beside a distributed scenario. */
  readonly explore?: TraceExplore;
  /** Of a function that was fuzzed. */
  readonly fuzz?: TraceFuzz;
  /** Of a scenario or simulation that was fuzzed; in the file this is `fuzz` as well. */
  readonly driven?: TraceDriven;
  readonly memory?: TraceMemory;
  readonly decisions: DecisionLog;
  readonly events: readonly TraceEvent[];
  readonly summary: RunSummary;
  readonly shrunkFrom?: ShrunkFrom;
  /** Keys this version does not know; kept and protected by the checksum. */
  readonly unknown?: { readonly [key: string]: Json };
}
