/** The eleven numbers a profile is compared by. */
import { bytesInUse } from './heap.ts';
import type { Profile, ProfileDomain, ProfileMetrics, Stacks } from './profile.ts';
import { hasDomain } from './profile.ts';

export function metricsOf(profile: Profile): ProfileMetrics {
  const durations = spanDurations(profile);
  const has = (domain: ProfileDomain): boolean => hasDomain(profile, domain);
  return {
    virtualTimeMs: profile.virtualTimeMs,
    hostTimeMs: profile.hostTimeMs,
    cpuTimeMs: profile.cpu === undefined || !has('cpu') ? null : mean(profile.cpu.replaysUs) / 1000,
    allocBytes: has('heap') ? allocatedBytes(profile) : null,
    inUseBytes: profile.allocations.length > 0 ? bytesInUse(profile.allocations) : null,
    p50LatencyMs: percentile(durations, 50),
    p95LatencyMs: percentile(durations, 95),
    p99LatencyMs: percentile(durations, 99),
    maxLatencyMs: percentile(durations, 100),
    ioOps: has('io') ? profile.io.length : null,
    schedOps: has('sched') ? profile.turns.length : null,
  };
}

/** Of the memory model where there is one; otherwise of the code, per replay. */
function allocatedBytes({ allocations, allocationSamples }: Profile): number {
  if (allocations.length > 0) return allocations.reduce((sum, { bytes }) => sum + bytes, 0);
  return Math.round(totalOf(allocationSamples) / Math.max(1, allocationSamples?.replays ?? 1));
}

export function totalOf(stacks: Stacks | undefined): number {
  return (stacks?.stacks ?? []).reduce((sum, { value }) => sum + value, 0);
}

/** Ascending. How long something takes that never ended is not known. */
export function spanDurations({ spans }: Pick<Profile, 'spans'>): readonly number[] {
  return spans
    .filter(({ isOpen }) => !isOpen)
    .map(({ startMs, endMs }) => endMs - startMs)
    .sort((a, b) => a - b);
}

/** Nearest rank: a value that really occurred. */
export function percentile(ascending: readonly number[], percent: number): number | null {
  const rank = Math.max(1, Math.ceil((percent / 100) * ascending.length));
  return ascending[rank - 1] ?? null;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
