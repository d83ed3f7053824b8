/**
 * What one transition had to do with. Machines and the few places they have in common are bits, and so are things that are smaller than a
 * machine: a wire between two of them, what is on its way to one, a key. A transition has some of them for itself (it ran there, or changed
 * what is there) and only adds to others (a message on its way): two that add to the same do not disturb each other. Whatever nobody can
 * vouch for has to do with everything.
 */
/** Machines beyond this number share a bit with everybody. */
const PLACES_MAX = 28;
const ALL = -1;

/** The variables of the scenario: its clients, its checks, and nodes that are functions of it. */
export const SCENARIO = 1 << PLACES_MAX;
/** How often faults have fired. */
export const FAULTS = 1 << (PLACES_MAX + 1);
/** How much of what an act of the run waits for has come about. */
export const ACT = 1 << (PLACES_MAX + 2);

/** The bit of a thing, by what tells it apart from others; two that happen to share a bit are taken for one, which only costs runs. */
export function thingOf(a: number, b: number): number {
  return 1 << (Math.imul(Math.imul(a + 1, 0x9e37_79b1) ^ (b + 1), 0x85eb_ca6b) >>> 27);
}

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
  /** The same of things. */
  ownThings = 0;
  addedThings = 0;
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
    this.ownThings |= other.ownThings;
    this.addedThings |= other.addedThings;
    this.readsTime ||= other.readsTime;
    this.movesTime ||= other.movesTime;
    this.isUnknown ||= other.isUnknown;
  }

  /** Nothing is known about it. */
  clear(): void {
    this.begin(0, 0, 0);
    this.isUnknown = true;
  }

  /** For the next transition, somebody vouches for what is told about it from now on. */
  begin(beforeUs: number, dueUs: number, atUs: number): void {
    this.beforeUs = beforeUs;
    this.dueUs = dueUs;
    this.atUs = atUs;
    this.exclusive = 0;
    this.added = 0;
    this.ownThings = 0;
    this.addedThings = 0;
    this.readsTime = false;
    this.movesTime = false;
    this.isUnknown = false;
  }
}

/** One that nothing has been merged into yet. */
export function emptyFootprint(): Footprint {
  const footprint = new Footprint();
  footprint.isUnknown = false;
  return footprint;
}

/** Whether one of them has something for itself that the other has to do with, whenever they run. */
export function meet(a: Footprint, b: Footprint): boolean {
  return (
    a.isUnknown ||
    b.isUnknown ||
    ((a.exclusive & (b.exclusive | b.added)) | (b.exclusive & a.added)) !== 0 ||
    ((a.ownThings & (b.ownThings | b.addedThings)) | (b.ownThings & a.addedThings)) !== 0
  );
}

/**
 * Whether two transitions that could both run at this time lead to the same state in either order. The one that is due first runs later
 * than it would have when it comes second, which matters if it looked at the time.
 */
export function commute(a: Footprint, b: Footprint, nowUs: number): boolean {
  if (meet(a, b)) return false;
  if ((a.movesTime && b.readsTime) || (b.movesTime && a.readsTime)) return false;
  const aUs = Math.max(nowUs, a.dueUs);
  const bUs = Math.max(nowUs, b.dueUs);
  if (aUs === bUs) return true;
  return aUs < bUs ? !a.readsTime : !b.readsTime;
}
