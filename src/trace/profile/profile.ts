/**
 * What a run spent: virtual time, input and output, turns of the scheduler, memory, and, where it was measured, processor time. Everything
 * but the last comes from events of the engine, so two profiles of the same trace are the same.
 */

/** What code costs, as one number: milliseconds of processor time, or bytes. */
export type CostMetric = 'cpu_time' | 'alloc_bytes';

/** In the order they are told. */
export const profileDomains = ['cpu', 'heap', 'latency', 'io', 'sched'] as const;
export type ProfileDomain = (typeof profileDomains)[number];

/** Something that took virtual time. */
export interface Span {
  /** `step`, `request` and `serve` of HTTP, `operation` of a history, `message` that a fault held back, `event` of a schedule, `pause`. */
  readonly kind: 'step' | 'request' | 'serve' | 'operation' | 'message' | 'event' | 'pause';
  /** The same for the same work in another run: what is done, and where it is said to be done. */
  readonly name: string;
  /** The task, node or client that did it. */
  readonly actor: string;
  readonly startMs: number;
  readonly endMs: number;
  /** What no child of it took. */
  readonly selfMs: number;
  readonly isOk: boolean;
  /** It had not ended when the run did, so how long it takes is not known. */
  readonly isOpen: boolean;
  /** Place of the enclosing span in the list. */
  readonly parent: number | undefined;
  /** Places of its first and last event. */
  readonly events: readonly [first: number, last: number];
}

/** One use of the world outside the code. */
export interface IoOperation {
  readonly kind: 'http' | 'fs' | 'proc' | 'net';
  readonly name: string;
  readonly actor: string;
  /** What was spoken to: a node, a service, a disk. */
  readonly peer: string;
  readonly atMs: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly event: number;
}

/** One turn the scheduler gave to somebody. */
export interface Turn {
  readonly actor: string;
  readonly label: string;
  readonly atMs: number;
  readonly event: number;
}

/** A stretch of virtual time in which nothing could happen, and what ended it. */
export interface Wait {
  readonly reason: string;
  readonly actor: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly event: number;
}

export interface Allocation {
  readonly allocId: number;
  readonly site: string;
  /** The step, for a flame graph: outermost first. */
  readonly path: readonly string[];
  readonly bytes: number;
  readonly atMs: number;
  readonly freedAtMs: number | undefined;
  readonly event: number;
}

/** A function of the user, of a package, of Node or of Fozzy, at its place in the source. */
export interface Frame {
  readonly name: string;
  /** Project-relative where it lies in the project. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly origin: 'user' | 'package' | 'node' | 'engine';
}

/** Weighted call stacks; frames are given by their places in `frames`, outermost first. */
export interface Stacks {
  readonly frames: readonly Frame[];
  readonly stacks: readonly { readonly frames: readonly number[]; readonly value: number; readonly count: number }[];
}

/** Samples of V8's profiler over several replays of the same run; values are microseconds of all of them together. */
export interface CpuSamples extends Stacks {
  readonly intervalUs: number;
  /** Processor time of each replay. */
  readonly replaysUs: readonly number[];
}

/** Samples of V8's heap profiler over several replays of the same run; values are bytes of all of them together. */
export interface AllocationSamples extends Stacks {
  readonly intervalBytes: number;
  readonly replays: number;
}

/** What samplers saw of the same run, made again and again. */
export interface Measured {
  readonly cpu: CpuSamples;
  readonly allocations: AllocationSamples;
}

export interface Profile {
  readonly subject: 'steps' | 'distributed' | 'simulation' | 'fuzz';
  readonly virtualTimeMs: number;
  /** How long the run took on the machine it was recorded on. */
  readonly hostTimeMs: number;
  readonly spans: readonly Span[];
  readonly io: readonly IoOperation[];
  readonly turns: readonly Turn[];
  readonly waits: readonly Wait[];
  /** Of the memory model. */
  readonly allocations: readonly Allocation[];
  readonly peakBytes: number;
  readonly cpu: CpuSamples | undefined;
  readonly allocationSamples: AllocationSamples | undefined;
}

/** Null where the domain has no data. */
export interface ProfileMetrics {
  readonly virtualTimeMs: number;
  readonly hostTimeMs: number;
  readonly cpuTimeMs: number | null;
  readonly allocBytes: number | null;
  readonly inUseBytes: number | null;
  readonly p50LatencyMs: number | null;
  readonly p95LatencyMs: number | null;
  readonly p99LatencyMs: number | null;
  readonly maxLatencyMs: number | null;
  readonly ioOps: number | null;
  readonly schedOps: number | null;
}

export function hasDomain(profile: Profile, domain: ProfileDomain): boolean {
  switch (domain) {
    case 'cpu':
      return profile.cpu !== undefined && profile.cpu.stacks.length > 0;
    case 'heap':
      return profile.allocations.length > 0 || (profile.allocationSamples?.stacks.length ?? 0) > 0;
    case 'latency':
      return profile.spans.length > 0;
    case 'io':
      return profile.io.length > 0;
    case 'sched':
      return profile.turns.length > 0;
  }
}

export function domainsOf(profile: Profile): readonly ProfileDomain[] {
  return profileDomains.filter((domain) => hasDomain(profile, domain));
}
