/**
 * The places the search has been to: taken operations, state, and which optional operations were used up on the way. A place is not worth
 * a second visit, and neither is one that used up more for the same; hashes only find the entry, equality is exact.
 */
import { Int32Vector } from '../../base/growable.ts';
import type { Budget } from '../budget.ts';
import type { TakenSet } from './taken-set.ts';

const SLOTS_START = 1024;
const NOTHING_USED: readonly (readonly number[])[] = [[]];

export class Visited {
  readonly #budget: Budget;
  /** Entry number + 1; 0 is free. */
  #slots = new Int32Array(SLOTS_START);
  readonly #hashes = new Int32Vector();
  readonly #checks = new Int32Vector();
  readonly #states = new Int32Vector();
  readonly #firsts = new Int32Vector();
  readonly #lasts = new Int32Vector();
  readonly #wordsFrom = new Int32Vector();
  readonly #words = new Int32Vector();
  /** Per entry; no set contains another. */
  readonly #used: (readonly (readonly number[])[])[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** False where this, or something at least as good, was visited before. `last` is the last taken operation, `used` is sorted. */
  add(taken: TakenSet, last: number, state: number, used: readonly number[]): boolean {
    const hash = (taken.hashA ^ Math.imul(state + 1, 0x9e3779b1)) | 0;
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let entry = this.#slots[slot] ?? 0; entry !== 0; entry = this.#slots[slot] ?? 0) {
      if (this.#isSame(entry - 1, hash, taken, last, state)) return this.#improve(entry - 1, used);
      slot = (slot + 1) & mask;
    }
    this.#insert(slot, hash, taken, last, state, used);
    return true;
  }

  #isSame(entry: number, hash: number, taken: TakenSet, last: number, state: number): boolean {
    return (
      this.#hashes.get(entry) === hash &&
      this.#checks.get(entry) === taken.hashB &&
      this.#states.get(entry) === state &&
      this.#firsts.get(entry) === taken.first() &&
      this.#lasts.get(entry) === last &&
      taken.hasWords(last, this.#words, this.#wordsFrom.get(entry))
    );
  }

  #improve(entry: number, used: readonly number[]): boolean {
    const known = this.#used[entry] ?? NOTHING_USED;
    if (known === NOTHING_USED) return false;
    for (const each of known) {
      this.#budget.spend();
      if (isSubset(each, used)) return false;
    }
    this.#used[entry] = used.length === 0 ? NOTHING_USED : [...known.filter((each) => !isSubset(used, each)), used];
    return true;
  }

  #insert(slot: number, hash: number, taken: TakenSet, last: number, state: number, used: readonly number[]): void {
    this.#hashes.push(hash);
    this.#checks.push(taken.hashB);
    this.#states.push(state);
    this.#firsts.push(taken.first());
    this.#lasts.push(last);
    this.#wordsFrom.push(this.#words.length);
    taken.copyWords(last, this.#words);
    this.#used.push(used.length === 0 ? NOTHING_USED : [used]);
    this.#slots[slot] = this.#used.length;
    if (this.#used.length * 2 > this.#slots.length) this.#grow();
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let entry = 0; entry < this.#used.length; entry += 1) {
      const hash = this.#hashes.get(entry);
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = entry + 1;
    }
  }
}

/** Both sorted. */
function isSubset(few: readonly number[], many: readonly number[]): boolean {
  if (few.length > many.length) return false;
  let at = 0;
  for (const each of few) {
    while (at < many.length && (many[at] ?? 0) < each) at += 1;
    if (many[at] !== each) return false;
    at += 1;
  }
  return true;
}
