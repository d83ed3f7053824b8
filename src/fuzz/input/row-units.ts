/**
 * The code units of texts that are varied again and again. To read them from the text costs several times as much as to copy them, and a
 * search varies the same few hundred texts all the time.
 */
const KEPT_MAX = 1024;

export class RowUnits {
  readonly #kept = new Map<string, Uint16Array>();
  #last = '';
  #lastUnits: Uint16Array = new Uint16Array(0);

  of(row: Uint8Array | string): Uint8Array | Uint16Array {
    if (typeof row !== 'string') return row;
    return this.#kept.get(row) ?? this.#read(row);
  }

  /** The same for one that is asked for some times in a row: as long as it is the same, nothing is looked up. */
  again(row: Uint8Array | string): Uint8Array | Uint16Array {
    if (typeof row !== 'string') return row;
    if (row !== this.#last) {
      this.#last = row;
      this.#lastUnits = this.#kept.get(row) ?? this.#read(row);
    }
    return this.#lastUnits;
  }

  /** Of a text that is asked for some times in a row, and then never again. */
  alone(row: Uint8Array | string): Uint8Array | Uint16Array {
    if (typeof row !== 'string') return row;
    if (row !== this.#last) {
      this.#last = row;
      this.#lastUnits = unitsOf(row);
    }
    return this.#lastUnits;
  }

  #read(text: string): Uint16Array {
    const units = unitsOf(text);
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear();
    this.#kept.set(text, units);
    return units;
  }
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < units.length; at += 1) units[at] = text.charCodeAt(at);
  return units;
}
