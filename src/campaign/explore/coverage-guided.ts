/**
 * Takes, wherever it comes, an answer nobody took there before, and no way behind which everything was seen. And it goes on from where
 * something new was seen: the answers of every run that reached new orders, new answers or new code are kept, and later runs repeat a
 * part of them, change one, and walk on from there.
 */
import type { U64 } from '../../base/u64.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import type { Footprints } from '../../decide/footprints.ts';
import { GuidedSource } from '../../decide/guided.ts';
import { Places } from '../../decide/places.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import { Novelty } from './novelty.ts';
import { type Share, WHOLE } from './share.ts';
import type { Strategy } from './strategy.ts';

/** The oldest are forgotten first: what they led to is kept. */
const KEPT_MAX = 1024;
/** One run in so many goes on from what was kept; the others begin from nothing and go wherever nobody has been. */
const KEPT_EVERY = 8;
/** Some walks behind a kept beginning stay close to calm, so that what made it special still matters. */
const TAIL_RATES = [0.1, 0.3, 1] as const;

export class CoverageGuided implements Strategy {
  readonly name = 'coverage_guided';
  readonly isExhausted = false;
  readonly #random: Xoshiro128;
  readonly #novelty = new Novelty();
  readonly #kept: (readonly number[])[] = [];
  readonly #places = new Places();
  readonly #footprints: Footprints;
  #isCalm: boolean;
  #source: GuidedSource | undefined;

  /** Of those who share a search, one makes the calm run. */
  constructor(seed: U64, footprints: Footprints, share: Share = WHOLE) {
    this.#footprints = footprints;
    this.#random = new Xoshiro128(seed).splitStream('coverage');
    this.#isCalm = share.index === 0;
  }

  next(): Attempt {
    const seed = { hi: this.#random.nextU32(), lo: this.#random.nextU32() };
    const isCalm = this.#isCalm;
    this.#isCalm = false;
    const kept = this.#kept[this.#random.nextBelow(Math.max(1, this.#kept.length))];
    const isFresh = kept === undefined || this.#random.nextBelow(KEPT_EVERY) !== 0;
    const list = isFresh ? [] : this.#changed(kept);
    const rate = isCalm ? 0 : isFresh ? 1 : TAIL_RATES[this.#random.nextBelow(TAIL_RATES.length)];
    return () => {
      this.#footprints.forget();
      this.#places.begin();
      this.#source = new GuidedSource(list, seed, this.#footprints, rate, isCalm ? undefined : this.#places);
      return { source: this.#source };
    };
  }

  learn({ log }: Outcome): void {
    const source = this.#source;
    this.#places.end();
    if (source === undefined || this.#novelty.judge(log, source.blocks) === 0) return;
    this.#kept.push(source.answers);
    if (this.#kept.length > KEPT_MAX) this.#kept.shift();
  }

  /** One answer is another one; what follows is kept, or left to the walk. */
  #changed(kept: readonly number[]): readonly number[] {
    if (kept.length === 0) return kept;
    // Early rather than late: everything before it was seen.
    const at = this.#random.nextBelow(1 + this.#random.nextBelow(kept.length));
    const end = this.#random.nextBelow(4) === 0 ? kept.length : at + 1;
    const changed = kept.slice(0, end);
    changed[at] = (kept[at] ?? 0) + 1 + this.#random.nextBelow(3);
    return changed;
  }
}
