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
  #entries = new Float64Array(FIRST_SIZE);

  /** There is no more room. */
  get isFull(): boolean {
    return this.#mask + 1 >= SIZE_MAX && this.size * 2 > this.#mask;
  }

  /** False when it was there already, or when there is no more room. */
  add(hi: number, lo: number): boolean {
    const key = keyOf(hi, lo);
    const at = this.#find(key);
    if (this.#entries[at] === key) return false;
    if (this.size * 2 > this.#mask) {
      if (this.isFull) return false;
      this.#grow();
      this.#entries[this.#find(key)] = key;
    } else this.#entries[at] = key;
    this.size += 1;
    return true;
  }

  has(hi: number, lo: number): boolean {
    const key = keyOf(hi, lo);
    return this.#entries[this.#find(key)] === key;
  }

  #find(key: number): number {
    let at = (key ^ (key / 2 ** 32)) & this.#mask;
    for (let found = this.#entries[at]; found !== 0 && found !== key; found = this.#entries[at]) at = (at + 1) & this.#mask;
    return at;
  }

  #grow(): void {
    const before = this.#entries;
    this.#entries = new Float64Array(before.length * 2);
    this.#mask = this.#entries.length - 1;
    for (const key of before) if (key !== 0) this.#entries[this.#find(key)] = key;
  }
}

/** 53 bits of it, never 0, which stands for an empty place. */
function keyOf(hi: number, lo: number): number {
  return (hi >>> 11) * 2 ** 32 + (lo >>> 0) || 1;
}
