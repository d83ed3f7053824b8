/** Decisions from a seed: the ChaCha20 stream of the scenario contract, one draw per open question. */
import { ChaCha20Random } from '../base/chacha20.ts';
import { fractionU64, modU64, type U64 } from '../base/u64.ts';
import type { DecisionSource, Offer } from './source.ts';

export class SeededSource implements DecisionSource {
  readonly #random: ChaCha20Random;

  constructor(seed: U64) {
    this.#random = new ChaCha20Random(seed.hi, seed.lo);
  }

  get hi(): number {
    return this.#random.hi;
  }

  get lo(): number {
    return this.#random.lo;
  }

  pick(offer: Offer): number {
    if (offer.count < 2 && offer.alwaysDraws !== true) return 0;
    this.#random.next();
    return modU64(this.#random.hi, this.#random.lo, offer.count);
  }

  draw(): void {
    this.#random.next();
  }

  chance(_call: string, rate: number): boolean {
    this.#random.next();
    return fractionU64(this.#random.hi, this.#random.lo) < rate;
  }

  recall(): undefined {
    return undefined;
  }

  position(): number {
    return this.#random.position;
  }

  rewind(position: number): void {
    this.#random.seek(position);
  }
}
