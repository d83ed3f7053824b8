/**
 * Parts of a search of everything that can be made in different processes. A part has some places of the way for itself; those before them
 * belong to others. What is tried in one part can show that more must be tried at a place that belongs to another: then it asks for
 * that, and whoever puts the parts together (campaign/explore/part-tree.ts) has it tried once everybody who could ask has finished.
 */
import { emptyFootprint, Footprint } from './footprint.ts';
import type { Crossing } from './races.ts';

export interface Sleeper {
  readonly name: string;
  readonly footprint: Footprint;
}

/** A question on the way to the run under way. */
export interface Branch extends Crossing {
  /** Answers to try, the next one last. */
  readonly left: number[];
  answer: number;
  /** How many transitions there were before it. */
  readonly depth: number;
  /** Of transitions: who slept there. */
  readonly asleep: readonly Sleeper[];
  /** What was tried here before. */
  readonly tried: Sleeper[];
  /** Of what is tried now, in all its variants. */
  footprint: Footprint;
}

/** A place that belongs to somebody else: its answer is given. */
export interface ForeignPlace {
  readonly answer: number;
  readonly depth: number;
  readonly names: readonly string[];
  /** What may be asked for there. */
  readonly spare: readonly number[];
}

export interface DepthFirstPart {
  readonly before: readonly ForeignPlace[];
  /** Its own places so far. */
  readonly branches: readonly Branch[];
  /** What comes next has been settled; otherwise it follows from what was tried last. */
  readonly isReady: boolean;
}

/** Something that should be tried at a place: which one of the way, and which answer. */
export type Demand = readonly [at: number, answer: number];

/** What is left of a part, in two that can be made at the same time, and the places that nobody touches until both are over. */
export interface Split {
  readonly before: readonly ForeignPlace[];
  readonly held: readonly Branch[];
  /** The first place at which something is left to try. */
  readonly upper: DepthFirstPart;
  /** Everything behind what is tried there at present. */
  readonly lower: DepthFirstPart;
}

export const NOBODY: readonly Sleeper[] = [];

/** The calm answer comes first, so it stands last. */
export function answersOf(count: number, calm: number): number[] {
  const others = Array.from({ length: count }, (_, index) => count - 1 - index).filter((answer) => answer !== calm);
  return [...others, calm];
}

export function branchWith(names: readonly string[], left: number[], spare: number[], depth: number, asleep: readonly Sleeper[]): Branch {
  return { left, answer: left.pop() ?? 0, names, spare, depth, asleep, tried: [], footprint: emptyFootprint() };
}

/** Has an answer tried at a place, if nobody has thought of it yet. */
export function demand({ spare, left }: Branch, index: number): void {
  const at = spare.indexOf(index);
  if (at < 0) return;
  spare.splice(at, 1);
  left.push(index);
}

/** As somebody else's: nothing is tried there. */
export function foreignBranch({ answer, depth, names, spare }: ForeignPlace): Branch {
  return { left: [], answer, names, spare: [...spare], depth, asleep: NOBODY, tried: [], footprint: emptyFootprint() };
}

export function asForeign({ answer, depth, names, spare }: Branch): ForeignPlace {
  return { answer, depth, names: spare.length === 0 ? [] : names, spare: [...spare] };
}

/** A copy nobody else changes, also of a part that came as JSON. */
export function ownBranch(branch: Branch): Branch {
  return {
    ...branch,
    left: [...branch.left],
    spare: [...branch.spare],
    asleep: branch.asleep.map(ownSleeper),
    tried: branch.tried.map(ownSleeper),
    footprint: ownFootprint(branch.footprint),
  };
}

function ownSleeper({ name, footprint }: Sleeper): Sleeper {
  return { name, footprint: ownFootprint(footprint) };
}

function ownFootprint(footprint: Footprint): Footprint {
  return Object.assign(new Footprint(), footprint);
}

/** Where the transitions of a way begin; questions that came up in one belong to it. */
export function segmentsOf(path: readonly Branch[], from: number): readonly (readonly [start: number, end: number])[] {
  const starts = [from, ...[...path.keys()].filter((at) => at > from && (path[at]?.names.length ?? 0) > 0)];
  return starts.map((start, index) => [start, starts[index + 1] ?? path.length] as const);
}

/** Undefined while everything that is left is behind one and the same place. */
export function splitOf(path: readonly Branch[], bottom: number): Split | undefined {
  const busy = segmentsOf(path, bottom).find(([start, end]) => path.slice(start, end).some(({ left }) => left.length > 0));
  if (busy === undefined || busy[1] === path.length) return undefined;
  const [start, end] = busy;
  const before = path.slice(0, bottom).map(asForeign);
  const held = path.slice(bottom, start);
  return {
    before,
    held,
    upper: { before: [...before, ...held.map(asForeign)], branches: path.slice(start, end), isReady: false },
    lower: { before: path.slice(0, end).map(asForeign), branches: path.slice(end), isReady: true },
  };
}
