/**
 * Things in the order in which they came, of which any can be switched off and on again: the k-th of those that are on is found in
 * logarithmic time, however many wait. A Fenwick tree over places that are never used twice.
 */
export interface Aged {
  /** Its place in the queue; set by the queue. */
  place: number;
}

const FIRST_SIZE = 64;

export class AgeQueue<T extends Aged> {
  /** How many are on. */
  count = 0;
  #items: (T | undefined)[] = [];
  #isOn = new Uint8Array(FIRST_SIZE);
  #sums = new Int32Array(FIRST_SIZE + 1);
  #size = FIRST_SIZE;

  /** At the end, switched off. */
  add(item: T): void {
    if (this.#items.length === this.#size) this.#grow();
    item.place = this.#items.length;
    this.#items.push(item);
  }

  turn(item: T, on: boolean): void {
    const { place } = item;
    if (this.#items[place] !== item || (this.#isOn[place] === 1) === on) return;
    this.#isOn[place] = on ? 1 : 0;
    this.#change(place, on ? 1 : -1);
  }

  remove(item: T): void {
    this.turn(item, false);
    if (this.#items[item.place] === item) this.#items[item.place] = undefined;
  }

  clear(): void {
    this.count = 0;
    this.#items = [];
    this.#isOn.fill(0);
    this.#sums.fill(0);
  }

  /** The index-th of those that are on, the oldest first. */
  at(index: number): T {
    let place = 0;
    let left = index;
    for (let step = this.#size; step > 0; step >>= 1) {
      const next = place + step;
      const sum = next <= this.#size ? (this.#sums[next] ?? 0) : Number.POSITIVE_INFINITY;
      if (sum <= left) {
        left -= sum;
        place = next;
      }
    }
    const item = this.#items[place];
    if (item === undefined) throw new RangeError(`there is no ${index}-th of ${this.count}`);
    return item;
  }

  #change(place: number, by: number): void {
    this.count += by;
    for (let at = place + 1; at <= this.#size; at += at & -at) this.#sums[at] = (this.#sums[at] ?? 0) + by;
  }

  #grow(): void {
    const isOn = this.#isOn;
    this.#size *= 2;
    this.#isOn = new Uint8Array(this.#size);
    this.#isOn.set(isOn);
    this.#sums = new Int32Array(this.#size + 1);
    this.count = 0;
    for (let place = 0; place < isOn.length; place += 1) if (isOn[place] === 1) this.#change(place, 1);
  }
}
