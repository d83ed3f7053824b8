/** Pending transitions by due time. Each knows its place, so that cancelling one costs no more than adding one. */
import type { Pending } from './pending.ts';

export class PendingHeap {
  readonly #items: Pending[] = [];

  get size(): number {
    return this.#items.length;
  }

  get head(): Pending | undefined {
    return this.#items[0];
  }

  add(item: Pending): void {
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  /** False when it is not in the heap any more. */
  remove(item: Pending): boolean {
    const { place } = item;
    if (place < 0 || this.#items[place] !== item) return false;
    item.place = -1;
    const last = this.#items.pop();
    if (last === undefined || last === item) return true;
    this.#rise(last, place);
    this.#sink(last, last.place);
    return true;
  }

  clear(): void {
    for (const item of this.#items) item.place = -1;
    this.#items.length = 0;
  }

  /** In no particular order. */
  forEach(visit: (item: Pending) => void): void {
    for (const item of this.#items) visit(item);
  }

  #rise(item: Pending, from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >>> 1;
      const parent = this.#items[above];
      if (parent === undefined || parent.isBefore(item)) break;
      this.#put(parent, place);
      place = above;
    }
    this.#put(item, place);
  }

  #sink(item: Pending, from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      let child = this.#items[left];
      const right = this.#items[left + 1];
      if (child === undefined) break;
      let at = left;
      if (right !== undefined && right.isBefore(child)) {
        child = right;
        at = left + 1;
      }
      if (item.isBefore(child)) break;
      this.#put(child, place);
      place = at;
    }
    this.#put(item, place);
  }

  #put(item: Pending, place: number): void {
    this.#items[place] = item;
    item.place = place;
  }
}
