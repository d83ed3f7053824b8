/**
 * The determinism hash: two runs that did the same things have the same 64 bits. It is made for
 * millions of words per second without allocation and is not cryptographic: use BLAKE3 wherever
 * somebody might choose the input. Every step is a bijection of the state, so nothing fades out.
 */
import { hexOfU32 } from './hex.ts';

const START_A = 0x243f6a88;
const START_B = 0x85a308d3 | 0;

export class RollingHash {
  private a = START_A;
  private b = START_B;

  /** The low 32 bits of the number. */
  mix(word: number): void {
    const a = Math.imul(this.a ^ word, 0x9e3779b1);
    const b = Math.imul((this.b + word) | 0, 0x85ebca77);
    // Products carry only upwards; the shifts bring the upper bits back down.
    this.a = a ^ (a >>> 15);
    this.b = b ^ (b >>> 13) ^ this.a;
  }

  /** Three words, as if mixed one after the other. */
  mix3(first: number, second: number, third: number): void {
    let a = Math.imul(this.a ^ first, 0x9e3779b1);
    let b = Math.imul((this.b + first) | 0, 0x85ebca77);
    a ^= a >>> 15;
    b ^= (b >>> 13) ^ a;
    a = Math.imul(a ^ second, 0x9e3779b1);
    b = Math.imul((b + second) | 0, 0x85ebca77);
    a ^= a >>> 15;
    b ^= (b >>> 13) ^ a;
    a = Math.imul(a ^ third, 0x9e3779b1);
    b = Math.imul((b + third) | 0, 0x85ebca77);
    a ^= a >>> 15;
    b ^= (b >>> 13) ^ a;
    this.a = a;
    this.b = b;
  }

  /** Five words, as if mixed one after the other. */
  mix5(first: number, second: number, third: number, fourth: number, fifth: number): void {
    this.mix3(first, second, third);
    this.mix(fourth);
    this.mix(fifth);
  }

  /** The length goes first, so that ('ab', 'c') and ('a', 'bc') differ. */
  mixString(text: string): void {
    const { length } = text;
    this.mix(length);
    let at = 0;
    for (; at + 1 < length; at += 2) this.mix(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
    if (at < length) this.mix(text.charCodeAt(at));
  }

  /** The two halves of the digest as unsigned words; mixing may go on afterwards. */
  get hi(): number {
    return avalanche(this.a ^ Math.imul(this.b, 0xc2b2ae3d));
  }

  get lo(): number {
    return avalanche(this.b ^ Math.imul(this.a, 0x27d4eb2f));
  }

  /** Sixteen digits. */
  hex(): string {
    return hexOfU32(this.hi) + hexOfU32(this.lo);
  }

  reset(): void {
    this.a = START_A;
    this.b = START_B;
  }
}

/** The finaliser of MurmurHash3: every input bit reaches every output bit. */
function avalanche(word: number): number {
  let x = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
