/**
 * What could have gone the other way round in a run: two transitions have a race when one of them has something to do with the other,
 * nothing in between keeps them in this order, and the later one was not brought about by the earlier. A search that has made this run
 * need only try what reverses one of its races; every other order of the same transitions leads to the same. What was prevented in a run,
 * a timer that was cleared for example, has a race as well, with whatever prevented it. What has to do with what
 * follows from footprints and causes. Where time is concerned, both whether two must be tried in both orders and whether one may be tried
 * in place of another are answered on the careful side. Two that are due so far from each other that nothing in the run could make the
 * earlier one wait for the later have no race, as long as no other run brings something that could.
 */
import { commute, Footprint, meet } from './footprint.ts';

/** To compare more transitions with each other would take longer than to make runs. */
const EVENTS_MAX = 2048;
const NOBODY = -1;

/** A place at which something else could have run. */
export interface Crossing {
  /** Causal names of what was on offer. */
  readonly names: readonly string[];
  /** What is on offer, awake, and has not been asked for: see `demand`. */
  readonly spare: number[];
}

/** Something that will not run because of an event: its name, and when it was due. */
interface Prevented {
  readonly by: number;
  readonly name: string;
  readonly dueUs: number;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- places are given back to whoever made them
class Happened<Place> {
  readonly footprint = new Footprint();
  name = '';
  /** Which one it came up in. */
  parent = NOBODY;
  /** Undefined when nothing else was on offer. */
  place: Place | undefined;
  /** Everything that could run had run before it. */
  isRest = false;
  /** Who was before it, by number: at least, whatever the time; and at most. */
  readonly surely = new NumberSet();
  readonly maybe = new NumberSet();
}

export class Races<Place extends Crossing> {
  readonly #events: Happened<Place>[] = [];
  readonly #bornIn: number[] = [];
  readonly #between: number[] = [];
  /** Of the run under way. */
  #count = 0;
  /** Up to here it is as the run before. */
  #known = 0;
  /** Pairs, the earlier first, that were too far from each other. */
  #distant: number[] = [];
  #prevented: Prevented[] = [];
  /** How much later than due something may happen while others go first. */
  latenessUs = 0;

  /** Transitions there were so far. */
  get count(): number {
    return this.#count;
  }

  /** Another run, which is like the last one up to this transition. */
  restart(known: number): void {
    this.#known = Math.min(known, this.#count);
    this.#distant = this.#distant.filter((_event, at) => (this.#distant[at | 1] ?? 0) < this.#known);
    this.#prevented = this.#prevented.filter(({ by }) => by < this.#known);
    this.#count = 0;
    this.#bornIn.length = 0;
  }

  /** Something that will run has come up, with this number. */
  born(number: number): void {
    this.#bornIn[number] = this.#count - 1;
  }

  /** Because of the transition under way this one will not run, in this order. */
  prevents(name: string, number: number, dueUs: number): void {
    const by = this.#count - 1;
    if (by >= this.#known && this.#bornIn[number] !== by) this.#prevented.push({ by, name, dueUs });
  }

  /** A transition begins. */
  begin(name: string, number: number, place: Place | undefined): void {
    const event = this.#next();
    event.name = name;
    event.parent = this.#bornIn[number] ?? NOBODY;
    event.place = place;
    event.isRest = false;
  }

  /**
   * Something that is no transition happens after the one under way, and would have happened after any other: everything is before it or
   * after it. `isRest`: nothing else could happen any more.
   */
  cut(isRest: boolean): void {
    const event = this.#next();
    event.isRest = isRest;
    event.name = '';
    event.parent = NOBODY;
    event.place = undefined;
    event.footprint.clear();
  }

  /** The one under way is over. */
  settle(footprint: Footprint): void {
    const event = this.#events[this.#count - 1];
    if (event === undefined) return;
    event.footprint.clear();
    event.footprint.isUnknown = false;
    event.footprint.merge(footprint);
  }

  /** What came after the one under way came because of it. */
  settleUnknown(): void {
    const event = this.#events[this.#count - 1];
    if (event !== undefined) event.footprint.isUnknown = true;
  }

  /** After a run: asks for what would reverse each of its races that no run has had yet. Of a run that was cut short not all races are known. */
  reverse(demand: (place: Place, index: number) => void, isCutShort: boolean): void {
    if (isCutShort || this.#count > EVENTS_MAX) {
      for (let at = 0; at < this.#count; at += 1) this.#demandAll(this.#events[at]?.place, demand);
      return;
    }
    const distant = this.#distant;
    this.#distant = [];
    for (let at = 0; at < distant.length; at += 2) this.#race(distant[at] ?? 0, distant[at + 1] ?? 0, demand);
    for (let at = this.#known; at < this.#count; at += 1) this.#meetEarlier(at, demand);
    for (const prevented of this.#prevented) this.#goBefore(prevented, demand);
    this.#runNever(demand);
  }

  /** What a transition has prevented could have run in its place, or after something else there. */
  #goBefore({ by, name, dueUs }: Prevented, demand: (place: Place, index: number) => void): void {
    const { place } = this.#at(by);
    if (place === undefined || place.names.includes(name) || !this.#mayOvertake(by, NOBODY, dueUs)) return;
    this.#demandAll(place, demand);
  }

  /** What was on offer and never ran, for whatever reason, could have run where it was on offer last. */
  #runNever(demand: (place: Place, index: number) => void): void {
    const seen = new Set<string>();
    for (let at = 0; at < this.#count; at += 1) seen.add(this.#at(at).name);
    for (let at = this.#count - 1; at >= 0; at -= 1) {
      const { place } = this.#at(at);
      if (place === undefined) continue;
      for (const index of [...place.spare]) if (!seen.has(place.names[index] ?? '')) demand(place, index);
      for (const name of place.names) seen.add(name);
    }
  }

  #meetEarlier(at: number, demand: (place: Place, index: number) => void): void {
    const event = this.#at(at);
    const { surely, maybe, footprint, parent } = event;
    surely.clear(at);
    maybe.clear(at);
    if (parent >= 0) {
      surely.addAll(this.#at(parent).surely, parent);
      maybe.addAll(this.#at(parent).maybe, parent);
    }
    for (let before = at - 1; before >= 0; before -= 1) {
      const earlier = this.#at(before);
      const isOrdered = surely.has(before);
      if (isOrdered && maybe.has(before)) continue;
      const hasMet = meet(earlier.footprint, footprint);
      if (!hasMet && commute(earlier.footprint, footprint, earlier.footprint.beforeUs)) continue;
      maybe.addAll(earlier.maybe, before);
      if (isOrdered) continue;
      if (hasMet) surely.addAll(earlier.surely, before);
      if (!event.isRest) this.#race(before, at, demand);
    }
  }

  /** What must have run before the later of them, and need not have waited for the earlier, can be made to begin in its place. */
  #race(earlier: number, later: number, demand: (place: Place, index: number) => void): void {
    const { place } = this.#at(earlier);
    if (place === undefined || place.spare.length === 0) return;
    const { name: wanted, footprint } = this.#at(later);
    // What is no transition is not due at any time.
    if (wanted !== '' && !this.#mayOvertake(earlier, later, footprint.dueUs)) {
      this.#distant.push(earlier, later);
      return;
    }
    const between = this.#between;
    between.length = 0;
    let first = NOBODY;
    for (let at = earlier + 1; at <= later; at += 1) {
      const { maybe, name } = this.#at(at);
      if (at < later && maybe.has(earlier)) continue;
      const mayBegin = name !== '' && !between.some((other) => maybe.has(other));
      between.push(at);
      if (!mayBegin) continue;
      const index = place.names.indexOf(name);
      if (index < 0) continue;
      // It was tried here, will be, or need not be.
      if (!place.spare.includes(index)) return;
      if (first < 0) first = index;
    }
    if (first >= 0) demand(place, first);
    else this.#demandAll(place, demand);
  }

  /** While the earlier one waits, others that may go first can move the clock, and what is then in reach may go first as well. */
  #mayOvertake(earlier: number, later: number, wantedUs: number): boolean {
    const { beforeUs, dueUs } = this.#at(earlier).footprint;
    let reachUs = Math.max(beforeUs, dueUs) + this.latenessUs;
    for (let before = -1; reachUs > before && reachUs < wantedUs; ) {
      before = reachUs;
      for (let at = earlier + 1; at < this.#count; at += 1) {
        if (at === later) continue;
        const { footprint } = this.#at(at);
        if (footprint.dueUs > reachUs) continue;
        // What it took by itself, beside waiting.
        const busyUs = at + 1 < this.#count ? this.#at(at + 1).footprint.beforeUs - footprint.atUs : 0;
        reachUs = Math.max(reachUs, footprint.dueUs + Math.max(0, busyUs) + this.latenessUs);
      }
    }
    return wantedUs <= reachUs;
  }

  #demandAll(place: Place | undefined, demand: (place: Place, index: number) => void): void {
    if (place !== undefined) for (const index of [...place.spare]) demand(place, index);
  }

  #next(): Happened<Place> {
    const at = this.#count;
    this.#count = at + 1;
    const known = this.#events[at];
    if (known !== undefined) return known;
    const made = new Happened<Place>();
    this.#events.push(made);
    return made;
  }

  #at(index: number): Happened<Place> {
    const event = this.#events[index];
    if (event === undefined) throw new RangeError(`no transition ${index}`);
    return event;
  }
}

/** Numbers below a limit, one bit each. */
class NumberSet {
  #words = new Uint32Array(1);
  #size = 1;

  clear(limit: number): void {
    this.#size = (limit >>> 5) + 1;
    if (this.#words.length < this.#size) this.#words = new Uint32Array(this.#size * 2);
    else this.#words.fill(0, 0, this.#size);
  }

  has(number: number): boolean {
    return number >>> 5 < this.#size && ((this.#words[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;
  }

  /** All of another set, and one more. */
  addAll(other: NumberSet, more: number): void {
    const words = this.#words;
    const others = other.#words;
    for (let at = 0; at < other.#size; at += 1) words[at] = (words[at] ?? 0) | (others[at] ?? 0);
    words[more >>> 5] = (words[more >>> 5] ?? 0) | (1 << (more & 31));
  }
}
