/**
 * What an execution has reached: every counter that moved, in one of eight classes of how often, is a feature. Knows which features were
 * seen before and how rare each is. Looks at four counters at a time, and closely only at those that moved.
 */

/** Counts 1, 2, 3, 4-7, 8-15, 16-31, 32-127 and more are told apart, as fuzzers have done since AFL. */
const CLASSES = 8;
const RARE_MAX = 255;
const MIX_BITS = 18;

/** What one look at the counters found. */
export interface Look {
  /** Features nobody reached before. */
  fresh: number;
  /** How much ran: a measure of time that is the same on every machine. */
  cost: number;
}

export class Edges {
  /** Times each feature was reached, up to a limit. */
  #seen: Uint16Array = new Uint16Array(0);
  #isCounted: Uint8Array = new Uint8Array(0);
  /** Four counters each: a number that is not zero has one that moved. */
  #fours: Float64Array = new Float64Array(0);
  #counters: Uint16Array = new Uint16Array(0);
  /** The features of the last look. */
  readonly reached: Uint32Array;
  reachedCount = 0;
  /** Features in all. */
  features = 0;
  /** Blocks in all. */
  blocks = 0;
  /** Features reached at most this often are worth going back for. */
  rareMax = 16;
  rareFeatures = 0;
  readonly #mixes = new Uint8Array(1 << MIX_BITS);
  readonly #look: Look = { fresh: 0, cost: 0 };

  constructor(featuresMax = 1 << 20) {
    this.reached = new Uint32Array(featuresMax);
  }

  /** `counters` must start at a place of their memory that a number can start at; `isCounted` says which of them belong to the code that is searched. */
  attach(counters: Uint16Array, isCounted: Uint8Array): void {
    this.#counters = counters;
    this.#fours = new Float64Array(counters.buffer, counters.byteOffset, counters.length >> 2);
    this.#isCounted = isCounted;
    if (counters.length * CLASSES <= this.#seen.length) return;
    const seen = new Uint16Array(counters.length * CLASSES);
    seen.set(this.#seen);
    this.#seen = seen;
  }

  reset(): void {
    this.#counters.fill(0);
  }

  /** Takes account of an execution. */
  look(): Look {
    const fours = this.#fours;
    const counters = this.#counters;
    const look = this.#look;
    look.fresh = 0;
    look.cost = 0;
    this.reachedCount = 0;
    const { length } = fours;
    for (let four = 0; four < length; four += 1) {
      // A negative zero is one too, so an execution with exactly 2^15 passes of one block beside three that rest overlooks it.
      if (fours[four] === 0) continue;
      const first = four << 2;
      for (let at = first; at < first + 4; at += 1) {
        const count = counters[at] ?? 0;
        if (count !== 0) this.#note(at, count);
      }
    }
    for (let at = length << 2; at < counters.length; at += 1) {
      const count = counters[at] ?? 0;
      if (count !== 0) this.#note(at, count);
    }
    return look;
  }

  /** The features of an execution, without taking account of it. */
  peek(): Uint32Array {
    const counters = this.#counters;
    const features: number[] = [];
    for (let at = 0; at < counters.length; at += 1) {
      const count = counters[at] ?? 0;
      if (count !== 0 && this.#isCounted[at] !== 0) features.push(at * CLASSES + classOf(count));
    }
    return Uint32Array.from(features);
  }

  /** Of the last look. */
  get lastFresh(): number {
    return this.#look.fresh;
  }

  get lastCost(): number {
    return this.#look.cost;
  }

  /** A number that is the same for executions that reached the same features. */
  pathHash(): number {
    let hash = 0;
    for (let at = 0; at < this.reachedCount; at += 1) hash = (Math.imul(hash ^ (this.reached[at] ?? 0), 0x85ebca6b) + 0x27d4eb2f) | 0;
    return hash >>> 0;
  }

  /** Whether the blocks of the last look came together for the first time. */
  isNewMix(): boolean {
    let hash = 0;
    for (let at = 0; at < this.reachedCount; at += 1)
      hash = (Math.imul(hash ^ Math.trunc((this.reached[at] ?? 0) / CLASSES), 0x85ebca6b) + 0x27d4eb2f) | 0;
    const at = (Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> (32 - MIX_BITS)) >>> 0;
    if (this.#mixes[at] !== 0) return false;
    this.#mixes[at] = 1;
    return true;
  }

  timesOf(feature: number): number {
    return this.#seen[feature] ?? 0;
  }

  isRare(feature: number): boolean {
    return (this.#seen[feature] ?? 0) <= this.rareMax;
  }

  hasBlock(counter: number): boolean {
    for (let index = 0; index < CLASSES; index += 1) if ((this.#seen[counter * CLASSES + index] ?? 0) > 0) return true;
    return false;
  }

  /** Rare is what is among the least often reached; counted anew from time to time. */
  countRare(): void {
    let rare = 0;
    for (const times of this.#seen) if (times > 0 && times <= this.rareMax) rare += 1;
    this.rareFeatures = rare;
  }

  #note(counter: number, count: number): void {
    if (this.#isCounted[counter] === 0) return;
    this.#look.cost += count;
    const feature = counter * CLASSES + classOf(count);
    const seen = this.#seen[feature] ?? 0;
    if (seen === 0) {
      this.#look.fresh += 1;
      this.features += 1;
      if (!this.hasBlock(counter)) this.blocks += 1;
    }
    if (seen < RARE_MAX) this.#seen[feature] = seen + 1;
    if (this.reachedCount < this.reached.length) {
      this.reached[this.reachedCount] = feature;
      this.reachedCount += 1;
    }
  }
}

function classOf(count: number): number {
  if (count <= 3) return count - 1;
  if (count < 8) return 3;
  if (count < 16) return 4;
  if (count < 32) return 5;
  return count < 128 ? 6 : 7;
}
