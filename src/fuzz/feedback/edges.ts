/**
 * What an execution has reached: every counter that moved, in one of eight classes of how often, is a feature. Knows which features were
 * seen before and how rare each is. Looks at four counters at a time, and closely only at those that moved, which it puts back to zero: what
 * did not move needs no resetting.
 */

/** Counts 1, 2, 3, 4-7, 8-15, 16-31, 32-127 and more are told apart, as fuzzers have done since AFL. */
const CLASSES = 8;
const RARE_MAX = 255;
const MIX_BITS = 18;
/** The class of every count below the last one. */
const LAST_FROM = 128;
const CLASS_OF = Uint8Array.from({ length: LAST_FROM }, (_, count) => {
  if (count <= 3) return Math.max(0, count - 1);
  if (count < 8) return 3;
  if (count < 16) return 4;
  return count < 32 ? 5 : 6;
});

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
  /** Two counters each. */
  #pairs: Int32Array = new Int32Array(0);
  #counters: Uint16Array = new Uint16Array(0);
  /** Something may have moved since the counters were put to zero. */
  #isUsed = true;
  /** The features of the last look, and which of them are rare. */
  readonly reached: Uint32Array;
  reachedCount = 0;
  readonly rare: Uint32Array;
  rareCount = 0;
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
    this.rare = new Uint32Array(featuresMax);
  }

  /** `counters` must start at a place of their memory that a number can start at; `isCounted` says which of them belong to the code that is searched. */
  attach(counters: Uint16Array, isCounted: Uint8Array): void {
    this.#counters = counters;
    this.#pairs = new Int32Array(counters.buffer, counters.byteOffset, (counters.length >> 2) * 2);
    this.#isCounted = isCounted;
    this.#isUsed = true;
    if (counters.length * CLASSES <= this.#seen.length) return;
    const seen = new Uint16Array(counters.length * CLASSES);
    seen.set(this.#seen);
    this.#seen = seen;
  }

  /** All counters stand at zero. */
  reset(): void {
    this.#counters.fill(0);
    this.#isUsed = false;
  }

  /** Before an execution. */
  prepare(): void {
    if (this.#isUsed) this.#counters.fill(0);
    this.#isUsed = true;
  }

  /** Takes account of an execution; afterwards the counters stand at zero. */
  look(): Look {
    const pairs = this.#pairs;
    const look = this.#look;
    look.fresh = 0;
    look.cost = 0;
    this.reachedCount = 0;
    this.rareCount = 0;
    const { length } = pairs;
    for (let pair = 0; pair < length; pair += 2) {
      if (((pairs[pair] ?? 0) | (pairs[pair + 1] ?? 0)) === 0) continue;
      this.#noteFrom(pair << 1, (pair << 1) + 4);
      pairs[pair] = 0;
      pairs[pair + 1] = 0;
    }
    const counted = length << 1;
    if (this.#counters.length > counted) {
      this.#noteFrom(counted, this.#counters.length);
      this.#counters.fill(0, counted);
    }
    this.#isUsed = false;
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

  /** The blocks of an execution, without taking account of it. */
  peekBlocks(): readonly number[] {
    const blocks: number[] = [];
    for (let at = 0; at < this.#counters.length; at += 1) if (this.#counters[at] !== 0 && this.#isCounted[at] !== 0) blocks.push(at);
    return blocks;
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
      hash = (Math.imul(hash ^ (((this.reached[at] ?? 0) / CLASSES) | 0), 0x85ebca6b) + 0x27d4eb2f) | 0;
    const at = (Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> (32 - MIX_BITS)) >>> 0;
    if (this.#mixes[at] !== 0) return false;
    this.#mixes[at] = 1;
    return true;
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

  /** Counts in variables of its own: most of what it meets was reached often before, and is only written down. */
  #noteFrom(first: number, end: number): void {
    const counters = this.#counters;
    const isCounted = this.#isCounted;
    const seen = this.#seen;
    const { reached } = this;
    let { reachedCount } = this;
    let cost = 0;
    for (let at = first; at < end; at += 1) {
      const passes = counters[at] ?? 0;
      if (passes === 0 || isCounted[at] === 0) continue;
      cost += passes;
      const feature = at * CLASSES + classOf(passes);
      const times = seen[feature] ?? 0;
      if (times < RARE_MAX) this.#count(at, feature, times);
      if (reachedCount === reached.length) continue;
      reached[reachedCount] = feature;
      reachedCount += 1;
    }
    this.#look.cost += cost;
    this.reachedCount = reachedCount;
  }

  /** A feature that was not reached often yet. */
  #count(counter: number, feature: number, times: number): void {
    if (times === 0) this.#meet(counter);
    this.#seen[feature] = times + 1;
    if (times >= this.rareMax || this.rareCount === this.rare.length) return;
    this.rare[this.rareCount] = feature;
    this.rareCount += 1;
  }

  /** A feature nobody saw before. */
  #meet(counter: number): void {
    this.#look.fresh += 1;
    this.features += 1;
    if (!this.hasBlock(counter)) this.blocks += 1;
  }
}

function classOf(count: number): number {
  return count < LAST_FROM ? (CLASS_OF[count] ?? 0) : CLASSES - 1;
}
