/** Every run there is, depth first; of runs that only differ in the order of things that have nothing to do with each other, one. */
import type { U64 } from '../../base/u64.ts';
import { type DepthFirstPart, DepthFirstSource } from '../../decide/depth-first.ts';
import type { Footprints } from '../../decide/footprints.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import type { Strategy } from './strategy.ts';

export class DepthFirst implements Strategy {
  readonly name = 'dfs';
  readonly #seed: U64;
  readonly #footprints: Footprints;
  /** The next one last; undefined is everything there is. */
  readonly #parts: (DepthFirstPart | undefined)[];
  #source: DepthFirstSource | undefined;

  constructor(seed: U64, footprints: Footprints, parts: readonly (DepthFirstPart | undefined)[] = [undefined]) {
    this.#seed = seed;
    this.#footprints = footprints;
    this.#parts = parts.toReversed();
    this.#begin();
  }

  get isExhausted(): boolean {
    return this.#source === undefined;
  }

  next(): Attempt | undefined {
    const source = this.#source;
    if (source === undefined) return undefined;
    return () => {
      source.restart();
      return { source };
    };
  }

  learn({ status, truncated }: Outcome): void {
    if (this.#source?.advance(status !== 'pass' || truncated === true) === false) this.#begin();
  }

  #begin(): void {
    const isLeft = this.#parts.length > 0;
    const part = this.#parts.pop();
    this.#source = isLeft ? new DepthFirstSource(this.#seed, true, this.#footprints, part) : undefined;
  }
}
