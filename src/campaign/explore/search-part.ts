/**
 * A part of a search of everything, as whoever has time makes it: a number of runs, and what is left after them. It depends on nothing but
 * the part itself, so it does not matter who makes it, when, or how often; all of it can be sent from one process to another as JSON.
 */
import type { U64 } from '../../base/u64.ts';
import { DepthFirstSource } from '../../decide/depth-first.ts';
import type { DepthFirstPart, Split } from '../../decide/depth-first-part.ts';
import { type Deviation, DeviatingSource } from '../../decide/deviating.ts';
import { Footprints } from '../../decide/footprints.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import { type Grown, grownAfter } from './further-deviations.ts';
import { openingOf } from './opening.ts';
import type { PartRest, PartSearch, SearchPart } from './part.ts';

/** Few enough that others need not wait long for a share of what is left, many enough that handing it over costs nothing. */
export const PART_RUNS = 64;

/** `runs` is after how many of them a part is split. */
export function searchOfPart(part: SearchPart, seed: U64, runs: number): PartSearch {
  switch (part.is) {
    case 'opening':
      return openingOf(part.strategy, seed);
    case 'dfs':
      return new DepthFirstPartSearch(part.part, seed, runs);
    case 'bfs':
      return new BreadthFirstPartSearch(part.tries, seed);
  }
}

class DepthFirstPartSearch implements PartSearch {
  readonly #source: DepthFirstSource;
  readonly #most: number;
  #runs = 0;
  #isLeft = true;
  #split: Split | undefined;

  constructor(part: DepthFirstPart, seed: U64, runs: number) {
    this.#most = runs;
    this.#source = new DepthFirstSource(seed, true, new Footprints(), part);
  }

  next(): Attempt | undefined {
    if (!this.#isLeft || this.#split !== undefined) return undefined;
    const source = this.#source;
    return () => {
      source.restart();
      return { source };
    };
  }

  learn({ status, truncated }: Outcome): void {
    this.#runs += 1;
    this.#isLeft = this.#source.advance(status !== 'pass' || truncated === true);
    if (this.#isLeft && this.#runs >= this.#most) this.#split = this.#source.split();
  }

  rest(): PartRest {
    const { demands, finished } = this.#source;
    if (this.#split !== undefined) return { is: 'dfs', demands, split: this.#split };
    return { is: 'dfs', demands, ...(finished === undefined ? {} : { finished }) };
  }
}

class BreadthFirstPartSearch implements PartSearch {
  readonly #seed: U64;
  readonly #tries: readonly (readonly Deviation[])[];
  readonly #grown: Grown[] = [];
  #source: DeviatingSource | undefined;

  constructor(tries: readonly (readonly Deviation[])[], seed: U64) {
    this.#tries = tries;
    this.#seed = seed;
  }

  next(): Attempt | undefined {
    const deviations = this.#tries[this.#grown.length];
    if (deviations === undefined) return undefined;
    return () => {
      this.#source = new DeviatingSource(deviations, this.#seed);
      return { source: this.#source };
    };
  }

  learn(): void {
    this.#grown.push(grownAfter(this.#tries[this.#grown.length] ?? [], this.#source ?? { counts: [], calm: [] }));
  }

  rest(): PartRest {
    return { is: 'bfs', grown: this.#grown };
  }
}
