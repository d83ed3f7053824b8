/**
 * Units to text, as fast as there is a way. Which one that is depends on the length: a call with all units as arguments for short texts,
 * a copy through memory of bytes for longer ones, four units at a time. A text of units that fit a byte is made as one of bytes, as the engine
 * itself would, in the very row in which it is announced.
 */
import { Buffer } from 'node:buffer';
import { InputRing } from './input-ring.ts';

const SHORT_MAX = 24;
/** One list per length, because changing the length of a list costs more than filling it. */
const lists = Array.from({ length: SHORT_MAX + 1 }, (_, length) => Array.from({ length }, () => 0));

/** What `toString` calls in the end: on the way there it costs half as much again. */
interface Sliced extends Buffer {
  ucs2Slice(start: number, end: number): string;
}

/** A text as it still lies in memory, in whole words: to read it from the text itself costs several times as much. */
export interface TextWords {
  /** In units. */
  readonly length: number;
  readonly words: Int32Array;
  /** In words. */
  readonly start: number;
  readonly unitBytes: 1 | 2;
}

export class UnitText implements TextWords {
  length = 0;
  words: Int32Array = new Int32Array(0);
  start = 0;
  unitBytes: 1 | 2 = 2;
  /** Where texts are made; without an owner until one is named. */
  ring = ownRing(4096);
  #units: Uint16Array = new Uint16Array(0);
  /** The same memory, two units each. */
  #pairs: Int32Array = new Int32Array(0);
  #wide = Buffer.alloc(0) as Sliced; // every Buffer has the method, only its types do not tell

  of(units: Uint16Array, length: number): string {
    if (units !== this.#units) this.#meet(units);
    this.length = length;
    if (length > SHORT_MAX && this.#pack(length)) {
      const at = this.start * 4;
      this.words = this.ring.words;
      this.unitBytes = 1;
      return this.ring.bytes.latin1Slice(at, at + length);
    }
    this.words = this.#pairs;
    this.start = 0;
    this.unitBytes = 2;
    if (length > SHORT_MAX) return this.#wide.ucs2Slice(0, length * 2);
    const list = lists[length] ?? [];
    for (let at = 0; at < length; at += 1) list[at] = units[at] ?? 0;
    return Reflect.apply(String.fromCharCode, undefined, list);
  }

  /** Whoever makes units does it in the same place again and again. */
  #meet(units: Uint16Array): void {
    this.#units = units;
    this.#pairs = new Int32Array(units.buffer, units.byteOffset, units.length >> 1);
    this.#wide = Buffer.from(units.buffer, units.byteOffset, units.byteLength) as Sliced; // as above
    if (this.ring.words.buffer instanceof ArrayBuffer && this.ring.inputMax < units.length) this.ring = ownRing(units.length);
  }

  /** Every unit as a byte; false if one does not fit. */
  #pack(length: number): boolean {
    if (length > this.ring.inputMax) return false;
    const start = this.ring.room((length + 3) >> 2);
    this.start = start;
    const pairs = this.#pairs;
    const packed = this.ring.words;
    const whole = length >> 2;
    for (let at = 0; at < whole; at += 1) {
      const first = pairs[at * 2] ?? 0;
      const second = pairs[at * 2 + 1] ?? 0;
      if (((first | second) & 0xff00ff00) !== 0) return false;
      packed[start + at] = (first & 0xff) | ((first >>> 8) & 0xff00) | ((second & 0xff) << 16) | ((second & 0xff0000) << 8);
    }
    for (let at = whole * 4; at < length; at += 1) {
      const unit = this.#units[at] ?? 0;
      if (unit > 0xff) return false;
      this.ring.bytes[start * 4 + at] = unit;
    }
    return true;
  }
}

function ownRing(inputMax: number): InputRing {
  return new InputRing(new ArrayBuffer(InputRing.wordsFor(inputMax, 0) * 4));
}
