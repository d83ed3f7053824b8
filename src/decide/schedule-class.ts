/**
 * Which schedules are the same but for the order of things that have nothing to do with each other: the class of a run, as 64 bits that
 * grow with it. Every transition has a hash, made of what caused it, what was answered in it, the time it read, and, for each place it
 * had to do with, the hashes of those that were there before it. The class is their sum. Two transitions that commute do not see each
 * other's hashes, so the sum is the same in either order; two that do not commute differ by who came first.
 */
import { RollingHash } from '../base/rolling-hash.ts';
import type { Footprint } from './footprint.ts';

/** One for each bit of a footprint: places first, things after them. */
const THINGS = 32;
const PLACES = 64;
/** Words that are kept of each place. */
const OWNER_HI = 0;
const OWNER_LO = 1;
const ADDED_HI = 2;
const ADDED_LO = 3;
const WORDS = 4;
const FIRST_BIRTHS = 256;

export class ScheduleClass {
  /** Of everything that is over. All halves are kept as signed words, which need no place of their own in memory. */
  #hi = 0;
  #lo = 0;
  readonly #hash = new RollingHash();
  /** Who had each place for itself last, and the sum of those who only added to it since. */
  readonly #places = new Int32Array(PLACES * WORDS);
  /** The bits of which that is kept. All others belong to whoever had to do with everything last: to write that down everywhere costs more than all the rest. */
  #knownPlaces = 0;
  #knownThings = 0;
  #allHi = 0;
  #allLo = 0;
  /** Identities of everything that came up, by number; 0 is what began by itself. */
  #born = new Int32Array(2 * FIRST_BIRTHS);
  #bornCount = 1;
  #running = 0;
  #births = 0;
  #causelessBirths = 0;
  #answersHi = 0;
  #answersLo = 0;
  #questions = 0;
  /** As they were before the last answer. */
  #beforeHi = 0;
  #beforeLo = 0;

  get hi(): number {
    return this.#hi >>> 0;
  }

  get lo(): number {
    return this.#lo >>> 0;
  }

  /** For another run. */
  forget(): void {
    this.#hi = 0;
    this.#lo = 0;
    this.#belongsTo(0, 0);
    this.#bornCount = 1;
    this.#running = 0;
    this.#births = 0;
    this.#causelessBirths = 0;
    this.#forgetAnswers();
  }

  /** Something that will run has come up in the course of what runs now; `what` is the hash of what it is. Returns its number. */
  born(where: number, what: number): number {
    const number = this.#bornCount;
    if (2 * number === this.#born.length) this.#makeRoom();
    const hash = this.#hash;
    const born = this.#born;
    const parent = 2 * this.#running;
    hash.reset();
    hash.mix5(born[parent] ?? 0, born[parent + 1] ?? 0, where, what, this.#births);
    this.#births += 1;
    born[2 * number] = hash.hi;
    born[2 * number + 1] = hash.lo;
    this.#bornCount = number + 1;
    return number;
  }

  #makeRoom(): void {
    const before = this.#born;
    this.#born = new Int32Array(2 * before.length);
    this.#born.set(before);
  }

  /** From now on everything comes up in the course of this one; 0 for what the run does by itself. */
  runs(number: number): void {
    if (this.#running === 0) this.#causelessBirths = this.#births;
    this.#running = number;
    this.#births = number === 0 ? this.#causelessBirths : 0;
  }

  /** An answer that could have been different. Most are 0, nothing out of the ordinary, and leave no trace of the question. */
  answered(a: number, b: number): void {
    this.#questions += 1;
    if (b === 0) return;
    this.#beforeHi = this.#answersHi;
    this.#beforeLo = this.#answersLo;
    const hash = this.#hash;
    hash.reset();
    hash.mix5(this.#answersHi, this.#answersLo, this.#questions, a, b);
    this.#answersHi = hash.hi | 0;
    this.#answersLo = hash.lo | 0;
  }

  /** The last answer belongs to what begins now. */
  takeBack(): void {
    this.#answersHi = this.#beforeHi;
    this.#answersLo = this.#beforeLo;
  }

  /** What ran is over, and this is what it had to do with. */
  settle(number: number, footprint: Footprint): void {
    const hash = this.#hash;
    hash.reset();
    hash.mix3(this.#born[2 * number] ?? 0, this.#born[2 * number + 1] ?? 0, this.#answersHi);
    hash.mix(this.#answersLo);
    this.#forgetAnswers();
    if (footprint.readsTime || footprint.isUnknown) {
      hash.mix(footprint.atUs);
      hash.mix(footprint.atUs / 2 ** 32);
    }
    if (footprint.isUnknown || footprint.exclusive === -1) this.#settleAfterAll();
    else {
      const { exclusive, ownThings } = footprint;
      const added = footprint.added & ~exclusive;
      const addedThings = footprint.addedThings & ~ownThings;
      const hasThings = (ownThings | addedThings) !== 0;
      this.#look(exclusive, added, this.#knownPlaces, 0);
      if (hasThings) this.#look(ownThings, addedThings, this.#knownThings, THINGS);
      const hi = hash.hi | 0;
      const lo = hash.lo | 0;
      this.#count(hi, lo);
      this.#leave(exclusive, added, this.#knownPlaces, 0, hi, lo);
      this.#knownPlaces |= exclusive | added;
      if (!hasThings) return;
      this.#leave(ownThings, addedThings, this.#knownThings, THINGS, hi, lo);
      this.#knownThings |= ownThings | addedThings;
    }
  }

  /** It has to do with everything: all that was before it was before it. */
  #settleAfterAll(): void {
    const hash = this.#hash;
    hash.mix(this.#hi);
    hash.mix(this.#lo);
    this.#count(hash.hi, hash.lo);
    this.#belongsTo(hash.hi | 0, hash.lo | 0);
  }

  /** Every place has the same owner. */
  #belongsTo(hi: number, lo: number): void {
    this.#knownPlaces = 0;
    this.#knownThings = 0;
    this.#allHi = hi;
    this.#allLo = lo;
  }

  /** Takes in who was there before. */
  #look(exclusive: number, added: number, known: number, first: number): void {
    const hash = this.#hash;
    const places = this.#places;
    for (let left = exclusive | added; left !== 0; left &= left - 1) {
      const bit = left & -left;
      const place = first + 31 - Math.clz32(bit);
      const at = place * WORDS;
      const isKnown = (known & bit) !== 0;
      hash.mix3(place, isKnown ? (places[at + OWNER_HI] ?? 0) : this.#allHi, isKnown ? (places[at + OWNER_LO] ?? 0) : this.#allLo);
      if ((exclusive & bit) === 0) continue;
      hash.mix(isKnown ? (places[at + ADDED_HI] ?? 0) : 0);
      hash.mix(isKnown ? (places[at + ADDED_LO] ?? 0) : 0);
    }
  }

  /** Whoever comes after it will find it there. */
  #leave(exclusive: number, added: number, known: number, first: number, hi: number, lo: number): void {
    const places = this.#places;
    for (let left = exclusive; left !== 0; left &= left - 1) {
      const at = (first + 31 - Math.clz32(left & -left)) * WORDS;
      places[at + OWNER_HI] = hi;
      places[at + OWNER_LO] = lo;
      places[at + ADDED_HI] = 0;
      places[at + ADDED_LO] = 0;
    }
    for (let left = added; left !== 0; left &= left - 1) {
      const bit = left & -left;
      const at = (first + 31 - Math.clz32(bit)) * WORDS;
      if ((known & bit) === 0) {
        places[at + OWNER_HI] = this.#allHi;
        places[at + OWNER_LO] = this.#allLo;
        places[at + ADDED_HI] = 0;
        places[at + ADDED_LO] = 0;
      }
      places[at + ADDED_HI] = (places[at + ADDED_HI] ?? 0) + hi;
      places[at + ADDED_LO] = (places[at + ADDED_LO] ?? 0) + lo;
    }
  }

  #forgetAnswers(): void {
    this.#answersHi = 0;
    this.#answersLo = 0;
    this.#questions = 0;
  }

  #count(hi: number, lo: number): void {
    this.#hi = (this.#hi + hi) | 0;
    this.#lo = (this.#lo + lo) | 0;
  }
}
