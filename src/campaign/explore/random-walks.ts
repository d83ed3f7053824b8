/** Independent seeded walks; the first one is calm, so that a subject that always fails is seen at once. */
import type { U64 } from '../../base/u64.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import { WalkSource } from '../../decide/walk.ts';
import type { Attempt } from '../execute-many.ts';
import { type Share, WHOLE } from './share.ts';
import type { Strategy } from './strategy.ts';

export class RandomWalks implements Strategy {
  readonly name = 'random';
  readonly isExhausted = false;
  readonly #seeds: Xoshiro128;
  #isCalm: boolean;

  /** Of those who share a search, one makes the calm run. */
  constructor(seed: U64, share: Share = WHOLE) {
    this.#seeds = new Xoshiro128(seed);
    this.#isCalm = share.index === 0;
  }

  next(): Attempt {
    const seed = { hi: this.#seeds.nextU32(), lo: this.#seeds.nextU32() };
    const isCalm = this.#isCalm;
    this.#isCalm = false;
    return () => ({ source: isCalm ? new DeviatingSource([], seed) : new WalkSource(seed) });
  }

  learn(): void {}
}
