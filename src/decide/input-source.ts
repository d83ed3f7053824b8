/**
 * Decisions from an input: the way fuzzing drives whatever can be run. Scenarios take their draws from it as the scenario contract says,
 * eight bytes each, lowest first, and go on with the seed. Schedules take one byte a pick, counted from the calm answer, and go on calmly:
 * so an input says how a run differs from the calm one, and a shorter input is a simpler run.
 */
import { ChaCha20Random } from '../base/chacha20.ts';
import { fractionU64, modU64, type U64 } from '../base/u64.ts';
import type { DecisionSource, Offer } from './source.ts';

const BYTE_VALUES = 256;

/** How an input is read: draw by draw, or pick by pick. */
export type Reading = 'draws' | 'picks';

export class InputSource implements DecisionSource {
  readonly #bytes: Uint8Array;
  readonly #reading: Reading;
  readonly #random: ChaCha20Random;
  #at = 0;
  hi = 0;
  lo = 0;
  /** Blocks of code that ran. */
  readonly blocks: number[] = [];

  constructor(bytes: Uint8Array, seed: U64, reading: Reading) {
    this.#bytes = bytes;
    this.#reading = reading;
    this.#random = new ChaCha20Random(seed.hi, seed.lo);
  }

  covered(block: number): void {
    this.blocks.push(block);
  }

  pick(offer: Offer): number {
    if (offer.count < 2 && offer.alwaysDraws !== true) return 0;
    if (this.#reading === 'draws') {
      this.draw();
      return modU64(this.hi, this.lo, offer.count);
    }
    const calm = offer.calm ?? 0;
    if (this.#at >= this.#bytes.length) return calm;
    let value = this.#byte();
    if (offer.count > BYTE_VALUES) value += this.#byte() * BYTE_VALUES;
    return (calm + value) % offer.count;
  }

  draw(): void {
    if (this.#at < this.#bytes.length) {
      this.lo = this.#word();
      this.hi = this.#word();
      return;
    }
    this.#random.next();
    this.hi = this.#random.hi;
    this.lo = this.#random.lo;
  }

  chance(_call: string, rate: number): boolean {
    if (this.#reading === 'draws') {
      this.draw();
      return fractionU64(this.hi, this.lo) < rate;
    }
    return this.#at < this.#bytes.length && this.#byte() / BYTE_VALUES >= 1 - rate;
  }

  recall(): undefined {
    return undefined;
  }

  /** Inside the input a number below 0, behind it the place in the stream of the seed. */
  position(): number {
    return this.#at < this.#bytes.length ? this.#at - this.#bytes.length : this.#random.position;
  }

  rewind(position: number): void {
    this.#at = position < 0 ? position + this.#bytes.length : this.#bytes.length;
    this.#random.seek(Math.max(0, position));
  }

  #byte(): number {
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at = Math.min(this.#at + 1, this.#bytes.length);
    return byte;
  }

  #word(): number {
    const word = this.#byte() | (this.#byte() << 8) | (this.#byte() << 16) | (this.#byte() << 24);
    return word >>> 0;
  }
}
