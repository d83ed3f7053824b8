/** All runs of a small program: by trying everything, by trying no place twice, and with reduction. */
import { expect } from 'vitest';
import { CanonicalSource } from '../../src/decide/canonical.ts';
import { DepthFirstSource } from '../../src/decide/depth-first.ts';
import { EnumerateSource } from '../../src/decide/enumerate.ts';
import { Footprints } from '../../src/decide/footprints.ts';
import type { DecisionSource } from '../../src/decide/source.ts';
import { type GeneratedProgram, runGenerated } from './generated-programs.ts';

export interface All {
  /** How runs can end: what every node has seen, and what was found. */
  readonly endings: readonly string[];
  /** How each class of schedules ends. */
  readonly classes: ReadonlyMap<string, string>;
  readonly runs: number;
  /** Runs that were ended on the way. */
  readonly redundant: number;
}

/** Undefined when there are too many runs to try them all. */
async function allRuns(
  program: GeneratedProgram,
  source: DecisionSource,
  again: (isCutShort: boolean) => boolean,
  runsMax = Number.POSITIVE_INFINITY,
): Promise<All | undefined> {
  const endings = new Set<string>();
  const classes = new Map<string, string>();
  let [runs, redundant, isLeft, isCutShort] = [0, 0, true, false];
  const next = () => {
    isLeft = runs === 0 || again(isCutShort);
    return isLeft && runs < runsMax ? source : undefined;
  };
  await runGenerated(program, next, ({ outcome, text }) => {
    runs += 1;
    isCutShort = outcome.status !== 'pass';
    if (outcome.isRedundant === true) redundant += 1;
    else {
      endings.add(text);
      const known = classes.get(outcome.scheduleClass ?? '') ?? text;
      expect(text, 'equivalent schedules end in the same way').toBe(known);
      classes.set(outcome.scheduleClass ?? '', text);
    }
  });
  return isLeft ? undefined : { endings: [...endings].toSorted(), classes, runs, redundant };
}

/** Tries everything, and tells which of it was the same. */
class WatchedEnumeration extends EnumerateSource {
  readonly footprints = new Footprints();

  override next(): boolean {
    this.footprints.forget();
    return super.next();
  }
}

export function naively(program: GeneratedProgram, runsMax?: number): Promise<All | undefined> {
  const source = new WatchedEnumeration();
  return allRuns(program, source, () => source.next(), runsMax);
}

/** Places that were reached by an equivalent way are not tried again. */
export function memoised(program: GeneratedProgram, runsMax?: number): Promise<All | undefined> {
  const source = new CanonicalSource({ hi: 0, lo: 0 });
  source.restart();
  return allRuns(
    program,
    source,
    () => {
      const isLeft = source.next();
      source.restart();
      return isLeft;
    },
    runsMax,
  );
}

export function reduced(program: GeneratedProgram, footprints = new Footprints()): Promise<All | undefined> {
  const source = new DepthFirstSource({ hi: 0, lo: 0 }, true, footprints);
  source.restart();
  return allRuns(program, source, (isCutShort) => {
    const isLeft = source.advance(isCutShort);
    source.restart();
    return isLeft;
  });
}
