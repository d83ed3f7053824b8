/** Where virtual time went: how long things take, what followed on what, who waited for whom, and what is slow only sometimes. */
import { largest } from '../../base/largest.ts';
import { byWeight, groupBy, sumOf } from './group.ts';
import { percentile, spanDurations } from './metrics.ts';
import type { Profile, Span } from './profile.ts';

export interface LatencySection {
  readonly distribution: {
    readonly count: number;
    readonly open: number;
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
    readonly p99Ms: number | null;
    readonly maxMs: number | null;
    /** Spans of at most so many milliseconds, and more than the bucket before. */
    readonly buckets: readonly { readonly upToMs: number; readonly count: number }[];
  };
  readonly operations: readonly OperationCost[];
  readonly criticalPath: readonly PathPart[];
  readonly dependencyGraph: { readonly nodes: readonly string[]; readonly edges: readonly Dependency[] };
  readonly waitReasons: readonly WaitReason[];
  readonly tailAmplificationSuspects: readonly TailSuspect[];
}

export interface OperationCost {
  readonly name: string;
  readonly kind: Span['kind'];
  readonly count: number;
  readonly totalMs: number;
  readonly selfMs: number;
  readonly maxMs: number;
}

interface PathPart {
  readonly name: string;
  readonly actor: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly selfMs: number;
}

interface Dependency {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly totalMs: number;
}

interface WaitReason {
  readonly reason: string;
  readonly actor: string;
  readonly count: number;
  readonly totalMs: number;
}

interface TailSuspect {
  readonly name: string;
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly ratio: number;
}

export function latencySection(profile: Profile, limit: number): LatencySection {
  const durations = spanDurations(profile);
  const operations = operationCosts(profile.spans);
  return {
    distribution: {
      count: durations.length,
      open: profile.spans.length - durations.length,
      p50Ms: percentile(durations, 50),
      p95Ms: percentile(durations, 95),
      p99Ms: percentile(durations, 99),
      maxMs: percentile(durations, 100),
      buckets: bucketsOf(durations),
    },
    operations: operations.slice(0, limit),
    criticalPath: criticalPath(profile.spans),
    dependencyGraph: dependencyGraph(profile),
    waitReasons: waitReasons(profile).slice(0, limit),
    tailAmplificationSuspects: tailSuspects(profile.spans).slice(0, limit),
  };
}

/** Heaviest first, by what was their own. */
export function operationCosts(spans: readonly Span[]): readonly OperationCost[] {
  return [...groupBy(spans, ({ name }) => name)]
    .map(([name, group]) => ({
      name,
      kind: group[0]?.kind ?? 'step',
      count: group.length,
      totalMs: sumOf(group, durationOf),
      selfMs: sumOf(group, ({ selfMs }) => selfMs),
      maxMs: largest(group.map(durationOf)),
    }))
    .sort(
      byWeight(
        ({ selfMs }) => selfMs,
        ({ name }) => name,
      ),
    );
}

function durationOf({ startMs, endMs }: Span): number {
  return endMs - startMs;
}

/** Powers of two, as far as there is anything. */
function bucketsOf(ascending: readonly number[]): LatencySection['distribution']['buckets'] {
  const buckets: { upToMs: number; count: number }[] = [];
  let from = 0;
  for (let upToMs = 0; from < ascending.length; upToMs = upToMs === 0 ? 1 : upToMs * 2) {
    let to = from;
    while (to < ascending.length && (ascending[to] ?? 0) <= upToMs) to += 1;
    buckets.push({ upToMs, count: to - from });
    from = to;
  }
  return buckets;
}

/** Backwards from what ended last: each time what ended last before it could begin. Only what took time of its own can be in the way. */
function criticalPath(spans: readonly Span[]): readonly PathPart[] {
  const working = spans.filter(({ selfMs }) => selfMs > 0).sort((a, b) => a.endMs - b.endMs || b.startMs - a.startMs);
  const path: PathPart[] = [];
  let at = working.length - 1;
  for (let current = working[at]; current !== undefined; ) {
    const { name, actor, startMs, endMs, selfMs } = current;
    path.push({ name, actor, startMs, endMs, selfMs });
    while (at >= 0 && (working[at]?.endMs ?? 0) > startMs) at -= 1;
    current = working[at];
  }
  return path.reverse();
}

function dependencyGraph({ io, spans }: Profile): LatencySection['dependencyGraph'] {
  const spent = new Map<string, number>();
  for (const span of spans) {
    if (span.kind !== 'request') continue;
    const key = `${span.actor}\n${span.name}`;
    spent.set(key, (spent.get(key) ?? 0) + durationOf(span));
  }
  const edges = [...groupBy(io, ({ actor, peer }) => `${actor}\n${peer}`).values()].map((group) => {
    const names = new Set(group.map(({ actor, name }) => `${actor}\n${name}`));
    const waited = [...names].reduce((sum, name) => sum + (spent.get(name) ?? 0), 0);
    return {
      from: group[0]?.actor ?? '',
      to: group[0]?.peer ?? '',
      count: group.length,
      totalMs: waited + sumOf(group, ({ durationMs }) => durationMs),
    };
  });
  const nodes = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return {
    nodes: [...nodes].sort(),
    edges: edges.sort(
      byWeight(
        ({ totalMs }) => totalMs,
        ({ from, to }) => `${from} ${to}`,
      ),
    ),
  };
}

function waitReasons({ waits }: Profile): readonly WaitReason[] {
  return [...groupBy(waits, ({ reason, actor }) => `${actor}\n${reason}`).values()]
    .map((group) => ({
      reason: group[0]?.reason ?? '',
      actor: group[0]?.actor ?? '',
      count: group.length,
      totalMs: sumOf(group, ({ startMs, endMs }) => endMs - startMs),
    }))
    .sort(
      byWeight(
        ({ totalMs }) => totalMs,
        ({ reason, actor }) => `${reason} ${actor}`,
      ),
    );
}

/** Fewer say nothing about a tail; a smaller ratio is ordinary spread. */
const TAIL_SPANS_MIN = 4;
const TAIL_RATIO_MIN = 3;

/** Operations that are usually quick and sometimes are not: callers of many feel the worst of them. */
function tailSuspects(spans: readonly Span[]): readonly TailSuspect[] {
  return [...groupBy(spans, ({ name }) => name)]
    .flatMap(([name, group]) => {
      const durations = spanDurations({ spans: group });
      const [p50Ms, p99Ms] = [percentile(durations, 50) ?? 0, percentile(durations, 99) ?? 0];
      const ratio = p99Ms / Math.max(p50Ms, 1);
      return durations.length >= TAIL_SPANS_MIN && ratio >= TAIL_RATIO_MIN ? [{ name, count: durations.length, p50Ms, p99Ms, ratio }] : [];
    })
    .sort(
      byWeight(
        ({ ratio }) => ratio,
        ({ name }) => name,
      ),
    );
}
