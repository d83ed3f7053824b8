/** Everything a profile knows in the order it happened. */
import type { Profile, ProfileDomain } from './profile.ts';

export interface TimelineEntry {
  readonly domain: ProfileDomain;
  readonly timeBase: 'virtual';
  readonly timeMs: number;
  readonly durationMs: number;
  readonly actor: string;
  readonly name: string;
}

export interface TimeDomains {
  readonly virtual: { readonly unit: 'ms'; readonly fromMs: number; readonly toMs: number };
  readonly host: { readonly unit: 'ms'; readonly durationMs: number; readonly cpu: boolean };
}

export function timeDomainsOf({ virtualTimeMs, hostTimeMs, cpu }: Profile): TimeDomains {
  return { virtual: { unit: 'ms', fromMs: 0, toMs: virtualTimeMs }, host: { unit: 'ms', durationMs: hostTimeMs, cpu: cpu !== undefined } };
}

export function timelineOf({ spans, io, turns, allocations }: Profile): readonly TimelineEntry[] {
  const entry = (domain: ProfileDomain, timeMs: number, durationMs: number, actor: string, name: string): TimelineEntry => {
    return { domain, timeBase: 'virtual', timeMs, durationMs, actor, name };
  };
  const placed = [
    ...spans.map(({ startMs, endMs, actor, name, events }) => ({
      at: events[0],
      entry: entry('latency', startMs, endMs - startMs, actor, name),
    })),
    ...io.map(({ atMs, durationMs, actor, name, event }) => ({
      at: event,
      entry: entry('io', Math.max(0, atMs - durationMs), durationMs, actor, name),
    })),
    ...turns.map(({ atMs, actor, label, event }) => ({ at: event, entry: entry('sched', atMs, 0, actor, label) })),
    ...allocations.map(({ atMs, freedAtMs, site, bytes, event }) => ({
      at: event,
      entry: entry('heap', atMs, freedAtMs === undefined ? 0 : freedAtMs - atMs, '', `${site}: ${bytes} bytes`),
    })),
  ];
  // Events of one run are in order; what begins with the same event keeps the order above.
  return placed.sort((a, b) => a.entry.timeMs - b.entry.timeMs || a.at - b.at).map((each) => each.entry);
}
