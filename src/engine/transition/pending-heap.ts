/**
 * Pending transitions by due time. Each knows its place, so that cancelling one costs no more than adding one.
 *
 * Every timer of a run goes through here, so it is written for the machine code it becomes: the array never shrinks and is counted here,
 * because to push, to pop or to set a length is a call that costs as much as all the rest; and nobody looks past its end, where machine
 * code gives up.
 */
import { isBefore, type Pending } from './pending.ts';

export class PendingHeap {
  readonly #items: (Pending | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get head(): Pending | undefined {
    return this.#size > 0 ? this.#items[0] : undefined;
  }

  add(item: Pending): void {
    const items = this.#items;
    let place = this.#size;
    this.#size = place + 1;
    items[place] = item;
    const { atUs, order } = item;
    while (place > 0) {
      const above = (place - 1) >>> 1;
      const parent = items[above];
      if (parent === undefined || parent.atUs < atUs || (parent.atUs === atUs && parent.order < order)) break;
      items[place] = parent;
      parent.place = place;
      items[above] = item;
      place = above;
    }
    item.place = place;
  }

  /** False when it is not in the heap any more. */
  remove(item: Pending): boolean {
    const { place } = item;
    const items = this.#items;
    if (place < 0 || items[place] !== item) return false;
    item.place = -1;
    const end = this.#size - 1;
    const last = items[end];
    items[end] = undefined;
    this.#size = end;
    if (last === undefined || last === item) return true;
    // What comes from the bottom belongs further up only in another branch than its own.
    if (place > 0) this.#riseOrSink(last, place);
    else this.#sink(last, 0);
    return true;
  }

  clear(): void {
    this.forEach((item) => {
      item.place = -1;
    });
    this.#items.length = 0;
    this.#size = 0;
  }

  /** In no particular order. */
  forEach(visit: (item: Pending) => void): void {
    for (let at = 0; at < this.#size; at += 1) {
      const item = this.#items[at];
      if (item !== undefined) visit(item);
    }
  }

  #riseOrSink(item: Pending, from: number): void {
    const items = this.#items;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >>> 1;
      const parent = items[above];
      if (parent === undefined || isBefore(parent, item)) break;
      items[place] = parent;
      parent.place = place;
      place = above;
    }
    if (place === from) this.#sink(item, place);
    else {
      items[place] = item;
      item.place = place;
    }
  }

  #sink(item: Pending, from: number): void {
    const items = this.#items;
    const length = this.#size;
    const { atUs, order } = item;
    let place = from;
    for (let at = 2 * place + 1; at < length; at = 2 * place + 1) {
      let child = items[at];
      if (child === undefined) break;
      const right = at + 1 < length ? items[at + 1] : undefined;
      if (right !== undefined && isBefore(right, child)) {
        child = right;
        at += 1;
      }
      if (atUs < child.atUs || (atUs === child.atUs && order < child.order)) break;
      items[place] = child;
      child.place = place;
      place = at;
    }
    items[place] = item;
    item.place = place;
  }
}
