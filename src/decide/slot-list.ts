/**
 * The numbers of a log, in order, in pages that are never copied. Most runs fit on the first page, a plain array, which is the
 * cheapest thing to make. Further pages hold two bytes a slot: nearly every number of a log is that small, and fresh memory is what
 * recording costs most.
 */
const PAGE_BITS = 12;
const PAGE_SLOTS = 2 ** PAGE_BITS;
const OFFSET_MASK = PAGE_SLOTS - 1;
/** Stands for a number that does not fit. */
const WIDE = 0xffff;

export class SlotList {
  readonly #first: number[] = [];
  readonly #pages: (readonly number[] | Uint16Array)[] = [this.#first];
  /** The page that is written to, once the first one is full. */
  #page: Uint16Array | undefined;
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

  push(value: number): void {
    if (this.#used === PAGE_SLOTS) this.#turnPage();
    if (this.#page === undefined) this.#first.push(value);
    else if (value < WIDE) this.#page[this.#used] = value;
    else {
      this.#wideAt.push(this.length);
      this.#wide.push(value);
      this.#page[this.#used] = WIDE;
    }
    this.#used += 1;
  }

  push2(a: number, b: number): void {
    this.push(a);
    this.push(b);
  }

  push3(a: number, b: number, c: number): void {
    this.push2(a, b);
    this.push(c);
  }

  push4(a: number, b: number, c: number, d: number): void {
    this.push2(a, b);
    this.push2(c, d);
  }

  /** For the record of a pick, by far the most frequent one: at once where nothing is in the way. */
  push6(a: number, b: number, c: number, d: number, e: number, f: number): void {
    const used = this.#used;
    const page = this.#page;
    const fits = used + 6 <= PAGE_SLOTS && a < WIDE && b < WIDE && c < WIDE && d < WIDE && e < WIDE && f < WIDE;
    if (!fits || page === undefined) {
      this.push3(a, b, c);
      this.push3(d, e, f);
      return;
    }
    page[used] = a;
    page[used + 1] = b;
    page[used + 2] = c;
    page[used + 3] = d;
    page[used + 4] = e;
    page[used + 5] = f;
    this.#used = used + 6;
  }

  #turnPage(): void {
    this.#page = new Uint16Array(PAGE_SLOTS);
    this.#pages.push(this.#page);
    this.#used = 0;
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
