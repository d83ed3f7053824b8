/**
 * Which required operations have been given their place in the order: the rest as a linked list in order of their beginning, the taken ones
 * as bits. All taken ones lie close together in time, so a set is told by the few words between the first rest and the last taken.
 */
import type { Int32Vector } from '../../base/growable.ts';

export class TakenSet {
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #words: Int32Array;
  readonly size: number;
  #left: number;
  #hashA = 0;
  #hashB = 0;

  constructor(size: number) {
    this.size = size;
    this.#left = size;
    this.#next = Int32Array.from({ length: size + 1 }, (_, at) => (at === size ? 0 : at + 1));
    this.#previous = Int32Array.from({ length: size + 1 }, (_, at) => (at === 0 ? size : at - 1));
    this.#words = new Int32Array((size >>> 5) + 1);
  }

  get left(): number {
    return this.#left;
  }

  get hashA(): number {
    return this.#hashA;
  }

  get hashB(): number {
    return this.#hashB;
  }

  /** The first that is left; `size` when none is. */
  first(): number {
    return this.#next[this.size] ?? this.size;
  }

  /** The one that is left after this one; `size` at the end. */
  after(at: number): number {
    return this.#next[at] ?? this.size;
  }

  take(at: number): void {
    const previous = this.#previous[at] ?? this.size;
    const next = this.#next[at] ?? this.size;
    this.#next[previous] = next;
    this.#previous[next] = previous;
    this.#left -= 1;
    this.#flip(at);
  }

  /** Undoes `take`; the last taken one must be put back first. */
  putBack(at: number): void {
    this.#next[this.#previous[at] ?? this.size] = at;
    this.#previous[this.#next[at] ?? this.size] = at;
    this.#left += 1;
    this.#flip(at);
  }

  /** Appends the words that tell this set from others with the same first rest and the same last taken. */
  copyWords(last: number, to: Int32Vector): void {
    for (let word = this.first() >>> 5; word <= last >> 5; word += 1) to.push(this.#words[word] ?? 0);
  }

  hasWords(last: number, words: Int32Vector, from: number): boolean {
    let at = from;
    for (let word = this.first() >>> 5; word <= last >> 5; word += 1) {
      if (words.get(at) !== (this.#words[word] ?? 0)) return false;
      at += 1;
    }
    return true;
  }

  #flip(at: number): void {
    this.#words[at >>> 5] = (this.#words[at >>> 5] ?? 0) ^ (1 << (at & 31));
    this.#hashA ^= mixed(at + 1);
    this.#hashB ^= mixed(~at);
  }
}

function mixed(value: number): number {
  let x = Math.imul(value, 0x9e3779b9);
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}
