/**
 * Units to text, as fast as there is a way. Which one that is depends on the length: a call with all units as arguments for short texts,
 * a copy through memory of bytes for longer ones, four units at a time. A text of units that fit a byte is made as one of bytes, as the engine
 * itself would.
 */
import { Buffer } from 'node:buffer';

const SHORT_MAX = 24;
/** One list per length, because changing the length of a list costs more than filling it. */
const lists = Array.from({ length: SHORT_MAX + 1 }, (_, length) => Array.from({ length }, () => 0));

/** What `toString` calls in the end: on the way there it costs half as much again. */
interface Sliced extends Buffer {
  latin1Slice(start: number, end: number): string;
  ucs2Slice(start: number, end: number): string;
}

/** A text as it still lies in memory, in whole words: to read it from the text itself costs several times as much. */
export interface TextWords {
  /** In units. */
  readonly length: number;
  readonly words: Int32Array;
  readonly unitBytes: 1 | 2;
}

export class UnitText implements TextWords {
  length = 0;
  words: Int32Array = new Int32Array(0);
  unitBytes: 1 | 2 = 2;
  #bytes = sliced(4096);
  #packed: Int32Array = new Int32Array(this.#bytes.buffer);
  #units: Uint16Array = new Uint16Array(0);
  /** The same memory, two units each. */
  #pairs: Int32Array = new Int32Array(0);
  #wide = sliced(0);

  of(units: Uint16Array, length: number): string {
    if (units !== this.#units) this.#meet(units);
    this.length = length;
    if (length > SHORT_MAX && this.#pack(length)) {
      this.words = this.#packed;
      this.unitBytes = 1;
      return this.#bytes.latin1Slice(0, length);
    }
    this.words = this.#pairs;
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
    this.#wide = Buffer.from(units.buffer, units.byteOffset, units.byteLength) as Sliced; // see below
    if (this.#bytes.length >= units.length) return;
    this.#bytes = sliced(units.length);
    this.#packed = new Int32Array(this.#bytes.buffer);
  }

  /** Every unit as a byte; false if one does not fit. */
  #pack(length: number): boolean {
    const pairs = this.#pairs;
    const packed = this.#packed;
    const whole = length >> 2;
    for (let at = 0; at < whole; at += 1) {
      const first = pairs[at * 2] ?? 0;
      const second = pairs[at * 2 + 1] ?? 0;
      if (((first | second) & 0xff00ff00) !== 0) return false;
      packed[at] = (first & 0xff) | ((first >>> 8) & 0xff00) | ((second & 0xff) << 16) | ((second & 0xff0000) << 8);
    }
    for (let at = whole * 4; at < length; at += 1) {
      const unit = this.#units[at] ?? 0;
      if (unit > 0xff) return false;
      this.#bytes[at] = unit;
    }
    return true;
  }
}

function sliced(least: number): Sliced {
  // Reason for the cast: every Buffer has the method, only its types do not tell.
  return Buffer.allocUnsafeSlow((least + 3) & ~3) as Sliced;
}
