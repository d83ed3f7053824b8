/** Randomness of the search for inputs: xoshiro128 with the few shapes that generators and mutators ask for, none of which allocates. */
import type { U64 } from '../../base/u64.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';

const WORD = 2 ** 32;
/** 1, 2, 4 … 2^32, because raising to a power costs more than everything else here. */
const POWERS = Float64Array.from({ length: 33 }, (_, exponent) => 2 ** exponent);

export class FuzzRandom extends Xoshiro128 {
  /** The stream of this name below a seed. */
  static of(seed: U64, name = 'input'): FuzzRandom {
    return new FuzzRandom(seed).splitStream(name);
  }

  override splitStream(name: string): FuzzRandom {
    return new FuzzRandom(this.keyOf(name));
  }

  /** 0..n-1 for n from 1 to 2^32, without rejection: off from uniform by less than n / 2^32, which no search notices. */
  below(n: number): number {
    // Cut off to a whole number at once: a fraction that is rounded stays a fraction for the compiler.
    return ((this.nextU32() * n) / WORD) >>> 0;
  }

  /** True once in `n` times. */
  oneIn(n: number): boolean {
    return this.nextU32() < WORD / n;
  }

  chance(probability: number): boolean {
    return this.nextU32() < probability * WORD;
  }

  /** 53 random bits as a fraction in [0, 1). */
  fraction(): number {
    return (this.nextU32() * 2 ** 21 + (this.nextU32() >>> 11)) / 2 ** 53;
  }

  /** The same in another order. */
  shuffled<T>(list: readonly T[]): readonly T[] {
    const mixed = [...list];
    for (let at = mixed.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      const [a, b] = [mixed[at], mixed[other]];
      if (a === undefined || b === undefined) continue;
      mixed[at] = b;
      mixed[other] = a;
    }
    return mixed;
  }

  /** Small numbers often, large ones rarely: a random number of bits, then random bits; below `n`, which is at least 1. */
  skewedBelow(n: number): number {
    const bits = 32 - Math.clz32(n);
    const power = POWERS[1 + this.below(bits)] ?? n;
    return this.below(power < n ? power : n);
  }
}
