/**
 * Pending transitions in the order in which they are due, for where more than the first one may be taken. What is added is nearly always
 * due last, and what is taken is nearly always among the first, so a plain sorted list is quicker than anything with a better worst case.
 */
import type { OptionList } from './option-list.ts';
import type { Pending } from './pending.ts';

export class PendingList {
  readonly #items: Pending[] = [];

  get size(): number {
    return this.#items.length;
  }

  get head(): Pending | undefined {
    return this.#items.length > 0 ? this.#items[0] : undefined;
  }

  add(item: Pending): void {
    item.place = 0;
    const items = this.#items;
    const last = items.length > 0 ? items[items.length - 1] : undefined;
    if (last === undefined || last.isBefore(item)) items.push(item);
    else items.splice(this.#placeOf(item), 0, item);
  }

  /** False when it is not in the list any more. */
  remove(item: Pending): boolean {
    if (item.place < 0) return false;
    item.place = -1;
    const items = this.#items;
    const place = this.#placeOf(item);
    if (place === items.length - 1) items.pop();
    else if (place === 0) items.shift();
    else items.splice(place, 1);
    return true;
  }

  clear(): void {
    for (const item of this.#items) item.place = -1;
    this.#items.length = 0;
  }

  forEach(visit: (item: Pending) => void): void {
    for (const item of this.#items) visit(item);
  }

  /** The first ones that are due at or before a time, in order. */
  collectDue(limitUs: number, into: OptionList, countMax: number): void {
    const items = this.#items;
    const end = Math.min(items.length, countMax);
    for (let at = 0; at < end; at += 1) {
      const item = items[at];
      if (item === undefined || item.atUs > limitUs) return;
      into.add(item);
    }
  }

  /** Where it is, or where it belongs. No two are due at the same time with the same number. */
  #placeOf(item: Pending): number {
    const items = this.#items;
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (items[middle]?.isBefore(item) === true) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
