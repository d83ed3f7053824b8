/** The heaviest of every domain: what `profile top` shows and profile files keep. */
import { functionCosts } from './functions.ts';
import { byWeight, groupBy, sumOf } from './group.ts';
import { bytesInUse } from './heap.ts';
import { latencySection, type LatencySection } from './latency.ts';
import { mean, percentile, totalOf } from './metrics.ts';
import type { Allocation, Profile, ProfileDomain } from './profile.ts';

export interface CpuSection {
  readonly cpuTimeMs: number;
  readonly replays: number;
  readonly samples: number;
  readonly intervalUs: number;
  readonly functions: readonly {
    readonly name: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly origin: string;
    /** Milliseconds of one replay. */
    readonly selfMs: number;
    readonly totalMs: number;
    readonly selfPct: number;
  }[];
}

export interface HeapSection {
  /** The memory model of a scenario, or V8's sampling of what code allocated in one replay. */
  readonly source: 'memory_model' | 'v8_sampling';
  readonly allocBytes: number;
  readonly inUseBytes: number | null;
  readonly peakBytes: number | null;
  readonly allocCount: number;
  readonly callsites: readonly HeapCallsite[];
  readonly lifetimes: {
    readonly freed: number;
    readonly p50Ms: number | null;
    readonly p99Ms: number | null;
    readonly maxMs: number | null;
  };
  /** Allocated and never freed, heaviest first. */
  readonly retentionSuspects: readonly { readonly site: string; readonly inUseBytes: number; readonly count: number }[];
}

export interface HeapCallsite {
  readonly site: string;
  readonly allocBytes: number;
  readonly inUseBytes: number;
  readonly allocCount: number;
}

export interface IoSection {
  readonly ops: number;
  readonly bytes: number;
  readonly operations: readonly {
    readonly kind: string;
    readonly name: string;
    readonly count: number;
    readonly bytes: number;
    readonly totalMs: number;
  }[];
}

export interface SchedSection {
  readonly ops: number;
  /** How often somebody else went on than went before. */
  readonly switches: number;
  readonly actors: readonly { readonly actor: string; readonly count: number }[];
  readonly turns: readonly { readonly actor: string; readonly label: string; readonly count: number }[];
}

export interface TopSections {
  readonly cpu?: CpuSection;
  readonly heap?: HeapSection;
  readonly latency?: LatencySection;
  readonly io?: IoSection;
  readonly sched?: SchedSection;
}

export function topSections(profile: Profile, domains: readonly ProfileDomain[], limit: number): TopSections {
  const asks = (domain: ProfileDomain): boolean => domains.includes(domain);
  return {
    ...(asks('cpu') ? { cpu: cpuSection(profile, limit) } : {}),
    ...(asks('heap') ? { heap: heapSection(profile, limit) } : {}),
    ...(asks('latency') ? { latency: latencySection(profile, limit) } : {}),
    ...(asks('io') ? { io: ioSection(profile, limit) } : {}),
    ...(asks('sched') ? { sched: schedSection(profile, limit) } : {}),
  };
}

function cpuSection({ cpu }: Profile, limit: number): CpuSection {
  const samples = cpu ?? { frames: [], stacks: [], intervalUs: 0, replaysUs: [] };
  const replays = Math.max(1, samples.replaysUs.length);
  const total = Math.max(1, totalOf(samples));
  const functions = functionCosts(samples).filter((cost) => cost.total > 0);
  return {
    cpuTimeMs: mean(samples.replaysUs) / 1000,
    replays: samples.replaysUs.length,
    samples: sumOf(samples.stacks, ({ count }) => count),
    intervalUs: samples.intervalUs,
    functions: functions.slice(0, limit).map(({ name, file, line, column, origin, self, total: withCalls }) => {
      return {
        name,
        file,
        line,
        column,
        origin,
        selfMs: self / 1000 / replays,
        totalMs: withCalls / 1000 / replays,
        selfPct: (100 * self) / total,
      };
    }),
  };
}

function heapSection(profile: Profile, limit: number): HeapSection {
  const { allocations, allocationSamples } = profile;
  if (allocations.length === 0 && allocationSamples !== undefined) return sampledHeap(allocationSamples, limit);
  const sites = heapCallsites(allocations);
  const lifetimes = allocations.flatMap(({ atMs, freedAtMs }) => (freedAtMs === undefined ? [] : [freedAtMs - atMs])).sort((a, b) => a - b);
  const kept = groupBy(
    allocations.filter(({ freedAtMs }) => freedAtMs === undefined),
    ({ site }) => site,
  );
  return {
    source: 'memory_model',
    allocBytes: sumOf(allocations, ({ bytes }) => bytes),
    inUseBytes: bytesInUse(allocations),
    peakBytes: profile.peakBytes,
    allocCount: allocations.length,
    callsites: sites.slice(0, limit),
    lifetimes: {
      freed: lifetimes.length,
      p50Ms: percentile(lifetimes, 50),
      p99Ms: percentile(lifetimes, 99),
      maxMs: percentile(lifetimes, 100),
    },
    retentionSuspects: [...kept]
      .map(([site, group]) => ({ site, inUseBytes: bytesInUse(group), count: group.length }))
      .sort(
        byWeight(
          ({ inUseBytes }) => inUseBytes,
          ({ site }) => site,
        ),
      )
      .slice(0, limit),
  };
}

function heapCallsites(allocations: readonly Allocation[]): readonly HeapCallsite[] {
  return [...groupBy(allocations, ({ site }) => site)]
    .map(([site, group]) => ({
      site,
      allocBytes: sumOf(group, ({ bytes }) => bytes),
      inUseBytes: bytesInUse(group),
      allocCount: group.length,
    }))
    .sort(
      byWeight(
        ({ allocBytes }) => allocBytes,
        ({ site }) => site,
      ),
    );
}

function sampledHeap(samples: NonNullable<Profile['allocationSamples']>, limit: number): HeapSection {
  const replays = Math.max(1, samples.replays);
  const functions = functionCosts(samples).filter(({ self }) => self > 0);
  return {
    source: 'v8_sampling',
    allocBytes: Math.round(totalOf(samples) / replays),
    inUseBytes: null,
    peakBytes: null,
    allocCount: Math.round(sumOf(samples.stacks, ({ count }) => count) / replays),
    callsites: functions.slice(0, limit).map(({ name, file, line, self, count }) => ({
      site: file === '' ? name : `${name} (${file}:${line})`,
      allocBytes: Math.round(self / replays),
      inUseBytes: 0,
      allocCount: Math.round(count / replays),
    })),
    lifetimes: { freed: 0, p50Ms: null, p99Ms: null, maxMs: null },
    retentionSuspects: [],
  };
}

function ioSection({ io }: Profile, limit: number): IoSection {
  return {
    ops: io.length,
    bytes: sumOf(io, ({ bytes }) => bytes),
    operations: [...groupBy(io, ({ name }) => name)]
      .map(([name, group]) => ({
        kind: group[0]?.kind ?? '',
        name,
        count: group.length,
        bytes: sumOf(group, ({ bytes }) => bytes),
        totalMs: sumOf(group, ({ durationMs }) => durationMs),
      }))
      .sort(
        byWeight(
          ({ count }) => count,
          ({ name }) => name,
        ),
      )
      .slice(0, limit),
  };
}

function schedSection({ turns }: Profile, limit: number): SchedSection {
  const actors = [...groupBy(turns, ({ actor }) => actor)].map(([actor, group]) => ({ actor, count: group.length }));
  const kinds = [...groupBy(turns, ({ actor, label }) => `${actor}\n${label}`).values()].map((group) => {
    return { actor: group[0]?.actor ?? '', label: group[0]?.label ?? '', count: group.length };
  });
  return {
    ops: turns.length,
    switches: turns.filter(({ actor }, index) => index > 0 && turns[index - 1]?.actor !== actor).length,
    actors: actors
      .sort(
        byWeight(
          ({ count }) => count,
          ({ actor }) => actor,
        ),
      )
      .slice(0, limit),
    turns: kinds
      .sort(
        byWeight(
          ({ count }) => count,
          ({ actor, label }) => `${actor} ${label}`,
        ),
      )
      .slice(0, limit),
  };
}
