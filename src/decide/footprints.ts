/**
 * What each transition of a run had to do with, so that a search knows which two can be swapped without anybody noticing. Machines and
 * the few things they have in common are bits. A transition has some of them for itself (it ran there, or changed what is there) and
 * only adds to others (a message on its way): two that add to the same do not disturb each other. Whatever nobody can vouch for has to
 * do with everything. From the footprints of a run follows its class: which other schedules are the same as far as anybody could tell.
 */
import type { HashSet } from '../base/hash-set.ts';
import { hexOfU32 } from '../base/hex.ts';
import { ScheduleClass } from './schedule-class.ts';

/** Machines beyond this number share a bit with everybody. */
const PLACES_MAX = 28;
const ALL = -1;

/** The variables of the scenario: its clients, its checks, and nodes that are functions of it. */
export const SCENARIO = 1 << PLACES_MAX;
/** How often faults have fired. */
export const FAULTS = 1 << (PLACES_MAX + 1);
/** How much of what an act of the run waits for has come about. */
export const ACT = 1 << (PLACES_MAX + 2);

/** The bit of a machine, by its place among the machines of the run. */
export function placeOf(index: number): number {
  return index < PLACES_MAX ? 1 << index : ALL;
}

export class Footprint {
  /** Time of the world before it ran, when it was due, and when it ran. */
  beforeUs = 0;
  dueUs = 0;
  atUs = 0;
  exclusive = 0;
  added = 0;
  /** It made something of the time at which it ran. */
  readsTime = false;
  /** The clock went on while it ran, whenever it did. */
  movesTime = false;
  /** Until somebody tells more about it. */
  isUnknown = true;

  /** Takes in what the same transition did when something in it went another way. */
  merge(other: Footprint): void {
    this.beforeUs = other.beforeUs;
    this.dueUs = other.dueUs;
    this.atUs = other.atUs;
    this.exclusive |= other.exclusive;
    this.added |= other.added;
    this.readsTime ||= other.readsTime;
    this.movesTime ||= other.movesTime;
    this.isUnknown ||= other.isUnknown;
  }

  /** For the next transition. */
  clear(): void {
    this.beforeUs = 0;
    this.dueUs = 0;
    this.atUs = 0;
    this.exclusive = 0;
    this.added = 0;
    this.readsTime = false;
    this.movesTime = false;
    this.isUnknown = true;
  }
}

/** One that nothing has been merged into yet. */
export function emptyFootprint(): Footprint {
  const footprint = new Footprint();
  footprint.isUnknown = false;
  return footprint;
}

/**
 * Whether two transitions that could both run at this time lead to the same state in either order. The one that is due first runs later
 * than it would have when it comes second, which matters if it looked at the time.
 */
export function commute(a: Footprint, b: Footprint, nowUs: number): boolean {
  if (a.isUnknown || b.isUnknown) return false;
  if ((a.exclusive & (b.exclusive | b.added)) !== 0 || (b.exclusive & a.added) !== 0) return false;
  if ((a.movesTime && b.readsTime) || (b.movesTime && a.readsTime)) return false;
  const aUs = Math.max(nowUs, a.dueUs);
  const bUs = Math.max(nowUs, b.dueUs);
  if (aUs === bUs) return true;
  return aUs < bUs ? !a.readsTime : !b.readsTime;
}

/** Ends a run of which nothing new can come. */
export class RedundantRun extends Error {
  override readonly name = 'RedundantRun';

  constructor() {
    super('the rest of this run was seen before');
  }
}

export class Footprints {
  /** Of the transition under way; what nobody began belongs to no transition. */
  readonly current = new Footprint();
  /** Nothing new can come of this run any more; it ends before the next transition. */
  isRedundant = false;
  /** Told before something happens between two transitions. */
  onCut: ((isOwed: boolean) => void) | undefined;
  readonly #class = new ScheduleClass();
  readonly #states: HashSet | undefined;
  #running = 0;
  #isUnsettled = true;
  #held = 0;
  #drawnHi = 0;
  #drawnLo = 0;

  /** `states` is given the state after every transition. */
  constructor(states?: HashSet) {
    this.#states = states;
  }

  /** For another run. */
  forget(): void {
    this.current.clear();
    this.isRedundant = false;
    this.#class.forget();
    this.#running = 0;
    // What happens before the first transition counts as well.
    this.#isUnsettled = true;
    this.#held = 0;
  }

  /** Something that will run has come up; `where` is the number of whoever it belongs to. Returns its number. */
  born(where: number, what: string): number {
    return this.#class.born(where, what);
  }

  /** The scheduler vouches for what it saw of the transition that runs now. */
  begins(number: number, beforeUs: number, dueUs: number, nowUs: number): void {
    this.settle();
    this.#class.runs(number);
    this.#running = number;
    this.#isUnsettled = true;
    const { current } = this;
    current.clear();
    current.beforeUs = beforeUs;
    current.dueUs = dueUs;
    current.atUs = nowUs;
    current.isUnknown = false;
  }

  /**
   * After the transition under way something happens that is no part of it, and every other is before or after that: a fault strikes, or
   * the run goes on to its next act. `isOwed`: it happened because of this transition, and would not have happened after another one.
   */
  cut(nowUs: number, isOwed = true): void {
    this.onCut?.(isOwed);
    this.begins(0, nowUs, nowUs, nowUs);
    this.current.isUnknown = true;
  }

  /** The last answer that was given made a fault strike. */
  struck(nowUs: number, isOwed: boolean): void {
    this.#class.takeBack();
    this.cut(nowUs, isOwed);
    this.#class.answered(2, 1);
  }

  /** What comes up from now on was caused by nobody. */
  forgetCause(): void {
    this.#class.runs(0);
  }

  /** The transition under way is over. */
  settle(): void {
    if (!this.#isUnsettled) return;
    this.#isUnsettled = false;
    this.#class.settle(this.#running, this.current);
    this.#states?.add(this.#class.hi, this.#class.lo);
  }

  /** The class of the schedule so far, after everything that is over. */
  get hi(): number {
    return this.#class.hi;
  }

  get lo(): number {
    return this.#class.lo;
  }

  /** The class of the whole schedule, at its end. */
  hex(): string {
    this.settle();
    return hexOfU32(this.hi) + hexOfU32(this.lo);
  }

  takes(places: number): void {
    if (this.#held === 0) this.current.exclusive |= places;
  }

  addsTo(places: number): void {
    if (this.#held === 0) this.current.added |= places;
  }

  readsTime(): void {
    if (this.#held === 0) this.current.readsTime = true;
  }

  movesTime(): void {
    this.current.movesTime = true;
  }

  /** Nobody can say what this had to do with. */
  takesEverything(): void {
    this.current.isUnknown = true;
  }

  /** One of several answers was given. */
  answered(count: number, answer: number): void {
    this.#class.answered(count, answer);
  }

  /** What everything random in the run is made from; it makes a difference when somebody uses it. */
  drawn(hi: number, lo: number): void {
    this.#drawnHi = hi;
    this.#drawnLo = lo;
  }

  usesRandomness(): void {
    if (this.#held === 0) this.#class.answered(this.#drawnHi, this.#drawnLo);
  }

  /** Looks that belong to no transition: the run itself looks whether it may go on. */
  aside<T>(look: () => T): T {
    this.#held += 1;
    try {
      return look();
    } finally {
      this.#held -= 1;
    }
  }
}
