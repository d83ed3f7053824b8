/** Generators of single values: one draw each, or a few where a value has parts. */
import { type Alphabet, alphabetNamed, type AlphabetName } from './alphabet.ts';
import { FloatDetail } from './choice-kind.ts';
import { Gen } from './gen.ts';
import type { Tape } from './tape.ts';

/** Longest text, bytes or list that is made where no limit is given. */
export const LENGTH_MAX = 10_000;

export function checkRange(what: string, low: number, high: number): void {
  if (!(low <= high)) throw new RangeError(`${what}: the least is ${low}, which is more than the most, ${high}`);
}

export class BooleanGen extends Gen<boolean> {
  draw(tape: Tape): boolean {
    return tape.boolean();
  }
}

export class ConstantGen<T> extends Gen<T> {
  readonly #value: T;

  constructor(value: T) {
    super();
    this.#value = value;
  }

  draw(): T {
    return this.#value;
  }
}

export interface IntegerOptions {
  readonly min?: number;
  readonly max?: number;
}

export class IntegerGen extends Gen<number> {
  readonly #low: number;
  readonly #high: number;

  constructor({ min, max }: IntegerOptions) {
    super();
    this.#low = min ?? (max !== undefined && max < -(2 ** 31) ? Number.MIN_SAFE_INTEGER : -(2 ** 31));
    this.#high = max ?? (min !== undefined && min >= 2 ** 31 ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1);
    if (!Number.isSafeInteger(this.#low) || !Number.isSafeInteger(this.#high)) {
      throw new RangeError(`g.integer: bounds must be safe integers, not ${this.#low} and ${this.#high}; g.bigint has no such limit`);
    }
    checkRange('g.integer', this.#low, this.#high);
  }

  draw(tape: Tape): number {
    return tape.integer(this.#low, this.#high);
  }
}

export interface FloatOptions {
  readonly min?: number;
  readonly max?: number;
  /** Whether NaN may come up; yes, unless a bound is given. */
  readonly nan?: boolean;
  /** Whether infinities may come up; yes, unless a bound is given. */
  readonly infinity?: boolean;
}

export class FloatGen extends Gen<number> {
  readonly #low: number;
  readonly #high: number;
  readonly #detail: number;

  constructor(options: FloatOptions) {
    super();
    const isBounded = options.min !== undefined || options.max !== undefined;
    this.#low = options.min ?? -Number.MAX_VALUE;
    this.#high = options.max ?? Number.MAX_VALUE;
    checkRange('g.float', this.#low, this.#high);
    this.#detail = ((options.nan ?? !isBounded) ? FloatDetail.nan : 0) | ((options.infinity ?? !isBounded) ? FloatDetail.infinity : 0);
  }

  draw(tape: Tape): number {
    return tape.float(this.#low, this.#high, this.#detail);
  }
}

export interface BigIntOptions {
  readonly min?: bigint;
  readonly max?: bigint;
}

const LIMB = 2n ** 48n;
const BITS_MAX = 128n;

/** A sign and a distance from the simplest value, cut into numbers of 48 bits, the greatest first. */
export class BigIntGen extends Gen<bigint> {
  readonly #target: bigint;
  readonly #below: bigint;
  readonly #above: bigint;

  constructor({ min, max }: BigIntOptions) {
    super();
    const low = min ?? (max !== undefined && max < 0n ? max - 2n ** BITS_MAX : -(2n ** BITS_MAX));
    const high = max ?? (min !== undefined && min > 0n ? min + 2n ** BITS_MAX : 2n ** BITS_MAX);
    if (low > high) throw new RangeError(`g.bigint: the least is ${low}, which is more than the most, ${high}`);
    this.#target = low > 0n ? low : high < 0n ? high : 0n;
    this.#below = this.#target - low;
    this.#above = high - this.#target;
  }

  draw(tape: Tape): bigint {
    const isDown = this.#below > 0n && (this.#above === 0n || tape.boolean());
    const most = isDown ? this.#below : this.#above;
    let limbs = 0;
    for (let rest = most; rest > 0n; rest /= LIMB) limbs += 1;
    const used = limbs <= 1 ? limbs : tape.integer(0, limbs);
    let distance = 0n;
    for (let limb = 0; limb < used; limb += 1) {
      const top = limb === 0 && used === limbs ? most / LIMB ** BigInt(limbs - 1) : LIMB - 1n;
      distance = distance * LIMB + BigInt(tape.integer(0, Number(top)));
    }
    const bounded = distance > most ? most : distance;
    return isDown ? this.#target - bounded : this.#target + bounded;
  }
}

export interface LengthOptions {
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface StringOptions extends LengthOptions {
  /** The characters to use, the simplest first; or one of the names. 'unicode' unless given. */
  readonly alphabet?: AlphabetName | (string & {}) | readonly string[];
}

export class StringGen extends Gen<string> {
  /** Any text will do. */
  readonly isPlain: boolean;
  readonly #low: number;
  readonly #high: number;
  readonly #alphabet: Alphabet;

  constructor(options: StringOptions) {
    super();
    this.isPlain = Object.keys(options).length === 0;
    [this.#low, this.#high] = lengths('g.string', options);
    this.#alphabet = alphabetNamed(options.alphabet ?? 'unicode');
  }

  draw(tape: Tape): string {
    return tape.text(this.#low, this.#high, this.#alphabet);
  }
}

export class BytesGen extends Gen<Uint8Array> {
  /** Any bytes will do. */
  readonly isPlain: boolean;
  readonly #low: number;
  readonly #high: number;

  constructor(options: LengthOptions) {
    super();
    this.isPlain = Object.keys(options).length === 0;
    [this.#low, this.#high] = lengths('g.bytes', options);
  }

  draw(tape: Tape): Uint8Array {
    return tape.bytes(this.#low, this.#high);
  }
}

export function lengths(what: string, { minLength = 0, maxLength }: LengthOptions): readonly [number, number] {
  const most = maxLength ?? Math.max(LENGTH_MAX, minLength);
  if (!Number.isSafeInteger(minLength) || minLength < 0) throw new RangeError(`${what}: minLength must be a count, not ${minLength}`);
  checkRange(`${what} length`, minLength, most);
  return [minLength, most];
}
