/**
 * A list that can be handed out without copying: `share` is O(1), and a write after it copies the one
 * chunk it touches and the table of chunks. A scenario that check-points in a loop while its history
 * grows would otherwise copy the whole history every time.
 */
import { assert } from '../base/assert.ts';

const CHUNK_ITEMS = 256;

/** Items at one moment; opaque outside this file. */
export interface SharedItems<T> {
  readonly chunks: readonly (readonly T[])[];
  readonly length: number;
}

export class SharedList<T> {
  #chunks: readonly (readonly T[])[] = [];
  #length = 0;
  /** Same object as #chunks while nobody else holds it. */
  #ownTable: (readonly T[])[] | undefined;
  /** The chunks made or copied since the last share, by position. */
  readonly #ownChunks = new Map<number, T[]>();

  get length(): number {
    return this.#length;
  }

  at(index: number): T | undefined {
    return index < 0 ? undefined : this.#chunks[Math.floor(index / CHUNK_ITEMS)]?.[index % CHUNK_ITEMS];
  }

  push(item: T): void {
    this.#chunkFor(this.#length).push(item);
    this.#length += 1;
  }

  /** Puts another item in the place of an existing one. */
  replace(index: number, item: T): void {
    assert(index >= 0 && index < this.#length, 'only an existing item can be replaced');
    this.#chunkFor(index)[index % CHUNK_ITEMS] = item;
  }

  toArray(): T[] {
    const items: T[] = [];
    for (const chunk of this.#chunks) items.push(...chunk);
    return items;
  }

  /** The present items, which no later write changes. */
  share(): SharedItems<T> {
    const items = { chunks: this.#chunks, length: this.#length };
    this.adopt(items);
    return items;
  }

  /** Continues from items that were shared before. */
  adopt(items: SharedItems<T>): void {
    this.#chunks = items.chunks;
    this.#length = items.length;
    this.#ownTable = undefined;
    this.#ownChunks.clear();
  }

  #chunkFor(index: number): T[] {
    const position = Math.floor(index / CHUNK_ITEMS);
    const owned = this.#ownChunks.get(position);
    if (owned !== undefined) return owned;
    const chunk = this.#chunks[position]?.slice() ?? [];
    this.#ownChunks.set(position, chunk);
    this.#table()[position] = chunk;
    return chunk;
  }

  #table(): (readonly T[])[] {
    if (this.#ownTable === undefined) {
      this.#ownTable = this.#chunks.slice();
      this.#chunks = this.#ownTable;
    }
    return this.#ownTable;
  }
}
