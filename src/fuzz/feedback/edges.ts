/**
 * What an execution has reached: every counter that moved, in one of eight classes of how often, is a feature. Knows which features were
 * seen before and how rare each is. Looks at four counters at a time, and closely only at two that moved and do not stand in classes that are
 * common by now: most of what runs has run like that often. What moved is put back to zero, and noted down as it stood, in case somebody asks
 * for the whole of it.
 */

/** Counts 1, 2, 3, 4-7, 8-15, 16-31, 32-127 and more are told apart, as fuzzers have done since AFL. */
const CLASSES = 8;
const RARE_MAX = 255;
const MIX_BITS = 18;
/** One class more for what did not run, for two counters. */
const STANDS = 256;
/** What is known of two counters that stand in these classes: nothing; or that they say nothing new, and both count, or not both. */
const UNSURE = 0;
const COMMON = 1;
const PARTLY = 2;
/** The class of every count below the last one. */
const LAST_FROM = 128;
const CLASS_OF = Uint8Array.from({ length: LAST_FROM }, (_, count) => {
  if (count <= 3) return Math.max(0, count - 1);
  if (count < 8) return 3;
  if (count < 16) return 4;
  return count < 32 ? 5 : 6;
});

const STAND_OF = Uint8Array.from({ length: LAST_FROM }, (_, count) => (count === 0 ? 0 : (CLASS_OF[count] ?? 0) + 1));

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
  /** By pair and the classes of both. */
  #stands: Uint8Array = new Uint8Array(0);
  /** What moved before the last look: a place in `#pairs`, and how it stood. */
  #moved: Int32Array = new Int32Array(0);
  #movedCount = 0;
  /** The rare features of the last look. */
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
    this.rare = new Uint32Array(featuresMax);
  }

  /** `counters` must start at a place of their memory that a number can start at; `isCounted` says which of them belong to the code that is searched. */
  attach(counters: Uint16Array, isCounted: Uint8Array): void {
    this.#counters = counters;
    this.#pairs = new Int32Array(counters.buffer, counters.byteOffset, counters.length >> 1);
    this.#moved = new Int32Array(counters.length + 4);
    this.#movedCount = 0;
    this.#stands = new Uint8Array(((counters.length + 1) >> 1) * STANDS);
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
    this.#collect();
    const look = this.#look;
    look.fresh = 0;
    this.rareCount = 0;
    const moved = this.#moved;
    const count = this.#movedCount;
    const stands = this.#stands;
    let cost = 0;
    for (let next = 0; next < count; next += 2) {
      const at = moved[next] ?? 0;
      const value = moved[next + 1] ?? 0;
      const low = value & 0xffff;
      const high = value >>> 16;
      const stand = at * STANDS + standOf(low) * 16 + standOf(high);
      cost += stands[stand] === COMMON ? low + high : this.#noteClosely(at, value, stand);
    }
    look.cost = cost;
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
    this.#eachMoved((counter, passes) => (hash = mixed(hash, counter * CLASSES + classOf(passes))));
    return hash >>> 0;
  }

  /** Whether the blocks of the last look came together for the first time. */
  isNewMix(): boolean {
    let hash = 0;
    this.#eachMoved((counter) => (hash = mixed(hash, counter)));
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

  /** Without asking of each pair whether it moved, which nobody could guess: what did not is written over by the next. */
  #collect(): void {
    const pairs = this.#pairs;
    const moved = this.#moved;
    const { length } = pairs;
    const even = length & ~1;
    let count = 0;
    for (let at = 0; at < even; at += 2) {
      const first = pairs[at] ?? 0;
      const second = pairs[at + 1] ?? 0;
      if ((first | second) === 0) continue;
      moved[count] = at;
      moved[count + 1] = first;
      count += isMoved(first) << 1;
      moved[count] = at + 1;
      moved[count + 1] = second;
      count += isMoved(second) << 1;
      pairs[at] = 0;
      pairs[at + 1] = 0;
    }
    this.#movedCount = even * 2 === this.#counters.length ? count : this.#collectRest(even, count);
  }

  /** What is no whole pair of pairs. */
  #collectRest(from: number, before: number): number {
    const counters = this.#counters;
    let count = before;
    for (let counter = from * 2; counter < counters.length; counter += 2) {
      const value = (counters[counter] ?? 0) | ((counters[counter + 1] ?? 0) << 16);
      if (value === 0) continue;
      this.#moved[count] = counter >> 1;
      this.#moved[count + 1] = value;
      count += 2;
    }
    counters.fill(0, from * 2);
    return count;
  }

  /** Its part of the cost. */
  #noteClosely(at: number, value: number, stand: number): number {
    const low = value & 0xffff;
    const high = value >>> 16;
    const isLow = this.#isCounted[at * 2] === 1;
    const isHigh = this.#isCounted[at * 2 + 1] === 1;
    const fresh = this.#stands[stand] === UNSURE ? this.#noteCounter(at * 2, low) + this.#noteCounter(at * 2 + 1, high) : 0;
    if (fresh === 0) this.#stands[stand] = isLow && isHigh ? COMMON : PARTLY;
    return (isLow ? low : 0) + (isHigh ? high : 0);
  }

  /** 0 if nothing will ever be new about it again. */
  #noteCounter(counter: number, passes: number): 0 | 1 {
    if (passes === 0 || this.#isCounted[counter] !== 1) return 0;
    const feature = counter * CLASSES + classOf(passes);
    const times = this.#seen[feature] ?? 0;
    if (times >= RARE_MAX) return 0;
    this.#count(counter, feature, times);
    return 1;
  }

  /** Every counter that belongs to the code that is searched, in order, as it stood before the last look. */
  #eachMoved(visit: (counter: number, passes: number) => void): void {
    for (let next = 0; next < this.#movedCount; next += 2) {
      const counter = (this.#moved[next] ?? 0) * 2;
      const value = this.#moved[next + 1] ?? 0;
      if ((value & 0xffff) !== 0 && this.#isCounted[counter] === 1) visit(counter, value & 0xffff);
      if (value >>> 16 !== 0 && this.#isCounted[counter + 1] === 1) visit(counter + 1, value >>> 16);
    }
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

/** 1 or 0, without a branch. */
function isMoved(value: number): number {
  return (value | -value) >>> 31;
}

function mixed(hash: number, value: number): number {
  return (Math.imul(hash ^ value, 0x85ebca6b) + 0x27d4eb2f) | 0;
}

/** Its class and one, or 0. */
function standOf(count: number): number {
  return count < LAST_FROM ? (STAND_OF[count] ?? 0) : CLASSES;
}

function classOf(count: number): number {
  return count < LAST_FROM ? (CLASS_OF[count] ?? 0) : CLASSES - 1;
}
