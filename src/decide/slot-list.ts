/**
 * The numbers of a log, in order. Most runs are short, and a plain array is the cheapest thing to make; a long one would be copied
 * through ever larger pages of the garbage collector, so from a certain length on the numbers lie outside of it.
 */
const SHORT_MAX = 4096;
/** The longest record, its kind included. */
const RECORD_MAX = 6;

export class SlotList {
  length = 0;
  #short: number[] = [];
  #long: Float64Array | undefined;

  /** -1, which no slot holds, past the end. */
  at(index: number): number {
    if (index >= this.length) return -1;
    return (this.#long === undefined ? this.#short[index] : this.#long[index]) ?? -1;
  }

  push(value: number): void {
    if (this.#long === undefined) this.#short.push(value);
    else this.#long[this.length] = value;
    this.#added(1);
  }

  push2(a: number, b: number): void {
    if (this.#long === undefined) this.#short.push(a, b);
    else {
      this.#long[this.length] = a;
      this.#long[this.length + 1] = b;
    }
    this.#added(2);
  }

  push3(a: number, b: number, c: number): void {
    if (this.#long === undefined) this.#short.push(a, b, c);
    else {
      this.#long[this.length] = a;
      this.#long[this.length + 1] = b;
      this.#long[this.length + 2] = c;
    }
    this.#added(3);
  }

  push4(a: number, b: number, c: number, d: number): void {
    this.push2(a, b);
    this.push2(c, d);
  }

  push6(a: number, b: number, c: number, d: number, e: number, f: number): void {
    if (this.#long === undefined) this.#short.push(a, b, c, d, e, f);
    else {
      const { length } = this;
      this.#long[length] = a;
      this.#long[length + 1] = b;
      this.#long[length + 2] = c;
      this.#long[length + 3] = d;
      this.#long[length + 4] = e;
      this.#long[length + 5] = f;
    }
    this.#added(6);
  }

  /** Leaves room for one more record, so that pushing needs no check of its own. */
  #added(count: number): void {
    this.length += count;
    if (this.length + RECORD_MAX > (this.#long?.length ?? SHORT_MAX)) this.#widen();
  }

  #widen(): void {
    const wider = new Float64Array(this.length * 2);
    wider.set(this.#long === undefined ? this.#short : this.#long.subarray(0, this.length));
    this.#long = wider;
    this.#short = [];
  }
}
