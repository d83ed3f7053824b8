/** What exactly changed between two profiles, operation by operation: the material of an explanation. */
import { functionCosts, functionName } from './functions.ts';
import { groupBy, sumOf } from './group.ts';
import { totalOf } from './metrics.ts';
import type { Profile, ProfileDomain, Span, Stacks } from './profile.ts';

/** Where a shift can be seen: an event of one of the runs, or a frame of its measured profile. */
export type Evidence =
  | { readonly side: 'left' | 'right'; readonly kind: 'event'; readonly index: number }
  | { readonly side: 'left' | 'right'; readonly kind: 'cpu' | 'allocations'; readonly index: number };

export interface Shift {
  readonly domain: ProfileDomain;
  readonly name: string;
  readonly unit: 'ms' | 'bytes' | 'times';
  readonly left: number;
  readonly right: number;
  /** From the outermost caller to the operation itself. */
  readonly path: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** The largest first, growth before decline; what did not change is left out. */
export function shiftsOf(left: Profile, right: Profile, domain: ProfileDomain): readonly Shift[] {
  const found = (() => {
    switch (domain) {
      case 'latency':
        return latencyShifts(left, right);
      case 'io':
        return counted('io', left, right, ioOf);
      case 'sched':
        return counted('sched', left, right, turnsOf);
      case 'heap':
        return heapShifts(left, right);
      case 'cpu':
        return stackShifts('cpu', left.cpu, right.cpu, left.cpu?.replaysUs.length ?? 1, right.cpu?.replaysUs.length ?? 1);
    }
  })();
  return found.filter((shift) => shift.left !== shift.right).sort((a, b) => growth(b) - growth(a));
}

function growth({ left, right }: Shift): number {
  const delta = right - left;
  return delta > 0 ? delta + 1e15 : -delta;
}

interface Weighed {
  readonly name: string;
  readonly path: readonly string[];
  readonly value: number;
  readonly event: number;
}

function latencyShifts(left: Profile, right: Profile): readonly Shift[] {
  const weigh = ({ spans }: Profile): readonly Weighed[] =>
    spans.map((span) => ({ name: span.name, path: pathTo(span, spans), value: span.selfMs, event: heaviestEvent(span) }));
  return compared('latency', 'ms', weigh(left), weigh(right));
}

/** The callers of a span, outermost first, and itself. */
export function pathTo(span: Span, spans: readonly Span[]): readonly string[] {
  const path = [span.name];
  for (let parent = span.parent; parent !== undefined; parent = spans[parent]?.parent) path.unshift(spans[parent]?.name ?? '');
  return path;
}

function heaviestEvent({ events, isOpen }: Span): number {
  return isOpen ? events[0] : events[1];
}

function ioOf({ io }: Profile): readonly Weighed[] {
  return io.map(({ name, actor, event }) => ({ name, path: [actor, name], value: 1, event }));
}

function turnsOf({ turns }: Profile): readonly Weighed[] {
  return turns.map(({ actor, label, event }) => ({ name: `${label} of ${actor}`, path: [actor, label], value: 1, event }));
}

function counted(domain: ProfileDomain, left: Profile, right: Profile, of: (profile: Profile) => readonly Weighed[]): readonly Shift[] {
  return compared(domain, 'times', of(left), of(right));
}

/** What stays allocated weighs more than what was allocated for a while: first leaks, then churn. */
function heapShifts(left: Profile, right: Profile): readonly Shift[] {
  if (left.allocations.length === 0 && right.allocations.length === 0) {
    const [before, after] = [left.allocationSamples, right.allocationSamples];
    return stackShifts('heap', before, after, before?.replays ?? 1, after?.replays ?? 1);
  }
  const weigh = (of: (bytes: number, isKept: boolean) => number) => (profile: Profile) =>
    profile.allocations.map(({ site, path, bytes, freedAtMs, event }) => {
      return { name: site, path, value: of(bytes, freedAtMs === undefined), event };
    });
  const kept = weigh((bytes, isKept) => (isKept ? bytes : 0));
  const leaks = compared('heap', 'bytes', kept(left), kept(right)).filter((shift) => shift.left !== shift.right);
  const all = weigh((bytes) => bytes);
  return leaks.length > 0 ? leaks : compared('heap', 'bytes', all(left), all(right));
}

const EVIDENCE_MAX = 3;

function compared(domain: ProfileDomain, unit: Shift['unit'], left: readonly Weighed[], right: readonly Weighed[]): readonly Shift[] {
  const [before, after] = [groupBy(left, ({ name }) => name), groupBy(right, ({ name }) => name)];
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => {
    const [was, is] = [before.get(name) ?? [], after.get(name) ?? []];
    return {
      domain,
      name,
      unit,
      left: sumOf(was, ({ value }) => value),
      right: sumOf(is, ({ value }) => value),
      path: (is[0] ?? was[0])?.path ?? [name],
      evidence: [...seen('right', is), ...seen('left', was)].slice(0, EVIDENCE_MAX),
    };
  });
}

/** The heaviest of a side, and never more than shows the matter. */
function seen(side: 'left' | 'right', items: readonly Weighed[]): readonly Evidence[] {
  return items
    .toSorted((a, b) => b.value - a.value)
    .slice(0, EVIDENCE_MAX - 1)
    .map(({ event }) => ({ side, kind: 'event' as const, index: event }));
}

/** Functions of the user count by what they and everything below them that is not theirs took, so that a slow library call names its caller. */
function stackShifts(
  domain: 'cpu' | 'heap',
  left: Stacks | undefined,
  right: Stacks | undefined,
  leftReplays: number,
  rightReplays: number,
): readonly Shift[] {
  if (left === undefined || right === undefined) return [];
  const [before, after] = [ownCosts(left), ownCosts(right)];
  const scale = domain === 'cpu' ? 1000 : 1;
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    const kind = domain === 'cpu' ? ('cpu' as const) : ('allocations' as const);
    return {
      domain,
      name,
      unit: domain === 'cpu' ? 'ms' : 'bytes',
      left: (was?.value ?? 0) / scale / Math.max(1, leftReplays),
      right: (is?.value ?? 0) / scale / Math.max(1, rightReplays),
      path: (is ?? was)?.path ?? [name],
      evidence: [
        ...(is === undefined ? [] : [{ side: 'right' as const, kind, index: is.frame }]),
        ...(was === undefined ? [] : [{ side: 'left' as const, kind, index: was.frame }]),
      ],
    };
  });
}

interface OwnCost {
  value: number;
  readonly frame: number;
  readonly path: readonly string[];
}

function ownCosts(stacks: Stacks): ReadonlyMap<string, OwnCost> {
  const costs = new Map<string, OwnCost>();
  for (const stack of stacks.stacks) {
    const at = stack.frames.findLastIndex((frame) => stacks.frames[frame]?.origin === 'user');
    const index = stack.frames[at];
    const frame = index === undefined ? undefined : stacks.frames[index];
    if (index === undefined || frame === undefined) continue;
    const name = functionName(frame);
    const known = costs.get(name);
    if (known !== undefined) known.value += stack.value;
    else costs.set(name, { value: stack.value, frame: index, path: userPath(stacks, stack.frames.slice(0, at + 1)) });
  }
  return costs;
}

function userPath({ frames }: Stacks, stack: readonly number[]): readonly string[] {
  return stack.flatMap((index) => {
    const frame = frames[index];
    return frame?.origin === 'user' ? [functionName(frame)] : [];
  });
}

/** The function of the user that took most. */
export function heaviestFunction(stacks: Stacks): { readonly name: string; readonly frame: number; readonly share: number } | undefined {
  const [first] = functionCosts(stacks).filter(({ origin }) => origin === 'user');
  return first === undefined
    ? undefined
    : { name: functionName(first), frame: first.frame, share: first.total / Math.max(1, totalOf(stacks)) };
}
