/** Pending transitions by due time. Each knows its place, so that cancelling one costs no more than adding one. */
import type { Pending } from './pending.ts';

export class PendingHeap {
  readonly #items: Pending[] = [];

  get size(): number {
    return this.#items.length;
  }

  get head(): Pending | undefined {
    return this.#items.length > 0 ? this.#items[0] : undefined;
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
    // What comes from the bottom belongs further up only in another branch than its own.
    const parent = place > 0 ? this.#items[(place - 1) >>> 1] : undefined;
    if (parent !== undefined && last.isBefore(parent)) this.#rise(last, place);
    else this.#sink(last, place);
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
    const items = this.#items;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >>> 1;
      const parent = items[above];
      if (parent === undefined || parent.isBefore(item)) break;
      items[place] = parent;
      parent.place = place;
      place = above;
    }
    items[place] = item;
    item.place = place;
  }

  #sink(item: Pending, from: number): void {
    const items = this.#items;
    const { length } = items;
    let place = from;
    for (let at = 2 * place + 1; at < length; at = 2 * place + 1) {
      let child = items[at];
      // Past the end of an array is where the machine code gives up, so nobody looks there.
      const right = at + 1 < length ? items[at + 1] : undefined;
      if (child === undefined) break;
      if (right !== undefined && right.isBefore(child)) {
        child = right;
        at += 1;
      }
      if (item.isBefore(child)) break;
      items[place] = child;
      child.place = place;
      place = at;
    }
    items[place] = item;
    item.place = place;
  }
}
