/** Weighted stacks of a domain by name, outermost first: what flame graphs are drawn from. */
import type { Frame, Profile, Stacks } from './profile.ts';

export interface NamedStack {
  readonly frames: readonly Frame[];
  readonly value: number;
  readonly count: number;
}

export type FlameDomain = 'cpu' | 'heap';

export function flameUnit(domain: FlameDomain): 'microseconds' | 'bytes' {
  return domain === 'cpu' ? 'microseconds' : 'bytes';
}

export function flameStacks(profile: Profile, domain: FlameDomain): readonly NamedStack[] {
  if (domain === 'cpu') return profile.cpu === undefined ? [] : named(profile.cpu);
  if (profile.allocations.length === 0) return profile.allocationSamples === undefined ? [] : named(profile.allocationSamples);
  return profile.allocations.map(({ path, bytes }) => ({ frames: path.map(stepFrame), value: bytes, count: 1 }));
}

/** Samples of many replays stand together; this says of how many, and nothing where the weights are of the run itself. */
export function replaysTogether({ cpu, allocations, allocationSamples }: Profile, domain: FlameDomain): string {
  const replays = domain === 'cpu' ? cpu?.replaysUs.length : allocations.length === 0 ? allocationSamples?.replays : undefined;
  return replays === undefined || replays < 2 ? '' : `${replays} replays together`;
}

function named({ frames, stacks }: Stacks): readonly NamedStack[] {
  return stacks.map((stack) => ({
    frames: stack.frames.flatMap((index) => frames[index] ?? []),
    value: stack.value,
    count: stack.count,
  }));
}

/** A step has a pointer instead of a line. */
function stepFrame(name: string): Frame {
  return { name, file: '', line: 0, column: 0, origin: 'user' };
}
