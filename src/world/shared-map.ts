/**
 * A map that can be handed out without copying: `share` is O(1), and the first write after it copies.
 * Check-points are far more frequent than writes after them, so this is where the cost belongs.
 */
export class SharedMap<K, V> {
  #entries: ReadonlyMap<K, V> = new Map();
  /** Same object as #entries while nobody else holds it. */
  #own: Map<K, V> | undefined;

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  keys(): Iterable<K> {
    return this.#entries.keys();
  }

  get size(): number {
    return this.#entries.size;
  }

  set(key: K, value: V): void {
    if (this.#own === undefined) {
      this.#own = new Map(this.#entries);
      this.#entries = this.#own;
    }
    this.#own.set(key, value);
  }

  /** The present entries, which no later write changes. */
  share(): ReadonlyMap<K, V> {
    this.#own = undefined;
    return this.#entries;
  }

  /** Continues from entries that were shared before. */
  adopt(entries: ReadonlyMap<K, V>): void {
    this.#own = undefined;
    this.#entries = entries;
  }
}
