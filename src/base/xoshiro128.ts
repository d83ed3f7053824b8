/**
 * Random numbers for search (schedules, mutations, swarm weights): xoshiro128**, fast and split by
 * name. A named stream depends on its ancestors' seed and names only, never on how much was drawn,
 * so that a new consumer of randomness does not disturb the others.
 */
import { RollingHash } from './rolling-hash.ts';
import type { U64 } from './u64.ts';

export type XoshiroState = readonly [number, number, number, number];

export class Xoshiro128 {
  declare private readonly key: U64;
  declare private a: number;
  declare private b: number;
  declare private c: number;
  declare private d: number;

  /** The state follows from the key; only a check against published numbers gives its own. */
  constructor(key: U64, state: XoshiroState = stateOf(key)) {
    this.key = key;
    [this.a, this.b, this.c, this.d] = state;
  }

  splitStream(name: string): Xoshiro128 {
    return new Xoshiro128(this.keyOf(name));
  }

  /** The key of a named stream below this one. */
  protected keyOf(name: string): U64 {
    const hash = new RollingHash();
    hash.mix(this.key.hi);
    hash.mix(this.key.lo);
    hash.mixString(name);
    return { hi: hash.hi, lo: hash.lo };
  }

  /** Short, so that the optimiser puts it where it is called: every field is read and written once. */
  nextU32(): number {
    const { a, b } = this;
    const c = this.c ^ a;
    const d = this.d ^ b;
    this.a = a ^ d;
    this.b = b ^ c;
    this.c = c ^ (b << 9);
    this.d = rotate(d, 11);
    // Times five, turned by seven, times nine.
    const x = rotate((b + (b << 2)) | 0, 7);
    return (x + (x << 3)) >>> 0;
  }

  /** Uniform in 0..n-1 for n from 1 to 2^32: draws from the incomplete last interval are thrown away. */
  nextBelow(n: number): number {
    const complete = 2 ** 32 - (2 ** 32 % n);
    let draw = this.nextU32();
    while (draw >= complete) draw = this.nextU32();
    return draw % n;
  }
}

/** Four words of two splitmix32 sequences; the xor constant keeps the all-zero state, xoshiro's only fixed point, out of reach. */
function stateOf(key: U64): XoshiroState {
  return [splitmix32(key.lo, 1), splitmix32(key.hi, 1), splitmix32(key.lo, 2) ^ key.hi, splitmix32(key.hi, 2) ^ ~key.lo];
}

/** The index-th output of the splitmix32 sequence that starts at `seed`. */
function splitmix32(seed: number, index: number): number {
  let x = (seed + Math.imul(index, 0x9e3779b9)) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
