/** How a run ended, as printed, stored as report.json and embedded in traces. */
import type { Json } from '../base/json.ts';
import type { Finding } from './finding.ts';

export type Status = 'pass' | 'fail' | 'error' | 'timeout' | 'crash';
export type Mode = 'run' | 'test' | 'fuzz' | 'explore' | 'replay' | 'shrink';

export interface Backends {
  readonly proc: 'scripted' | 'host';
  readonly fs: 'virtual' | 'host';
  readonly http: 'scripted' | 'host';
}

/** Initial options of the memory model; the trace stores these. */
export interface MemoryOptions {
  readonly track: boolean;
  readonly limit_mb?: number;
  readonly fail_after_allocs?: number;
  /** Decimal text of a u64. */
  readonly fragmentation_seed?: string;
  readonly pressure_wave?: string;
  readonly fail_on_leak: boolean;
  readonly leak_budget_bytes?: number;
  readonly artifacts: boolean;
  /** Budgets whose excess is a warning: bytes allocated over the run, bytes in use at once. */
  readonly heap_alloc_budget_bytes?: number;
  readonly heap_in_use_budget_bytes?: number;
}

export interface MemorySummary {
  readonly allocCount: number;
  readonly freeCount: number;
  readonly failedAllocCount: number;
  readonly inUseBytes: number;
  readonly peakBytes: number;
  readonly leakedBytes: number;
  readonly leakedAllocs: number;
  readonly hostPeakRssBytes?: number;
}

export interface FaultReport {
  readonly id: string;
  readonly type: string;
  readonly stepPath?: string;
  /** False: this run drew the rate 0 for it, so it could not strike. In a search: it could in none of the runs. */
  readonly armed: boolean;
  readonly fired: boolean;
  readonly count: number;
  readonly firstFiredAtMs?: number;
  /** Simulations and distributed scenarios: whether firing changed anything. */
  readonly effect?: boolean;
  readonly inFailure?: boolean;
  /** Only in the summary of a whole `test`: the result it belongs to. */
  readonly ordinal?: number;
}

export interface RunIdentity {
  readonly runId: string;
  readonly seed: string;
  readonly tracePath?: string;
  readonly reportPath: string;
  readonly artifactsDir: string;
  /** Traces of one scenario of `test` name the command's run. */
  readonly parentRunId?: string;
}

export interface RunParams {
  readonly det: boolean;
  readonly timeoutMs?: number;
  readonly backends: Backends;
  readonly memory?: MemoryOptions;
  readonly commandLine: readonly string[];
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly notRun: number;
}

export interface TestResult {
  readonly ordinal: number;
  readonly path: string;
  readonly name: string;
  readonly group?: string;
  readonly tags: readonly string[];
  readonly status: Status | 'skipped' | 'not_run';
  readonly expected: 'pass' | 'fail' | 'timeout' | 'crash';
  readonly ok: boolean;
  readonly seed: string;
  readonly durationMs: number;
  readonly virtualTimeMs: number;
  readonly tracePath?: string;
  readonly reason?: string;
  readonly findings: readonly Finding[];
}

export interface Divergence {
  readonly in: 'decision' | 'event' | 'finding' | 'memory' | 'status';
  readonly index: number;
  readonly stepPath: string;
  readonly timeMs: number;
  readonly expected: Json;
  readonly actual: Json;
}

export interface ReplaySection {
  readonly reproduced: boolean;
  readonly recordedStatus: Status;
  readonly status: Status;
  readonly recordedFingerprints: readonly string[];
  readonly fingerprints: readonly string[];
  readonly checksum: 'valid' | 'missing' | 'unverifiable';
  /** The sources have changed since; the decisions were found again by what caused them, and only the failure was compared. */
  readonly foundBy?: 'causes' | 'search';
  readonly firstDivergence?: Divergence;
}

export interface ShrinkSize {
  readonly steps: number;
  readonly bytes: number;
  readonly picks: number;
  readonly faults: number;
}

export interface ShrinkSection {
  readonly preserved: boolean;
  readonly fingerprint: string | null;
  readonly minimal: boolean;
  readonly stoppedBy: 'minimal' | 'budget' | 'interrupted' | 'nothing_to_shrink';
  readonly candidates: number;
  /** Clients, or script steps, that stay although it fails without them: a check may count on what they do. */
  readonly inDoubt?: readonly string[];
  /** Absent after an interruption, which writes no trace. */
  readonly out?: string;
  readonly reason?: string;
  readonly before: ShrinkSize;
  readonly after: ShrinkSize;
}

/** Disks that machines came back with after they lost power. */
export type CrashStateCount = {
  /** Power losses over all runs. */
  readonly tried: number;
  /** Of what they left, how much was different. */
  readonly distinct: number;
  /** Those at which there were too many legal states to offer all of them. */
  readonly sampled: number;
};

/** An alias rather than an interface, so that it counts as JSON. */
export type SearchSection = {
  readonly strategy: string;
  readonly schedules: number;
  /** Runs that are not equivalent: those that differ only in the order of what has nothing to do with each other count once. */
  readonly distinctSchedules: number;
  /** Different places that runs came to, counted the same way; absent where runs are made in processes of their own. */
  readonly statesVisited?: number;
  /** Runs that were cut short by a limit. */
  readonly truncatedSchedules: number;
  readonly events: number;
  readonly crashStates?: CrashStateCount;
  readonly exhaustive: boolean;
  readonly stoppedBy: 'failure' | 'runs' | 'time' | 'exhausted' | 'interrupted';
  readonly failingSchedule?: number;
  /** Where a search of everything says what it has shown. */
  readonly certificate?: string;
};

/** An alias rather than an interface, so that it counts as JSON. */
export type FuzzSection = {
  /** As the command line names it, with a path from the project. */
  readonly target: string;
  /** What the target was called with. */
  readonly input: string;
  readonly executed: number;
  readonly execPerSec: number;
  /** Places in the code that were reached. */
  readonly edges: number;
  readonly failures: readonly FuzzFailure[];
  readonly corpusDigest: string;
  /** Inputs that the search added to it. */
  readonly corpusAdded: number;
  readonly stoppedBy: 'failure' | 'runs' | 'time' | 'interrupted';
};

type FuzzFailure = {
  readonly fingerprint: string;
  readonly title: string;
  readonly count: number;
  readonly tracePath?: string;
  readonly inputPath: string;
  readonly minInputPath?: string;
};

/** How far the runs of a simulation are kept apart, from the fastest to the strictest. */
export type Isolation = 'shared' | 'fresh' | 'context' | 'process';

/** Which simulation a run was of, and what happened in it. */
export interface SimulationSection {
  readonly file: string;
  readonly name: string;
  readonly httpPath: 'fast' | 'wire';
  readonly isolation: Isolation;
  /** Why runs had to be kept further apart than usual. */
  readonly isolationReason?: string;
  /** Findings that the scenario switched off, and how often each would have been one in all the runs that were made. */
  readonly allowed?: Readonly<Record<string, number>>;
  readonly decisions: number;
  readonly transitions: number;
}

export interface PolicyError {
  readonly code: 'strict_warnings';
  readonly message: string;
  readonly status: Status;
  readonly hint: string;
}

/** Field order here is the key order of the JSON document. */
export interface RunSummary {
  readonly status: Status;
  readonly mode: Mode;
  readonly identity: RunIdentity;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly durationNs: number;
  readonly virtualTimeMs: number;
  readonly params: RunParams;
  readonly interrupted?: true;
  readonly tests?: TestCounts;
  readonly results?: readonly TestResult[];
  readonly memory?: MemorySummary;
  readonly simulation?: SimulationSection;
  readonly findings: readonly Finding[];
  readonly faults: readonly FaultReport[];
  readonly search?: SearchSection;
  readonly fuzz?: FuzzSection;
  /** One part of the work; from 1. */
  readonly shard?: { readonly index: number; readonly of: number };
  readonly replay?: ReplaySection;
  readonly shrink?: ShrinkSection;
  readonly policyError?: PolicyError;
}
