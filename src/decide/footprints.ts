/**
 * What each transition of a run had to do with, so that a search knows which two can be swapped without anybody noticing. Machines and
 * the few things they have in common are bits. A transition has some of them for itself (it ran there, or changed what is there) and
 * only adds to others (a message on its way): two that add to the same do not disturb each other. Whatever nobody can vouch for has to
 * do with everything. Only collected when a source keeps footprints instead of a plain chronicle.
 */
import { Chronicle, NO_CAUSE } from './chronicle.ts';

/** Machines beyond this number share a bit with everybody. */
const PLACES_MAX = 28;
const ALL = -1;

/** The variables of the scenario: its clients, its checks, and nodes that are functions of it. */
export const SCENARIO = 1 << PLACES_MAX;
/** How often faults have fired. */
export const FAULTS = 1 << (PLACES_MAX + 1);

/** The bit of a machine, by its place among the machines of the run. */
export function placeOf(index: number): number {
  return index < PLACES_MAX ? 1 << index : ALL;
}

export class Footprint {
  /** Time of the world before it ran, and when it was due. */
  beforeUs = 0;
  dueUs = 0;
  exclusive = 0;
  added = 0;
  /** It made something of the time at which it ran. */
  readsTime = false;
  /** Until somebody tells more about it. */
  isUnknown = true;

  /** Takes in what the same transition did when something in it went another way. */
  merge(other: Footprint): void {
    this.beforeUs = other.beforeUs;
    this.dueUs = other.dueUs;
    this.exclusive |= other.exclusive;
    this.added |= other.added;
    this.readsTime ||= other.readsTime;
    this.isUnknown ||= other.isUnknown;
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

export class Footprints extends Chronicle {
  /** Of the transition under way; what nobody began belongs to no transition. */
  current = new Footprint();
  /** Nothing new can come of this run any more; it ends before the next transition. */
  isRedundant = false;
  #held = 0;

  override forget(): void {
    super.forget();
    this.current = new Footprint();
    this.isRedundant = false;
    this.#held = 0;
  }

  override runs(number: number): void {
    super.runs(number);
    if (number !== NO_CAUSE) this.current = new Footprint();
  }

  /** The scheduler vouches for what it saw of the transition that runs now. */
  begins(beforeUs: number, dueUs: number): void {
    const { current } = this;
    current.beforeUs = beforeUs;
    current.dueUs = dueUs;
    current.isUnknown = false;
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

  /** Nobody can say what this had to do with. */
  takesEverything(): void {
    this.current.isUnknown = true;
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
