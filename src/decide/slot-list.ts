/**
 * The numbers of a log, in order, in pages that are never copied. Most runs fit on the first page, a plain array, which is the
 * cheapest thing to make. Further pages hold four bytes a slot: nearly every number of a log is that small, and fresh memory is
 * part of what recording costs.
 */
const PAGE_BITS = 11;
const PAGE_SLOTS = 2 ** PAGE_BITS;
const OFFSET_MASK = PAGE_SLOTS - 1;
/** Stands for a number that does not fit. */
const WIDE = 0xffffffff;

export class SlotList {
  readonly #first: number[] = [];
  readonly #pages: (readonly number[] | Uint32Array)[] = [this.#first];
  /** The page that is written to, once the first one is full. */
  #page: Uint32Array | undefined;
  /** Slots used on that page, or on the first. */
  #used = 0;
  /** Where the wide numbers are, ascending, and what they are. */
  readonly #wideAt: number[] = [];
  readonly #wide: number[] = [];

  get length(): number {
    return (this.#pages.length - 1) * PAGE_SLOTS + this.#used;
  }

  /** -1, which no slot holds, past the end. */
  at(index: number): number {
    if (index >= this.length) return -1;
    const value = this.#pages[index >>> PAGE_BITS]?.[index & OFFSET_MASK] ?? -1;
    return value === WIDE && index >= PAGE_SLOTS ? this.#wideNumber(index) : value;
  }

  /** Short, so that the optimiser puts it where it is called; whatever happens rarely is somewhere else. */
  push(value: number): void {
    const page = this.#page;
    const used = this.#used;
    if (page === undefined || used === PAGE_SLOTS || value >= WIDE) return this.#pushElsewhere(value);
    page[used] = value;
    this.#used = used + 1;
  }

  #pushElsewhere(value: number): void {
    if (this.#used === PAGE_SLOTS) this.#turnPage();
    if (this.#page === undefined) this.#first.push(value);
    else this.#page[this.#used] = value < WIDE ? value : this.#keepWide(value);
    this.#used += 1;
  }

  #turnPage(): void {
    this.#page = new Uint32Array(PAGE_SLOTS);
    this.#pages.push(this.#page);
    this.#used = 0;
  }

  #keepWide(value: number): number {
    this.#wideAt.push(this.length);
    this.#wide.push(value);
    return WIDE;
  }

  #wideNumber(index: number): number {
    let low = 0;
    let high = this.#wideAt.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#wideAt[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return this.#wide[low] ?? -1;
  }
}
