/**
 * The numbers of a log, in order, in pages that are never copied. Most runs fit on the first page, a plain array, which is the
 * cheapest thing to make; further pages lie outside the heap, where long logs do not keep the garbage collector busy.
 */
const PAGE_BITS = 12;
const PAGE_SLOTS = 2 ** PAGE_BITS;
const OFFSET_MASK = PAGE_SLOTS - 1;

export class SlotList {
  readonly #first: number[] = [];
  readonly #pages: (readonly number[] | Float64Array)[] = [this.#first];
  /** The page that is written to, once the first one is full. */
  #page: Float64Array | undefined;
  /** Slots used on that page, or on the first. */
  #used = 0;

  get length(): number {
    return (this.#pages.length - 1) * PAGE_SLOTS + this.#used;
  }

  /** -1, which no slot holds, past the end. */
  at(index: number): number {
    return index < this.length ? (this.#pages[index >>> PAGE_BITS]?.[index & OFFSET_MASK] ?? -1) : -1;
  }

  push(value: number): void {
    if (this.#used === PAGE_SLOTS) this.#turnPage();
    if (this.#page === undefined) this.#first.push(value);
    else this.#page[this.#used] = value;
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

  /** For the record of a pick, by far the most frequent one: at once where the page has room. */
  push6(a: number, b: number, c: number, d: number, e: number, f: number): void {
    const used = this.#used;
    const page = this.#page;
    if (used + 6 > PAGE_SLOTS) {
      this.push3(a, b, c);
      this.push3(d, e, f);
      return;
    }
    this.#used = used + 6;
    if (page === undefined) {
      this.#first.push(a, b, c, d, e, f);
      return;
    }
    page[used] = a;
    page[used + 1] = b;
    page[used + 2] = c;
    page[used + 3] = d;
    page[used + 4] = e;
    page[used + 5] = f;
  }

  #turnPage(): void {
    this.#page = new Float64Array(PAGE_SLOTS);
    this.#pages.push(this.#page);
    this.#used = 0;
  }
}
