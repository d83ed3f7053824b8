/**
 * The row of words in which inputs are put together, are announced before a call, and stay for a while, so that it can be found out later which
 * of them did something. They are written once, where they stay: to copy them cost as much as to make them. Whoever watches reads along.
 */
import { Buffer } from 'node:buffer';

/** As much as a processor keeps near along with everything else: it is written round and round. */
const WORDS = 1 << 18;
/** However long inputs may be, so many have room. */
const INPUTS_MIN = 8;

/** What `toString` calls in the end: on the way there it costs half as much again. */
interface Sliced extends Buffer {
  latin1Slice(start: number, end: number): string;
}

export class InputRing {
  readonly words: Int32Array;
  readonly bytes: Sliced;
  readonly units: Uint16Array;
  /** Behind everything that is kept, in words. What stands there is written over by the next input. */
  at = 0;

  constructor(memory: ArrayBufferLike, byteOffset = 0) {
    const bytes = (memory.byteLength - byteOffset) & ~3;
    this.words = new Int32Array(memory, byteOffset, bytes >> 2);
    this.units = new Uint16Array(memory, byteOffset, bytes >> 1);
    // Reason for the cast: every Buffer has the method, only its types do not tell.
    this.bytes = Buffer.from(memory, byteOffset, bytes) as Sliced;
  }

  static wordsFor(inputMax: number, words = WORDS): number {
    return Math.max(words, Math.ceil(inputMax / 4) * INPUTS_MIN);
  }

  /** In bytes: no input is longer. */
  get inputMax(): number {
    return (this.words.length / INPUTS_MIN) * 4;
  }

  /** Where the next input stands if it takes so many words. */
  room(words: number): number {
    return this.at + words > this.words.length ? 0 : this.at;
  }

  /** Bytes from a place on, in words. */
  copy(start: number, bytes: number): Uint8Array {
    return Uint8Array.from(this.bytes.subarray(start * 4, start * 4 + bytes));
  }
}
