/** A source with some open picks answered differently: the n-th open pick is overridden where an edit names it. */
import type { Json, JsonObject } from '../base/json.ts';
import type { Kind } from './kinds.ts';
import type { DecisionSource, Offer } from './source.ts';

export class MutatedSource implements DecisionSource {
  readonly #base: DecisionSource;
  readonly #edits: ReadonlyMap<number, number>;
  #open = 0;

  constructor(base: DecisionSource, edits: ReadonlyMap<number, number>) {
    this.#base = base;
    this.#edits = edits;
  }

  get hi(): number {
    return this.#base.hi;
  }

  get lo(): number {
    return this.#base.lo;
  }

  pick(offer: Offer): number {
    const answer = this.#base.pick(offer);
    if (offer.count < 2) return answer;
    const edited = this.#edits.get(this.#open);
    this.#open += 1;
    return edited === undefined ? answer : Math.min(edited, offer.count - 1);
  }

  draw(call: string): void {
    this.#base.draw(call);
  }

  chance(call: string, rate: number): boolean {
    return this.#base.chance(call, rate);
  }

  recall(kind: Kind, call: string, asked?: JsonObject): Json | undefined {
    return this.#base.recall(kind, call, asked);
  }

  position(): number {
    return this.#base.position();
  }

  rewind(position: number): void {
    this.#base.rewind(position);
  }
}
