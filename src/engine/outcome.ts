/** How one run ended, as values. */
import type { JsonObject } from '../base/json.ts';
import type { DecisionLog } from '../decide/log.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { Finding } from '../trace/finding.ts';
import type { FaultReport, MemorySummary, Status } from '../trace/summary.ts';

export interface MemoryReport {
  readonly summary: MemorySummary;
  readonly leaks: readonly JsonObject[];
  readonly graph: JsonObject;
  readonly timeline: readonly JsonObject[];
}

export interface DecisionMismatch {
  readonly index: number;
  readonly stepPath: string;
  readonly timeMs: number;
  readonly expected: JsonObject | null;
  readonly actual: JsonObject | null;
  /** The code that asked. */
  readonly stack?: string;
}

/** A disk after its machine lost power. */
export interface CrashedDisk {
  /** The machine, and a digest of all that was found on the disk afterwards. */
  readonly disk: string;
  /** How many pending changes did not survive as they were. */
  readonly lost: number;
  /** There were too many legal states to list, so only some of them could come about. */
  readonly isSampled?: true;
}

export interface Outcome {
  readonly status: Status;
  readonly findings: readonly Finding[];
  readonly faults: readonly FaultReport[];
  /** Simulations: the clients that took part. */
  readonly clients?: readonly string[];
  /** Simulations: the nodes that were there. */
  readonly nodes?: readonly string[];
  /** Distributed scenarios: times that were written and could be shorter, in milliseconds, by the pointers of the parts that hold them. */
  readonly durations?: ReadonlyMap<string, number>;
  /** Distributed scenarios: values that clients put and that could be others, by the pointers of the puts. */
  readonly values?: ReadonlyMap<string, string>;
  /** Distributed scenarios: asserts and invariants that were judged, by their pointers. */
  readonly judged?: ReadonlySet<string>;
  /** Simulations: findings the scenario switched off, and how often each would have been one. */
  readonly allowed?: Readonly<Record<string, number>>;
  /** Simulations: the disks that power losses left, in their order. */
  readonly powerLosses?: readonly CrashedDisk[];
  readonly memory: MemoryReport | undefined;
  readonly virtualTimeMs: number;
  readonly stepsExecuted: number;
  /** Cut by a limit before it came to its end, which is no failure. */
  readonly truncated?: boolean;
  readonly log: DecisionLog;
  /** Runs that differ only in the order of things that have nothing to do with each other have the same; known where footprints were kept. */
  readonly scheduleClass?: string;
  /** It went as it did for the random values it drew; others have schedules of their own. Known where footprints were kept. */
  readonly usesRandomness?: boolean;
  /** Empty unless the run was observed. */
  readonly events: readonly TraceEvent[];
  readonly interrupted: boolean;
  /** The search ended it on the way, because the rest was seen before; it tells nothing about the subject. */
  readonly isRedundant?: boolean;
  /** In replays: where the run asked something the recording does not answer. */
  readonly mismatch: DecisionMismatch | undefined;
  /** In replays: decisions the recording has left. */
  readonly unusedDecisions: number;
}
