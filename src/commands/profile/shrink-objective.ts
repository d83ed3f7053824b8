/** What `profile shrink` keeps: one metric of the run, judged on every candidate. */
import { Session } from 'node:inspector';
import type { Objective } from '../../campaign/shrink/objective.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { buildProfile } from '../../trace/profile/build-profile.ts';
import { metricsOf } from '../../trace/profile/metrics.ts';
import type { Profile } from '../../trace/profile/profile.ts';

export const shrinkMetrics = ['p99_latency', 'cpu_time', 'alloc_bytes'] as const;
export type ShrinkMetric = (typeof shrinkMetrics)[number];
export type Direction = 'increase' | 'decrease';

export interface ObjectiveParts {
  readonly metric: ShrinkMetric;
  readonly direction: Direction;
  readonly subject: Profile['subject'];
}

/** A value of the host is never the same twice; so much less still counts as kept. */
const HOST_TOLERANCE = 0.1;

export class MetricObjective implements Objective {
  readonly observes: boolean;
  readonly #parts: ObjectiveParts;
  readonly #meter: Meter | undefined;
  /** What the recorded run has; the first run that is judged. */
  baseline: number | undefined;

  constructor(parts: ObjectiveParts) {
    this.#parts = parts;
    this.#meter = isOfHost(parts) ? (parts.metric === 'cpu_time' ? new CpuMeter() : new AllocationMeter()) : undefined;
    this.observes = this.#meter === undefined;
  }

  begin(): void {
    this.#meter?.begin();
  }

  holds(outcome: Outcome): boolean {
    const value = this.valueOf(outcome);
    return value !== undefined && this.isKept(value);
  }

  /** Of the run that has just been made. */
  valueOf(outcome: Outcome): number | undefined {
    if (this.#meter !== undefined) return this.#meter.end();
    const metrics = metricsOf(
      buildProfile({ subject: this.#parts.subject, events: outcome.events, virtualTimeMs: outcome.virtualTimeMs, hostTimeMs: 0 }),
    );
    return (this.#parts.metric === 'p99_latency' ? metrics.p99LatencyMs : metrics.allocBytes) ?? undefined;
  }

  close(): void {
    this.#meter?.close();
  }

  isKept(value: number): boolean {
    const limit = this.baseline ?? 0;
    const slack = this.#meter === undefined ? 0 : limit * HOST_TOLERANCE;
    return this.#parts.direction === 'increase' ? value >= limit - slack : value <= limit + slack;
  }
}

/** Steps run no code; what simulations allocate is memory of the host. */
function isOfHost({ metric, subject }: ObjectiveParts): boolean {
  return metric === 'cpu_time' || (metric === 'alloc_bytes' && subject !== 'steps');
}

interface Meter {
  begin(): void;
  end(): number;
  close(): void;
}

/** Of the host: while a simulation is measured, the global `process` is that of a machine. */
const cpuUsage = process.cpuUsage.bind(process);

/** Milliseconds of processor time of this process. */
class CpuMeter implements Meter {
  #from = cpuUsage();

  begin(): void {
    this.#from = cpuUsage();
  }

  end(): number {
    const { user, system } = cpuUsage(this.#from);
    return (user + system) / 1000;
  }

  close(): void {
    // Nothing was opened.
  }
}

const INTERVAL_BYTES = 1024;

/** Bytes that V8 saw allocated; its inspector answers at once, so a run can be measured in the middle of a session. */
class AllocationMeter implements Meter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('HeapProfiler.enable');
  }

  begin(): void {
    // A try that had to be made again never ended.
    this.end();
    const keepAll = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
    this.#session.post('HeapProfiler.startSampling', { samplingInterval: INTERVAL_BYTES, ...keepAll });
  }

  end(): number {
    let bytes = 0;
    this.#session.post('HeapProfiler.stopSampling', (error, answer) => {
      if (error === null) bytes = sizeOf(answer.profile.head);
    });
    return bytes;
  }

  close(): void {
    this.#session.disconnect();
  }
}

interface HeapNode {
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}

function sizeOf({ selfSize, children }: HeapNode): number {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize);
}
