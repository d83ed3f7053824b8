/** A source under which the n-th thing that mostly does not happen does happen, and nothing else does. */
import { LayeredSource } from './layered.ts';
import type { DecisionSource } from './source.ts';

export class StrikingSource extends LayeredSource {
  readonly #nth: number;
  #asked = 0;

  constructor(below: DecisionSource, nth: number) {
    super(below);
    this.#nth = nth;
  }

  override chance(call: string, rate: number): boolean {
    const happens = super.chance(call, rate);
    this.#asked += 1;
    return happens || this.#asked - 1 === this.#nth;
  }
}
