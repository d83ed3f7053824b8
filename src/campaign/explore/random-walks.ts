/** Independent seeded walks; the first one is calm, so that a subject that always fails is seen at once. */
import type { U64 } from '../../base/u64.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import { WalkSource } from '../../decide/walk.ts';
import type { Attempt } from '../execute-many.ts';
import type { Strategy } from './strategy.ts';

export class RandomWalks implements Strategy {
  readonly name = 'random';
  readonly isExhausted = false;
  readonly #seeds: Xoshiro128;
  #walks = 0;

  constructor(seed: U64) {
    this.#seeds = new Xoshiro128(seed);
  }

  next(): Attempt {
    const seed = { hi: this.#seeds.nextU32(), lo: this.#seeds.nextU32() };
    this.#walks += 1;
    const isFirst = this.#walks === 1;
    return () => ({ source: isFirst ? new DeviatingSource([], seed) : new WalkSource(seed) });
  }

  learn(): void {}
}
