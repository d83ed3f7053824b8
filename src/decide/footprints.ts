/**
 * What each transition of a run has to do with, as it is told while it runs, so that a search knows which two can be swapped without
 * anybody noticing. From it follows the class of the run: which other schedules are the same as far as anybody could tell.
 */
import type { HashSet } from '../base/hash-set.ts';
import { hexOfU32 } from '../base/hex.ts';
import { Footprint, thingOf } from './footprint.ts';
import { ScheduleClass } from './schedule-class.ts';

/** What is on its way to a machine. */
export function inboxOf(machine: number): number {
  return thingOf(machine, -2);
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
  /** The run ends before everything has run that could: not everything that has to do with something has shown it. */
  endsEarly = false;
  /** Told when the run fails, in the course of the transition under way or of what happened after it. */
  onFail: ((isCheck: boolean) => void) | undefined;
  /** Told before something happens between two transitions. */
  onCut: ((isOwed: boolean, isRest: boolean) => void) | undefined;
  /** Told of what will not run any more because of the transition under way, by the number of its cause, and when it was due. */
  onPrevent: ((cause: number, dueUs: number) => void) | undefined;
  /** Places of those who wait for something that will never come, when that is the failure. */
  waiting = 0;
  /** How much later than due something may happen while others go first. */
  latenessUs = 0;
  readonly #class = new ScheduleClass();
  readonly #states: HashSet | undefined;
  #running = 0;
  #isUnsettled = true;
  #held = 0;
  #isOnWire = false;
  /** Somebody has used what is random in this run. */
  isRandomnessUsed = false;
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
    this.isRandomnessUsed = false;
    this.endsEarly = false;
    this.waiting = 0;
    this.#class.forget();
    this.#running = 0;
    // What happens before the first transition counts as well.
    this.#isUnsettled = true;
    this.#held = 0;
    this.#isOnWire = false;
  }

  /** Something that will run has come up; `where` is the number of whoever it belongs to, `what` the hash of what it is. Returns its number. */
  born(where: number, what: number): number {
    return this.#class.born(where, what);
  }

  /** The scheduler vouches for what it saw of the transition that runs now. */
  begins(number: number, beforeUs: number, dueUs: number, nowUs: number): void {
    this.settle();
    this.#class.runs(number);
    this.#running = number;
    this.#isUnsettled = true;
    this.current.begin(beforeUs, dueUs, nowUs);
  }

  /**
   * After the transition under way something happens that is no part of it, and every other is before or after that: a fault strikes, or
   * the run goes on to its next act. `isOwed`: it happened because of this transition, and would not have happened after another one.
   * `isRest`: it happened because nothing else could.
   */
  cut(nowUs: number, isOwed = true, isRest = false): void {
    this.onCut?.(isOwed, isRest);
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

  /** Has a thing for itself, see thingOf. */
  takesThing(thing: number): void {
    if (this.#held === 0) this.current.ownThings |= thing;
  }

  /** From now on what arrives at another machine comes over a wire, which whoever sends it has taken: it adds to nothing but what is on its way there. */
  isOnWire(isOnWire: boolean): void {
    this.#isOnWire = isOnWire;
  }

  /** Something will arrive at this machine. */
  sends(place: number, machine: number): void {
    if (this.#held !== 0) return;
    if (this.#isOnWire) this.current.addedThings |= inboxOf(machine);
    else this.current.added |= place;
  }

  readsTime(): void {
    if (this.#held === 0) this.current.readsTime = true;
  }

  movesTime(): void {
    this.current.movesTime = true;
  }

  /**
   * The run fails, so it matters to everybody whether it came before this. `isCheck`: of the scenario, which looked at what it told and at
   * nothing else.
   */
  failsHere(isCheck: boolean): void {
    this.onFail?.(isCheck);
    this.takesEverything();
  }

  /** What fails next is that somebody here waits in vain. */
  waits(places: number): void {
    this.waiting |= places;
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
    if (this.#held > 0) return;
    this.isRandomnessUsed = true;
    this.#class.answered(this.#drawnHi, this.#drawnLo);
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
