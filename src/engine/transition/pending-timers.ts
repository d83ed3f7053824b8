/**
 * The timers of one machine by due time. Most programs use few delays, so what is set last is nearly always due last: such timers stand in a
 * line, where adding one and taking the first costs the same however many there are. Only those that are due before the end of the line go
 * into a heap.
 *
 * The line is a ring, whose length is a power of two. Who is cancelled in the middle leaves a gap; the first and the last are never gaps.
 */
import { isBefore, type Pending } from './pending.ts';
import { PendingHeap } from './pending-heap.ts';

export class PendingTimers {
  #line: (Pending | undefined)[] = [];
  /** Place of the first in the ring, and how long the line is, gaps included. */
  #first = 0;
  #length = 0;
  #gaps = 0;
  #heap: PendingHeap | undefined;
  /** How many are in the heap. */
  #others = 0;

  get size(): number {
    return this.#length - this.#gaps + this.#others;
  }

  get head(): Pending | undefined {
    const first = this.#length > 0 ? this.#line[this.#first] : undefined;
    return this.#others === 0 ? first : this.#earlier(first);
  }

  /** Nearly always it is due last, and there is room. What happens rarely is somewhere else, so that this stays short. */
  add(item: Pending): void {
    const line = this.#line;
    const length = this.#length;
    const end = (this.#first + length) & (line.length - 1);
    if (length === line.length) return this.#addRarely(item);
    if (length > 0 && !isBefore(line[(end - 1) & (line.length - 1)] ?? item, item)) return this.#addRarely(item);
    line[end] = item;
    item.place = end;
    this.#length = length + 1;
  }

  #addRarely(item: Pending): void {
    const line = this.#line;
    const length = this.#length;
    if (line.length === 0) return this.#begin(item);
    const last = line[(this.#first + length - 1) & (line.length - 1)];
    if (length > 0 && last !== undefined && !isBefore(last, item)) return this.#addToHeap(item);
    if (length === line.length) return this.#addToLonger(item);
    const end = (this.#first + length) & (line.length - 1);
    line[end] = item;
    item.place = end;
    this.#length = length + 1;
  }

  /** False when it does not wait any more. */
  remove(item: Pending): boolean {
    const { place } = item;
    const line = this.#line;
    if (place !== this.#first || this.#gaps > 0 || line[place] !== item) return this.#removeRarely(item);
    line[place] = undefined;
    item.place = -1;
    this.#first = (place + 1) & (line.length - 1);
    this.#length -= 1;
    return true;
  }

  /** Not the first of a line without gaps. */
  #removeRarely(item: Pending): boolean {
    const { place } = item;
    if (place < 0) return false;
    const line = this.#line;
    if (place >= line.length || line[place] !== item) return this.#removeFromHeap(item);
    line[place] = undefined;
    item.place = -1;
    if (place === this.#first) {
      this.#first = (place + 1) & (line.length - 1);
      this.#length -= 1;
      this.#closeFirst();
    } else {
      this.#gaps += 1;
      this.#closeLast();
    }
    return true;
  }

  clear(): void {
    this.forEach((item) => {
      item.place = -1;
    });
    this.#line.fill(undefined);
    this.#first = 0;
    this.#length = 0;
    this.#gaps = 0;
    this.#heap = undefined;
    this.#others = 0;
  }

  /** In no particular order. */
  forEach(visit: (item: Pending) => void): void {
    for (const item of this.#line) if (item !== undefined) visit(item);
    this.#heap?.forEach(visit);
  }

  #earlier(first: Pending | undefined): Pending | undefined {
    const other = this.#heap?.head;
    return first === undefined || (other !== undefined && isBefore(other, first)) ? other : first;
  }

  #closeFirst(): void {
    const line = this.#line;
    while (this.#length > 0 && line[this.#first] === undefined) {
      this.#first = (this.#first + 1) & (line.length - 1);
      this.#length -= 1;
      this.#gaps -= 1;
    }
  }

  #closeLast(): void {
    const line = this.#line;
    while (this.#length > 0 && line[(this.#first + this.#length - 1) & (line.length - 1)] === undefined) {
      this.#length -= 1;
      this.#gaps -= 1;
    }
  }

  /** Every machine of every run begins one: to write it down is several times as quick as to have an array made and filled. */
  #begin(item: Pending): void {
    this.#line = [item, undefined, undefined, undefined, undefined, undefined, undefined, undefined];
    item.place = 0;
    this.#first = 0;
    this.#length = 1;
  }

  /** The ring is full: the gaps go, and it is made twice as long where they were few. */
  #addToLonger(item: Pending): void {
    const line = this.#line;
    const waiting = this.#length - this.#gaps;
    const size = 2 * waiting < line.length ? line.length : 2 * line.length;
    const longer = new Array<Pending | undefined>(size).fill(undefined);
    let place = 0;
    for (let at = 0; at < this.#length; at += 1) {
      const next = line[(this.#first + at) & (line.length - 1)];
      if (next === undefined) continue;
      longer[place] = next;
      next.place = place;
      place += 1;
    }
    longer[place] = item;
    item.place = place;
    this.#line = longer;
    this.#first = 0;
    this.#length = place + 1;
    this.#gaps = 0;
  }

  #addToHeap(item: Pending): void {
    this.#heap ??= new PendingHeap();
    this.#heap.add(item);
    this.#others += 1;
  }

  #removeFromHeap(item: Pending): boolean {
    if (this.#heap?.remove(item) !== true) return false;
    this.#others -= 1;
    return true;
  }
}
