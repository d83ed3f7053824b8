/**
 * A set of 64-bit hashes that costs sixteen bytes or so each and allocates only when it grows: searches note every state of every run
 * in one. When it is full it keeps what it has, and its size is the least there are.
 */
const FIRST_SIZE = 1 << 10;
/** 64 MiB of entries. */
const SIZE_MAX = 1 << 23;

export class HashSet {
  size = 0;
  #mask = FIRST_SIZE - 1;
  /** Both halves of each, as signed words; two zeros are an empty place. */
  #entries = new Int32Array(2 * FIRST_SIZE);

  /** There is no more room. */
  get isFull(): boolean {
    return this.#mask + 1 >= SIZE_MAX && this.size * 2 > this.#mask;
  }

  /** False when it was there already, or when there is no more room. */
  add(hi: number, lo: number): boolean {
    const low = lowOf(hi, lo);
    let at = this.#find(hi | 0, low);
    if (this.#isTaken(at)) return false;
    if (this.size * 2 > this.#mask) {
      if (this.isFull) return false;
      this.#grow();
      at = this.#find(hi | 0, low);
    }
    this.#entries[at] = hi;
    this.#entries[at + 1] = low;
    this.size += 1;
    return true;
  }

  has(hi: number, lo: number): boolean {
    return this.#isTaken(this.#find(hi | 0, lowOf(hi, lo)));
  }

  #isTaken(at: number): boolean {
    return this.#entries[at] !== 0 || this.#entries[at + 1] !== 0;
  }

  /** Where it is, or where there is room for it. */
  #find(hi: number, lo: number): number {
    const entries = this.#entries;
    const mask = this.#mask;
    let place = (hi ^ lo) & mask;
    for (;;) {
      const high = entries[2 * place];
      const low = entries[2 * place + 1];
      if ((high === hi && low === lo) || (high === 0 && low === 0)) return 2 * place;
      place = (place + 1) & mask;
    }
  }

  #grow(): void {
    const before = this.#entries;
    this.#entries = new Int32Array(2 * before.length);
    this.#mask = before.length - 1;
    for (let at = 0; at < before.length; at += 2) {
      const hi = before[at] ?? 0;
      const lo = before[at + 1] ?? 0;
      if (hi === 0 && lo === 0) continue;
      const place = this.#find(hi, lo);
      this.#entries[place] = hi;
      this.#entries[place + 1] = lo;
    }
  }
}

/** A hash of nothing but zeros would look like an empty place. */
function lowOf(hi: number, lo: number): number {
  return (hi | lo) === 0 ? 1 : lo | 0;
}
