/**
 * Two sides of runs compared, metric by metric. A virtual metric is exact, so any change of some size counts; a metric of the host counts
 * only when the measurements are far enough apart for their spread.
 */
import { mean, metricsOf } from './metrics.ts';
import type { Profile, ProfileDomain, ProfileMetrics } from './profile.ts';

export type Verdict = 'regression_detected' | 'minor_regression' | 'improvement' | 'stable';

export interface MetricChange {
  readonly domain: ProfileDomain;
  readonly metric: keyof ProfileMetrics;
  readonly left: number;
  readonly right: number;
  readonly delta: number;
  readonly deltaPct: number;
  readonly classification: 'regression' | 'improvement' | 'noise';
  readonly isSignificant: boolean;
  readonly severity: 'critical' | 'high' | 'medium' | 'low';
  /** Between 0 and 1: how sure it is that the sides differ at all. */
  readonly confidence: number;
  readonly confidenceMeta: {
    readonly timeBase: 'virtual' | 'host';
    readonly leftSamples: number;
    readonly rightSamples: number;
    readonly method: 'exact' | 'welch' | 'single_measurement';
  };
}

export interface ProfileDiff {
  readonly domains: readonly ProfileDomain[];
  readonly summary: {
    readonly verdict: Verdict;
    readonly regressions: number;
    readonly improvements: number;
    readonly worst: string | null;
  };
  /** Every metric that changed, the worst first. */
  readonly regressions: readonly MetricChange[];
}

interface MetricKind {
  readonly domain: ProfileDomain;
  readonly isHost: boolean;
}

const kinds: Readonly<Record<keyof ProfileMetrics, MetricKind>> = {
  virtualTimeMs: { domain: 'latency', isHost: false },
  hostTimeMs: { domain: 'cpu', isHost: true },
  cpuTimeMs: { domain: 'cpu', isHost: true },
  allocBytes: { domain: 'heap', isHost: false },
  inUseBytes: { domain: 'heap', isHost: false },
  p50LatencyMs: { domain: 'latency', isHost: false },
  p95LatencyMs: { domain: 'latency', isHost: false },
  p99LatencyMs: { domain: 'latency', isHost: false },
  maxLatencyMs: { domain: 'latency', isHost: false },
  ioOps: { domain: 'io', isHost: false },
  schedOps: { domain: 'sched', isHost: false },
};

export function diffProfiles(left: readonly Profile[], right: readonly Profile[], domains: readonly ProfileDomain[]): ProfileDiff {
  const [before, after] = [left.map(metricsOf), right.map(metricsOf)];
  const changes = (Object.keys(kinds) as (keyof ProfileMetrics)[]) // the keys of a record of exactly these names
    .filter((metric) => domains.includes(kinds[metric].domain))
    .flatMap((metric) => changeOf(metric, measurements(metric, left, before), measurements(metric, right, after)) ?? [])
    .sort((a, b) => rankOf(b) - rankOf(a));
  return { domains, summary: summaryOf(changes), regressions: changes };
}

interface Measurements {
  readonly values: readonly number[];
  readonly isHost: boolean;
}

/** Processor time was measured once per replay; everything else once per run. What code allocates is sampled, hence of the host too. */
function measurements(metric: keyof ProfileMetrics, profiles: readonly Profile[], metrics: readonly ProfileMetrics[]): Measurements {
  const isSampled = metric === 'allocBytes' && profiles.some(isOnlySampled);
  const isHost = kinds[metric].isHost || isSampled;
  if (metric === 'cpuTimeMs') return { isHost, values: profiles.flatMap(({ cpu }) => (cpu?.replaysUs ?? []).map((us) => us / 1000)) };
  return { isHost, values: metrics.flatMap((each) => each[metric] ?? []) };
}

/** What code allocates that was not sampled is not nothing. */
function isOnlySampled({ allocations, allocationSamples, subject }: Profile): boolean {
  return allocations.length === 0 && (allocationSamples !== undefined || subject !== 'steps');
}

/** Nothing where the metric did not change, or where a side has none. A domain that only one side has counts from nothing. */
function changeOf(metric: keyof ProfileMetrics, before: Measurements, after: Measurements): MetricChange | undefined {
  const isHost = before.isHost || after.isHost;
  if (before.values.length === 0 && after.values.length === 0) return undefined;
  if (isHost && (before.values.length === 0 || after.values.length === 0)) return undefined;
  const [left, right] = [mean(before.values), mean(after.values)];
  const delta = right - left;
  if (delta === 0) return undefined;
  const deltaPct = changePct(left, right);
  const { confidence, method } = isHost ? confidenceOf(before.values, after.values) : { confidence: 1, method: 'exact' as const };
  const isSignificant = isHost
    ? confidence >= HOST_CONFIDENCE_MIN && Math.abs(deltaPct) >= HOST_PCT_MIN
    : Math.abs(delta) >= VIRTUAL_DELTA_MIN && Math.abs(deltaPct) >= VIRTUAL_PCT_MIN;
  return {
    domain: kinds[metric].domain,
    metric,
    left,
    right,
    delta,
    deltaPct,
    classification: isSignificant ? (delta > 0 ? 'regression' : 'improvement') : 'noise',
    isSignificant,
    severity: severityOf(Math.abs(deltaPct)),
    confidence,
    confidenceMeta: {
      timeBase: isHost ? 'host' : 'virtual',
      leftSamples: before.values.length,
      rightSamples: after.values.length,
      method,
    },
  };
}

const VIRTUAL_DELTA_MIN = 1;
const VIRTUAL_PCT_MIN = 2;
const HOST_CONFIDENCE_MIN = 0.8;
const HOST_PCT_MIN = 5;

/** From nothing, every change is a hundred per cent. */
export function changePct(left: number, right: number): number {
  return left === 0 ? 100 * Math.sign(right) : (100 * (right - left)) / left;
}

function severityOf(pct: number): MetricChange['severity'] {
  if (pct >= 30) return 'critical';
  if (pct >= 15) return 'high';
  return pct >= 5 ? 'medium' : 'low';
}

/** Welch's test: the difference of the means in units of their spread, as a probability. One measurement has no spread. */
export function confidenceOf(
  left: readonly number[],
  right: readonly number[],
): { confidence: number; method: 'welch' | 'single_measurement' } {
  if (left.length < 2 || right.length < 2) return { confidence: 0, method: 'single_measurement' };
  const spread = Math.sqrt(variance(left) / left.length + variance(right) / right.length);
  const distance = Math.abs(mean(right) - mean(left));
  if (distance === 0) return { confidence: 0, method: 'welch' };
  return { confidence: spread === 0 ? 1 : errorFunction(distance / spread / Math.SQRT2), method: 'welch' };
}

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

/** Abramowitz and Stegun 7.1.26; wrong by less than 2e-7. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.327_591_1 * x);
  const series = t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
  return 1 - series * Math.exp(-x * x);
}

function rankOf({ isSignificant, delta, deltaPct }: MetricChange): number {
  return (isSignificant ? 1e12 : 0) + (delta > 0 ? 1e9 : 0) + Math.abs(deltaPct);
}

function summaryOf(changes: readonly MetricChange[]): ProfileDiff['summary'] {
  const regressions = changes.filter(({ classification }) => classification === 'regression');
  const improvements = changes.filter(({ classification }) => classification === 'improvement');
  const isMinor = regressions.every(({ severity }) => severity === 'low');
  const verdict: Verdict =
    regressions.length > 0 ? (isMinor ? 'minor_regression' : 'regression_detected') : improvements.length > 0 ? 'improvement' : 'stable';
  return { verdict, regressions: regressions.length, improvements: improvements.length, worst: regressions[0]?.metric ?? null };
}
