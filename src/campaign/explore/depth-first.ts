/** Every run there is, depth first; of runs that only differ in the order of things that have nothing to do with each other, one. */
import type { U64 } from '../../base/u64.ts';
import { DepthFirstSource } from '../../decide/depth-first.ts';
import type { Footprints } from '../../decide/footprints.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import type { Strategy } from './strategy.ts';

export class DepthFirst implements Strategy {
  readonly name = 'dfs';
  readonly #source: DepthFirstSource;
  isExhausted = false;

  constructor(seed: U64, footprints: Footprints) {
    this.#source = new DepthFirstSource(seed, true, footprints);
  }

  next(): Attempt | undefined {
    if (this.isExhausted) return undefined;
    const source = this.#source;
    return () => {
      source.restart();
      return { source };
    };
  }

  learn({ status, truncated }: Outcome): void {
    this.isExhausted = !this.#source.advance(status !== 'pass' || truncated === true);
  }
}
