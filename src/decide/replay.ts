/**
 * Decisions from a recording, in its order. It only answers; whether the question was the recorded
 * one is judged by the Decider, which compares every new record with the one under the cursor.
 */
import type { Json } from '../base/json.ts';
import type { LogCursor } from './cursor.ts';
import { Kind, layoutOf } from './kinds.ts';
import type { DecisionSource, Offer } from './source.ts';

export class ReplaySource implements DecisionSource {
  hi = 0;
  lo = 0;
  readonly #cursor: LogCursor;

  constructor(cursor: LogCursor) {
    this.#cursor = cursor;
  }

  /** A recorded answer outside the offer is clamped; the comparison that follows names it. */
  pick(offer: Offer): number {
    const kind = this.#cursor.kind;
    if (kind !== offer.kind) return 0;
    // The answer is the last field of every pick.
    const answer = this.#cursor.slot(layoutOf(kind).slots - 2);
    return answer < offer.count ? answer : 0;
  }

  draw(): void {
    const fits = this.#cursor.kind === Kind.randU64;
    this.hi = fits ? this.#cursor.slot(0) : 0;
    this.lo = fits ? this.#cursor.slot(1) : 0;
  }

  chance(): boolean {
    const kind = this.#cursor.kind;
    return kind === Kind.choice ? this.#cursor.slot(2) === 1 : kind === Kind.netDrop && this.#cursor.slot(1) === 1;
  }

  recall(kind: Kind): Json | undefined {
    return this.#cursor.kind === kind ? this.#cursor.answer() : undefined;
  }

  position(): number {
    return 0;
  }

  /** A recording goes on through rolled-back blocks: their decisions were made and kept. */
  rewind(): void {}
}
