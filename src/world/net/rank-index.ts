/**
 * Which message is the k-th deliverable one? A Fenwick tree over message ids holds 1 for a deliverable
 * message and 0 for any other, so appending, switching and finding by rank take O(log n) each. Queue
 * order is id order because ids are given in the order of sending and nothing is ever queued twice.
 */
export class RankIndex {
  /** sums[i] covers the ids (i − lowbit(i), i]; index 0 is unused. */
  readonly #sums: number[];
  #total: number;

  constructor(from?: RankIndex) {
    this.#sums = from === undefined ? [0] : from.#sums.slice();
    this.#total = from === undefined ? 0 : from.#total;
  }

  /** How many ids are switched on. */
  get total(): number {
    return this.#total;
  }

  /** Adds the next id, which must be one more than the last. */
  append(on: boolean): void {
    const id = this.#sums.length;
    const start = id - lowbit(id);
    let sum = on ? 1 : 0;
    for (let below = id - 1; below > start; below -= lowbit(below)) sum += this.#at(below);
    this.#sums.push(sum);
    if (on) this.#total += 1;
  }

  /** Switches an id on (+1) or off (−1); the caller knows which it was. */
  add(id: number, change: 1 | -1): void {
    for (let at = id; at < this.#sums.length; at += lowbit(at)) this.#sums[at] = this.#at(at) + change;
    this.#total += change;
  }

  /** The id with exactly `rank` switched-on ids before it; `rank` must be below `total`. */
  idAt(rank: number): number {
    let before = 0;
    let left = rank;
    for (let width = highestPowerOfTwo(this.#sums.length - 1); width >= 1; width /= 2) {
      const next = before + width;
      if (next < this.#sums.length && this.#at(next) <= left) {
        before = next;
        left -= this.#at(next);
      }
    }
    return before + 1;
  }

  #at(index: number): number {
    return this.#sums[index] ?? 0;
  }
}

function lowbit(id: number): number {
  return id & -id;
}

function highestPowerOfTwo(max: number): number {
  return max < 1 ? 0 : 2 ** (31 - Math.clz32(max));
}
