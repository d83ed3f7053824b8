/** What may run next. One list serves a whole run: it is filled and emptied at every transition, so it never gives its room back. */
import type { Pending } from './pending.ts';

export class OptionList {
  count = 0;
  readonly #items: Pending[] = [];

  add(pending: Pending): void {
    const items = this.#items;
    const at = this.count;
    this.count = at + 1;
    if (at === items.length) items.push(pending);
    // What is next is often on offer again; and to keep something young for long costs more than to look.
    else if (items[at] !== pending) items[at] = pending;
  }

  at(index: number): Pending | undefined {
    return index < this.count ? this.#items[index] : undefined;
  }

  /** Few and nearly in order; a paused loop counts from the end of its pause. */
  sortByTime(): void {
    const items = this.#items;
    for (let at = 1; at < this.count; at += 1) {
      const item = items[at];
      if (item === undefined) continue;
      let place = at;
      for (; place > 0; place -= 1) {
        const before = items[place - 1];
        if (before === undefined || !comesFirst(item, before)) break;
        items[place] = before;
      }
      items[place] = item;
    }
  }
}

function comesFirst(a: Pending, b: Pending): boolean {
  const aUs = Math.max(a.atUs, a.loop.pausedUntilUs);
  const bUs = Math.max(b.atUs, b.loop.pausedUntilUs);
  return aUs < bUs || (aUs === bUs && a.order < b.order);
}
