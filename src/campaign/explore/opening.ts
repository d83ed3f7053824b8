/**
 * How a search of everything is divided into lots: it begins as one search, and goes on until there are enough parts that know nothing of
 * each other; these are dealt out. Whoever takes some of the lots makes these first runs as well, which are the same for all, and they
 * are counted with the first lot.
 */
import type { U64 } from '../../base/u64.ts';
import { type DepthFirstPart, DepthFirstSource } from '../../decide/depth-first.ts';
import type { Deviation } from '../../decide/deviating.ts';
import { Footprints } from '../../decide/footprints.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import { BreadthFirst } from './breadth-first.ts';
import { DepthFirst } from './depth-first.ts';
import { LOTS } from './share.ts';
import type { StrategyName } from './strategy-names.ts';
import type { Strategy } from './strategy.ts';

/** Parts differ in size: with several to a lot, lots differ less. */
const PARTS = LOTS * 4;

export interface Opening {
  /** There are enough parts, or nothing is left. */
  readonly isOver: boolean;
  next(): Attempt | undefined;
  learn(outcome: Outcome): void;
  /** Once it is over. */
  lot(index: number): Strategy;
}

/** Whether a strategy tries everything there is, so that what is left depends on what was tried. */
export function isSystematic(strategy: string): boolean {
  return strategy === 'dfs' || strategy === 'bfs';
}

/** Undefined for strategies whose lots differ from the beginning. */
export function openingOf(strategy: StrategyName, seed: U64): Opening | undefined {
  if (strategy === 'dfs') return new DepthFirstOpening(seed);
  return strategy === 'bfs' ? new BreadthFirstOpening(seed) : undefined;
}

/** One run of each part, the oldest first, and what is left of it are parts again. */
class DepthFirstOpening implements Opening {
  readonly #seed: U64;
  readonly #footprints = new Footprints();
  readonly #parts: (DepthFirstPart | undefined)[] = [undefined];
  #source: DepthFirstSource | undefined;

  constructor(seed: U64) {
    this.#seed = seed;
  }

  get isOver(): boolean {
    return this.#parts.length === 0 || this.#parts.length >= PARTS;
  }

  next(): Attempt | undefined {
    if (this.isOver) return undefined;
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

  lot(index: number): Strategy {
    const parts = this.#parts.filter((_part, at) => at % LOTS === index);
    return new DepthFirst(this.#seed, new Footprints(), parts);
  }
}

class BreadthFirstOpening implements Opening {
  readonly #seed: U64;
  readonly #whole: BreadthFirst;

  constructor(seed: U64) {
    this.#seed = seed;
    this.#whole = new BreadthFirst(seed);
  }

  get isOver(): boolean {
    return this.#whole.size === 0 || this.#whole.size >= PARTS;
  }

  next(): Attempt | undefined {
    return this.isOver ? undefined : this.#whole.next();
  }

  learn(): void {
    this.#whole.learn();
  }

  lot(index: number): Strategy {
    const waiting: (readonly Deviation[])[] = this.#whole.waiting().filter((_each, at) => at % LOTS === index);
    return new BreadthFirst(this.#seed, waiting);
  }
}
