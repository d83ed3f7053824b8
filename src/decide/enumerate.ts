/**
 * Every list of answers a program can be given, each exactly once, calmest first within a prefix.
 * An odometer: a run walks down the current list, answering 0 past its end; `next` advances the
 * deepest answer that has an alternative left and forgets what came after it.
 */
import type { DecisionSource, Offer } from './source.ts';

export class EnumerateSource implements DecisionSource {
  hi = 0;
  lo = 0;
  readonly #answers: number[] = [];
  readonly #counts: number[] = [];
  readonly #drawValues: number;
  #at = 0;

  /** `drawValues`: how many small values a 64-bit draw ranges over; the full range cannot be enumerated. */
  constructor(options: { readonly drawValues?: number } = {}) {
    this.#drawValues = options.drawValues ?? 1;
  }

  /** The answers of open questions in the run just made. */
  get answers(): readonly number[] {
    return this.#answers.slice(0, this.#at);
  }

  pick(offer: Offer): number {
    if (offer.manner === 'rate') return offer.calm ?? 0;
    return this.#choose(offer.count);
  }

  draw(): void {
    this.hi = 0;
    this.lo = this.#choose(this.#drawValues);
  }

  chance(): boolean {
    return this.#choose(2) === 1;
  }

  recall(): undefined {
    return undefined;
  }

  position(): number {
    return 0;
  }

  rewind(): void {}

  /** Whether the next question is one that no run of this list has answered. */
  protected get isBeyond(): boolean {
    return this.#at >= this.#answers.length;
  }

  /** The same list once more. */
  protected rewindToStart(): void {
    this.#at = 0;
  }

  /** Prepares the next run; false when every list has been visited. */
  next(): boolean {
    this.#answers.length = this.#at;
    this.#counts.length = this.#at;
    this.#at = 0;
    for (;;) {
      const last = this.#answers.length - 1;
      const answer = this.#answers[last];
      const count = this.#counts[last];
      if (answer === undefined || count === undefined) return false;
      if (answer + 1 < count) {
        this.#answers[last] = answer + 1;
        return true;
      }
      this.#answers.pop();
      this.#counts.pop();
    }
  }

  #choose(count: number): number {
    if (count < 2) return 0;
    const known = this.#answers[this.#at];
    const answer = known ?? 0;
    if (known === undefined) {
      this.#answers.push(0);
      this.#counts.push(count);
    }
    this.#at += 1;
    return answer;
  }
}
