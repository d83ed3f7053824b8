/** A source with some open picks answered differently: the n-th open pick is overridden where an edit names it. */
import { LayeredSource } from './layered.ts';
import type { DecisionSource, Offer } from './source.ts';

export class MutatedSource extends LayeredSource {
  readonly #edits: ReadonlyMap<number, number>;
  #open = 0;

  constructor(below: DecisionSource, edits: ReadonlyMap<number, number>) {
    super(below);
    this.#edits = edits;
  }

  override pick(offer: Offer): number {
    const answer = super.pick(offer);
    if (offer.count < 2) return answer;
    const edited = this.#edits.get(this.#open);
    this.#open += 1;
    return edited === undefined ? answer : Math.min(edited, offer.count - 1);
  }
}
