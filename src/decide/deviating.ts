/**
 * The calm run with a few answers changed: the n-th open question is answered otherwise where a deviation names it. It remembers how
 * many answers each question had, so that a search knows where else one could deviate.
 */
import type { DecisionSource, Offer } from './source.ts';

export interface Deviation {
  /** Which open question, counted from 0. */
  readonly at: number;
  readonly answer: number;
}

export class DeviatingSource implements DecisionSource {
  hi = 0;
  lo = 0;
  /** Number of answers of each open question so far. */
  readonly counts: number[] = [];
  /** And the answer each of them gets when nobody deviates. */
  readonly calm: number[] = [];
  readonly #deviations: readonly Deviation[];
  readonly #draws: { readonly hi: number; readonly lo: number };
  #next = 0;

  /** `draws` is what every 64-bit draw gives: one value is enough to seed the streams of a run. */
  constructor(deviations: readonly Deviation[], draws = { hi: 0, lo: 0 }) {
    this.#deviations = deviations;
    this.#draws = draws;
  }

  pick(offer: Offer): number {
    if (offer.count < 2) return 0;
    if (offer.manner === 'rate') return offer.calm ?? 0;
    return this.#answer(offer.count, offer.calm ?? 0);
  }

  draw(): void {
    this.hi = this.#draws.hi;
    this.lo = this.#draws.lo;
  }

  chance(): boolean {
    return this.#answer(2, 0) === 1;
  }

  recall(): undefined {
    return undefined;
  }

  position(): number {
    return 0;
  }

  /** A simulation takes nothing back. */
  rewind(): void {}

  #answer(count: number, calm: number): number {
    const at = this.counts.length;
    this.counts.push(count);
    this.calm.push(calm);
    const deviation = this.#deviations[this.#next];
    if (deviation?.at !== at) return calm;
    this.#next += 1;
    return Math.min(deviation.answer, count - 1);
  }
}
