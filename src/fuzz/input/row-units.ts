/**
 * The code units of texts that are varied again and again. To read them from the text costs several times as much as to copy them, and a
 * search varies the same few hundred texts all the time.
 */
const KEPT_MAX = 1024;

export class RowUnits {
  readonly #kept = new Map<string, Uint16Array>();

  of(row: Uint8Array | string): Uint8Array | Uint16Array {
    if (typeof row !== 'string') return row;
    return this.#kept.get(row) ?? this.#read(row);
  }

  #read(text: string): Uint16Array {
    const units = new Uint16Array(text.length);
    for (let at = 0; at < units.length; at += 1) units[at] = text.charCodeAt(at);
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear();
    this.#kept.set(text, units);
    return units;
  }
}
