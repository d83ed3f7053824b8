/**
 * Goes on from where something new was seen: the answers of every run that reached new orders, new answers or new code are kept, and
 * later runs repeat a part of them, change one, and walk on from there.
 */
import type { U64 } from '../../base/u64.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import { GuidedSource } from '../../decide/guided.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import { Novelty } from './novelty.ts';
import { type Share, WHOLE } from './share.ts';
import type { Strategy } from './strategy.ts';

/** The oldest are forgotten first: what they led to is kept. */
const KEPT_MAX = 1024;
/** One run in so many begins from nothing, lest the search stays where it began. */
const FRESH_EVERY = 4;
/** Walks behind a kept beginning stay close to calm, so that what made it special still matters. */
const TAIL_RATES = [0, 0.03, 0.1, 0.3] as const;

export class CoverageGuided implements Strategy {
  readonly name = 'coverage_guided';
  readonly isExhausted = false;
  readonly #random: Xoshiro128;
  readonly #novelty = new Novelty();
  readonly #kept: (readonly number[])[] = [];
  #isCalm: boolean;
  #source: GuidedSource | undefined;

  /** Of those who share a search, one makes the calm run. */
  constructor(seed: U64, share: Share = WHOLE) {
    this.#random = new Xoshiro128(seed).splitStream('coverage');
    this.#isCalm = share.index === 0;
  }

  next(): Attempt {
    const seed = { hi: this.#random.nextU32(), lo: this.#random.nextU32() };
    const isCalm = this.#isCalm;
    this.#isCalm = false;
    const kept = this.#kept[this.#random.nextBelow(Math.max(1, this.#kept.length))];
    const isFresh = kept === undefined || this.#random.nextBelow(FRESH_EVERY) === 0;
    const list = isFresh ? [] : this.#changed(kept);
    const rate = isCalm ? 0 : isFresh ? undefined : TAIL_RATES[this.#random.nextBelow(TAIL_RATES.length)];
    return () => {
      this.#source = new GuidedSource(list, seed, rate);
      return { source: this.#source };
    };
  }

  learn({ log }: Outcome): void {
    const source = this.#source;
    if (source === undefined || this.#novelty.judge(log, source.blocks) === 0) return;
    this.#kept.push(source.answers);
    if (this.#kept.length > KEPT_MAX) this.#kept.shift();
  }

  /** One answer is another one; what follows is kept, or left to the walk. */
  #changed(kept: readonly number[]): readonly number[] {
    if (kept.length === 0) return kept;
    const at = this.#random.nextBelow(kept.length);
    const end = this.#random.nextBelow(2) === 0 ? kept.length : at + 1;
    const changed = kept.slice(0, end);
    changed[at] = (kept[at] ?? 0) + 1 + this.#random.nextBelow(3);
    return changed;
  }
}
