/** What `profile shrink` keeps: one metric of the run, judged on every candidate. */
import type { Objective } from '../../campaign/shrink/objective.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { buildProfile } from '../../trace/profile/build-profile.ts';
import type { RunsApart } from '../../trace/profile/measured-run.ts';
import { metricsOf } from '../../trace/profile/metrics.ts';
import type { CostMetric, Profile } from '../../trace/profile/profile.ts';
import type { FrameNames } from './frame-names.ts';
import { type Meter, openMeter } from './meter.ts';

export const shrinkMetrics = ['p99_latency', 'cpu_time', 'alloc_bytes'] as const;
export type ShrinkMetric = (typeof shrinkMetrics)[number];
export type Direction = 'increase' | 'decrease';

/** A value of the host is never the same twice; so much less still counts as kept. */
const HOST_TOLERANCE = 0.1;
/** And so far from the limit one measurement is enough to give a candidate up. */
const HOST_CLEAR = 0.4;
/** Otherwise so many have to agree, because a collection of garbage alone can double what a run takes. */
const HOST_VOTES = 2;

/** How much of the metric the recorded run has, and what a smaller one has to have of it. */
export interface Limit {
  readonly direction: Direction;
  readonly baseline: number;
  readonly isOfHost: boolean;
}

export function isKept(value: number, { direction, baseline, isOfHost }: Limit): boolean {
  return isWithin(value, { direction, baseline }, isOfHost ? HOST_TOLERANCE : 0);
}

function isWithin(value: number, { direction, baseline }: Omit<Limit, 'isOfHost'>, tolerance: number): boolean {
  const slack = baseline * tolerance;
  return direction === 'increase' ? value >= baseline - slack : value <= baseline + slack;
}

/** Where the value of one run comes from. */
export interface Gauge {
  /** From its events, so it is always the same; otherwise it is measured on the host. */
  readonly observes: boolean;
  /** Right before the run. */
  begin(): void;
  /** Right after it; undefined where it has no such value. */
  valueOf(outcome: Outcome): number | undefined;
  close(): void;
}

/** From events. */
export function eventGauge(metric: 'p99_latency' | 'alloc_bytes', subject: Profile['subject']): Gauge {
  return {
    observes: true,
    begin: () => undefined,
    valueOf: ({ events, virtualTimeMs }) => {
      const metrics = metricsOf(buildProfile({ subject, events, virtualTimeMs, hostTimeMs: 0 }));
      return (metric === 'p99_latency' ? metrics.p99LatencyMs : metrics.allocBytes) ?? undefined;
    },
    close: () => undefined,
  };
}

/** Of runs that this process makes. */
export function meterGauge(metric: CostMetric, names: FrameNames): Gauge {
  const meter: Meter = openMeter(metric, names);
  return { observes: false, begin: () => meter.begin(), valueOf: () => meter.end(), close: () => meter.close() };
}

/** Of runs that measure themselves, each in its process; one that took its process along has no value. */
export function apartGauge(metric: CostMetric, runs: RunsApart): Gauge {
  let heard: number | undefined;
  runs.measuring = { what: metric, heard: ({ cost }) => (heard = cost) };
  return {
    observes: false,
    begin: () => {
      heard = undefined;
    },
    valueOf: () => heard,
    close: () => {
      runs.measuring = undefined;
    },
  };
}

export function metricObjective(gauge: Gauge, limit: Limit): Objective {
  const votes = { kept: 0, lost: 0 };
  const decided = (holds: boolean): boolean => {
    votes.kept = 0;
    votes.lost = 0;
    return holds;
  };
  return {
    observes: gauge.observes,
    begin: () => gauge.begin(),
    holds: (outcome) => {
      const value = gauge.valueOf(outcome);
      if (value === undefined) return decided(false);
      const holds = isKept(value, limit);
      if (!limit.isOfHost || !isWithin(value, limit, HOST_CLEAR)) return decided(holds);
      votes[holds ? 'kept' : 'lost'] += 1;
      return votes[holds ? 'kept' : 'lost'] === HOST_VOTES ? decided(holds) : 'unsure';
    },
  };
}
