/**
 * fast-check arbitraries as generators. An arbitrary draws its randomness from the tape, so its values are replayed, varied and shrunk like
 * all others; fast-check's own shrinking is not needed. Only the shape of an arbitrary is used, so no version of fast-check is imported.
 */
import { Gen } from '../input/gen.ts';
import { labelOf } from '../input/labels.ts';
import { BigIntGen } from '../input/gen-scalar.ts';
import type { Tape } from '../input/tape.ts';

/** The part of an arbitrary that is used. Version 3 and 4 have it. */
export interface Arbitrary<T> {
  generate(random: never, biasFactor: number | undefined): { readonly value: T };
}

const ARBITRARY = labelOf('arbitrary');
/** Of so many values, fast-check makes one a small or extreme one. */
const BIAS_FACTOR = 4;

export class ArbitraryGen<T> extends Gen<T> {
  readonly #arbitrary: Arbitrary<T>;

  constructor(arbitrary: Arbitrary<T>) {
    super();
    if (typeof arbitrary?.generate !== 'function') throw new TypeError('g.fastCheck: this is no fast-check arbitrary');
    this.#arbitrary = arbitrary;
  }

  draw(tape: Tape): T {
    tape.open(ARBITRARY);
    // Has what fast-check's own class of that name has, which is private to it.
    const { value } = this.#arbitrary.generate(new TapeRandom(tape) as never, BIAS_FACTOR);
    tape.close();
    return value;
  }
}

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;

/** What fast-check knows as its random number generator. */
class TapeRandom {
  readonly #tape: Tape;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  clone(): TapeRandom {
    return this;
  }

  next(bits: number): number {
    return this.nextInt(0, bits >= 31 ? INT_MAX : 2 ** bits - 1);
  }

  nextBoolean(): boolean {
    return this.#tape.boolean();
  }

  /** Evenly: what is biased is up to the arbitrary, which counts on that. */
  nextInt(min = INT_MIN, max = INT_MAX): number {
    return min + this.#tape.index(max - min + 1);
  }

  nextBigInt(min: bigint, max: bigint): bigint {
    return new BigIntGen({ min, max }).draw(this.#tape);
  }

  nextDouble(): number {
    return (this.next(26) * 2 ** 27 + this.next(27)) * 2 ** -53;
  }

  getState(): undefined {
    return undefined;
  }
}
