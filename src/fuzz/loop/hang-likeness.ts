/**
 * Which inputs look like those that did not come back. A hang takes ten thousand times as long as any other call, so where many inputs hang alike a
 * search would do nothing else. What they have in common is learned: how often each byte occurs in them, and where they begin and end. Inputs with all
 * of it are left out, but for a few: there may be something behind. Those with a part of it are tried, and tell which part it is that matters.
 */
import type { InputForm } from '../input/form.ts';

/** Once, twice, four times … as often. */
const LEVELS = 8;
const BYTES = 256;
/** The length counts like a byte that is everywhere. */
const COUNTED = (BYTES + 1) * LEVELS;
/** And which byte is first, and which is last. */
const FEATURES = COUNTED + 2 * BYTES;
/** From the beginning, and for so many executions one more. */
const HANGS_FREE = 12;
const EXECUTIONS_PER_HANG = 2048;
const ALIKE_MIN = 4;
/** Of so many inputs that look alike all but one have to hang. */
const PURE = 16;
const KINDS_MAX = 8;
/** So many are left out in a row. */
const SHUNNED_MAX = 64;

/** Inputs that hang and have something in common. */
interface Kind {
  /** What all of them have. */
  features: readonly number[];
  hung: number;
  /** Inputs with all of that which came back. */
  fine: number;
}

export class HangLikeness<I> {
  readonly #form: Pick<InputForm<I>, 'encode'>;
  /** How often inputs that came back had this. */
  readonly #fine = new Float64Array(FEATURES);
  readonly #counts = new Uint32Array(BYTES + 1);
  /** Features of the input that was looked at last. */
  #features: readonly number[] = [];
  readonly #has = new Uint8Array(FEATURES);
  #isOpen = false;
  #hangs = 0;
  #shunned = 0;
  #kinds: Kind[] = [];

  constructor(form: Pick<InputForm<I>, 'encode'>) {
    this.#form = form;
  }

  hung(bytes: Uint8Array): void {
    this.#isOpen = false;
    this.#hangs += 1;
    this.#read(bytes);
    for (const kind of this.#kinds) {
      const common = kind.features.filter((each) => this.#has[each] === 1);
      // What nearly all inputs have says nothing.
      if (!common.some((each) => (this.#fine[each] ?? 0) * PURE <= kind.hung)) continue;
      if (common.length < kind.features.length) kind.fine = 0;
      kind.features = common;
      kind.hung += 1;
      return;
    }
    this.#kinds = [
      ...this.#kinds.toSorted((a, b) => b.hung - a.hung).slice(0, KINDS_MAX - 1),
      { features: this.#features, hung: 1, fine: 0 },
    ];
  }

  /** Whether it is better left out; if it is not, and nothing is heard of it, it came back. Until something hangs, nothing is looked at. */
  shuns(input: I, executed: number): boolean {
    if (this.#hangs === 0) return false;
    if (this.#isOpen) this.#cameBack();
    this.#read(this.#form.encode(input));
    const isFree = this.#hangs < HANGS_FREE + executed / EXECUTIONS_PER_HANG || this.#shunned >= SHUNNED_MAX;
    this.#isOpen = isFree || !this.#kinds.some((kind) => kind.hung >= ALIKE_MIN && kind.fine * PURE <= kind.hung && this.#isOf(kind));
    this.#shunned = this.#isOpen ? 0 : this.#shunned + 1;
    return !this.#isOpen;
  }

  #cameBack(): void {
    for (const feature of this.#features) this.#fine[feature] = (this.#fine[feature] ?? 0) + 1;
    for (const kind of this.#kinds) if (this.#isOf(kind)) kind.fine += 1;
  }

  #isOf({ features }: Kind): boolean {
    return features.every((each) => this.#has[each] === 1);
  }

  #read(bytes: Uint8Array): void {
    for (const feature of this.#features) this.#has[feature] = 0;
    this.#features = this.#featuresOf(bytes);
    for (const feature of this.#features) this.#has[feature] = 1;
  }

  #featuresOf(bytes: Uint8Array): readonly number[] {
    const counts = this.#counts;
    counts.fill(0);
    for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
    counts[BYTES] = bytes.length;
    const features = [COUNTED + (bytes[0] ?? 0), COUNTED + BYTES + (bytes.at(-1) ?? 0)];
    for (const [byte, count] of counts.entries())
      for (let level = 0; level < LEVELS && count >= 1 << level; level += 1) features.push(byte * LEVELS + level);
    return features;
  }
}
