/**
 * How a search of everything is divided into lots: it begins as one search, and goes on until there are enough parts that know nothing of
 * each other; these are dealt out. Every machine that takes some of the lots makes these first runs as well, which are the same for all,
 * and they are counted with the first lot.
 */
import type { U64 } from '../../base/u64.ts';
import { DepthFirstSource } from '../../decide/depth-first.ts';
import type { DepthFirstPart } from '../../decide/depth-first-part.ts';
import { Footprints } from '../../decide/footprints.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import { BreadthFirst } from './breadth-first.ts';
import type { OpeningName, PartRest, PartSearch } from './part.ts';
import { LOTS } from './share.ts';

/** Parts differ in size: with several to a lot, lots differ less. */
const PARTS = LOTS * 4;

export function isSystematic(strategy: string): strategy is OpeningName {
  return strategy === 'dfs' || strategy === 'bfs';
}

export function openingOf(strategy: OpeningName, seed: U64): PartSearch {
  return strategy === 'dfs' ? new DepthFirstOpening(seed) : new BreadthFirstOpening(seed);
}

/** One run of each part, the oldest first, and what is left of it are parts again. */
class DepthFirstOpening implements PartSearch {
  readonly #seed: U64;
  readonly #footprints = new Footprints();
  readonly #parts: (DepthFirstPart | undefined)[] = [undefined];
  #source: DepthFirstSource | undefined;

  constructor(seed: U64) {
    this.#seed = seed;
  }

  next(): Attempt | undefined {
    if (this.#parts.length === 0 || this.#parts.length >= PARTS) return undefined;
    const source = new DepthFirstSource(this.#seed, true, this.#footprints, this.#parts.shift());
    this.#source = source;
    return () => {
      source.restart();
      return { source };
    };
  }

  learn({ status, truncated }: Outcome): void {
    const source = this.#source;
    if (source?.advance(status !== 'pass' || truncated === true) === true) this.#parts.push(...source.divide());
  }

  rest(): PartRest {
    return { is: 'opening', parts: this.#parts.flatMap((part) => part ?? []) };
  }
}

class BreadthFirstOpening implements PartSearch {
  readonly #whole: BreadthFirst;

  constructor(seed: U64) {
    this.#whole = new BreadthFirst(seed);
  }

  next(): Attempt | undefined {
    return this.#whole.waiting.length >= PARTS ? undefined : this.#whole.next();
  }

  learn(): void {
    this.#whole.learn();
  }

  rest(): PartRest {
    return { is: 'opening', tries: this.#whole.waiting };
  }
}
