/**
 * Pending transitions in the order in which they are due, for where more than the first one may be taken. What is added is nearly always
 * due last, and what is taken is nearly always among the first, so a plain sorted list is quicker than anything with a better worst case.
 *
 * The array never shrinks and is counted here, and what lies behind a place is moved by hand as long as it is little: to shift, to splice
 * or to set a length is a call, which takes longer than everything else that happens to a completion on its way.
 */
import type { OptionList } from './option-list.ts';
import { isBefore, type Pending } from './pending.ts';

/** More than this is moved quicker by a call. */
const MOVED_BY_HAND_MAX = 32;

export class PendingList {
  readonly #items: (Pending | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get head(): Pending | undefined {
    return this.#size > 0 ? this.#items[0] : undefined;
  }

  add(item: Pending): void {
    item.place = 0;
    const items = this.#items;
    const size = this.#size;
    this.#size = size + 1;
    const last = size > 0 ? items[size - 1] : undefined;
    if (last === undefined || isBefore(last, item)) items[size] = item;
    else items.splice(this.#placeOf(item, size), 0, item);
  }

  /** False when it is not in the list any more. */
  remove(item: Pending): boolean {
    if (item.place < 0) return false;
    item.place = -1;
    const items = this.#items;
    const last = this.#size - 1;
    const place = items[0] === item ? 0 : this.#placeOf(item, last + 1);
    this.#size = last;
    if (last - place > MOVED_BY_HAND_MAX) {
      items.splice(place, 1);
      return true;
    }
    for (let at = place; at < last; at += 1) items[at] = items[at + 1];
    items[last] = undefined;
    return true;
  }

  clear(): void {
    this.forEach((item) => {
      item.place = -1;
    });
    this.#items.length = 0;
    this.#size = 0;
  }

  forEach(visit: (item: Pending) => void): void {
    for (let at = 0; at < this.#size; at += 1) {
      const item = this.#items[at];
      if (item !== undefined) visit(item);
    }
  }

  /** The first ones that are due at or before a time, in order. */
  collectDue(limitUs: number, into: OptionList, countMax: number): void {
    const items = this.#items;
    const end = this.#size < countMax ? this.#size : countMax;
    for (let at = 0; at < end; at += 1) {
      const item = items[at];
      if (item === undefined || item.atUs > limitUs) return;
      into.add(item);
    }
  }

  /** Where it is, or where it belongs among the first ones. No two are due at the same time with the same number. */
  #placeOf(item: Pending, size: number): number {
    const items = this.#items;
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = items[middle];
      if (other !== undefined && isBefore(other, item)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
