/**
 * The event loop of one machine, as far as its order goes: what is pending, and what of it Node could run next. The rules are those
 * of Node's phases, and each forbids something:
 *
 * - timers fire in the order in which they are due, and those due together in the order in which they were set;
 * - an immediate set in an I/O callback runs before every timer;
 * - the immediates of one round run one after the other, without I/O or timers in between; those they set wait for the next round;
 * - a round of timers that are due is finished before immediates run.
 *
 * Arrivals (completions, messages) are free among each other: whoever needs an order keeps later ones back until the first has run.
 */
import type { OptionList } from './option-list.ts';
import { type Pending, PendingKind } from './pending.ts';
import { PendingList } from './pending-list.ts';
import { PendingTimers } from './pending-timers.ts';

/** How many immediates that have run may stay in the list. */
const RUN_IMMEDIATES_MAX = 256;

/** Numbers, as the kinds of what is pending. */
const Phase = { start: 0, timers: 1, poll: 2, check: 3 } as const;
type Phase = (typeof Phase)[keyof typeof Phase];

/** Where the only thing is that may run. */
const Only = { several: 0, timer: 1, immediate: 2, arrival: 3 } as const;
type Only = (typeof Only)[keyof typeof Only];

/** What `changed` says beside the number of a loop. */
export const Changed = { none: -1, several: -2 } as const;

/** What is asked about all loops of a run together, after every transition. */
export interface LoopCounts {
  /** How much is lively. */
  lively: number;
  /** Which of them has changed since somebody looked at all of them. */
  changed: number;
}

export class EventLoop {
  declare readonly name: string;
  /** Place among the loops of the run; part of the determinism hash. */
  declare readonly index: number;
  /** The bit of whoever it belongs to, in footprints; all of them until somebody says. */
  place = -1;
  readonly timers = new PendingTimers();
  readonly arrivals = new PendingList();
  readonly #immediates: Pending[] = [];
  #firstImmediate = 0;
  #phase: Phase = Phase.start;
  /** Immediates left in the round under way. */
  #round = 0;
  /** Timers due at this time or before belong to the round of timers under way. */
  #timersUntilUs = -1;
  /** What is pending, or what of it may run, is no longer what `nextUs` and `only` say. */
  hasChanged = true;
  /** When the first of those that may run is due; Infinity when there is none. */
  nextUs = Number.POSITIVE_INFINITY;
  /** Its place in the order of things due at that time. */
  nextOrder = 0;
  /** Where the only thing is that may run, or that there are several. No reference: to keep something young in something old costs time. */
  only: Only = Only.several;
  /** The number of its name in the log of its run, once somebody has asked for it. */
  nameText = -1;
  #pausedUntilUs = 0;
  /** The end of the last pause that something had to wait for. */
  heldUpUntilUs = 0;
  declare private readonly counts: LoopCounts;
  /** How many of the pending keep the machine alive. */
  alive = 0;
  /** How many of those are neither periodic nor unreferenced: as long as there are any, something is going on. */
  lively = 0;

  constructor(name: string, index: number, counts: LoopCounts = { lively: 0, changed: Changed.several }) {
    this.name = name;
    this.index = index;
    this.counts = counts;
    counts.changed = Changed.several;
  }

  /** Nothing runs before: the machine is paused. */
  get pausedUntilUs(): number {
    return this.#pausedUntilUs;
  }

  set pausedUntilUs(us: number) {
    this.#pausedUntilUs = us;
    if (!this.hasChanged) this.#change();
  }

  get isIdle(): boolean {
    return this.timers.size === 0 && this.arrivals.size === 0 && this.#immediates.length === this.#firstImmediate;
  }

  /** Something is pending that is no sign of life: a heartbeat, or what nobody waits for. */
  get hasIdlers(): boolean {
    return this.timers.size + this.arrivals.size + this.#immediates.length - this.#firstImmediate > this.lively;
  }

  get hasImmediates(): boolean {
    return this.#immediates.length > this.#firstImmediate;
  }

  #change(): void {
    this.hasChanged = true;
    const { counts } = this;
    counts.changed = counts.changed === Changed.none ? this.index : Changed.several;
  }

  add(pending: Pending): void {
    if (!this.hasChanged) this.#change();
    this.#count(pending, 1);
    if (pending.kind === PendingKind.timer) this.timers.add(pending);
    else if (pending.kind === PendingKind.arrival) this.arrivals.add(pending);
    else this.#addImmediate(pending);
  }

  #addImmediate(pending: Pending): void {
    pending.place = 0;
    this.#immediates[this.#immediates.length] = pending;
  }

  /** False when it has run or was cancelled before. */
  cancel(pending: Pending): boolean {
    if (pending.place < 0) return false;
    if (!this.hasChanged) this.#change();
    this.#count(pending, -1);
    if (pending.kind === PendingKind.timer) return this.timers.remove(pending);
    if (pending.kind === PendingKind.arrival) return this.arrivals.remove(pending);
    pending.place = -1;
    const at = this.#immediates.indexOf(pending, this.#firstImmediate);
    if (at < this.#firstImmediate + this.#round) this.#round -= 1;
    this.#immediates.splice(at, 1);
    return true;
  }

  keepAlive(pending: Pending, keeps: boolean): void {
    const counted = pending.place >= 0;
    if (counted) this.#count(pending, -1);
    pending.keepsAlive = keeps;
    if (counted) this.#count(pending, 1);
  }

  #count(pending: Pending, by: 1 | -1): void {
    if (!pending.keepsAlive) return;
    this.alive += by;
    if (pending.periodic) return;
    this.lively += by;
    this.counts.lively += by;
  }

  /** A crash: nothing that was pending will ever run. */
  clear(): void {
    if (!this.hasChanged) this.#change();
    // At the end of a run nothing is left on most machines, and to shorten an array is a slow call even where there is nothing to do.
    if (this.timers.size > 0) this.timers.clear();
    if (this.arrivals.size > 0) this.arrivals.clear();
    if (this.#immediates.length > 0) {
      for (const pending of this.#immediates) pending.place = -1;
      this.#immediates.length = 0;
    }
    this.#firstImmediate = 0;
    this.#round = 0;
    this.#phase = Phase.start;
    this.alive = 0;
    this.counts.lively -= this.lively;
    this.lively = 0;
  }

  /** When the first of those that may run is due; Infinity when there is none. */
  earliestUs(): number {
    if (this.hasChanged) this.look();
    return this.nextUs;
  }

  /** Finds out what may run. Of all machines only those are looked at that have changed, which is one in nearly every transition. */
  look(): void {
    this.hasChanged = false;
    const timer = this.timers.head;
    if (this.#immediates.length > 0 || this.arrivals.size > 0) return this.#lookCloser(timer);
    this.only = Only.timer;
    if (timer === undefined) this.nextUs = Number.POSITIVE_INFINITY;
    else {
      this.nextOrder = timer.order;
      this.nextUs = this.#notBeforePause(timer.atUs);
    }
  }

  /** Not only timers. */
  #lookCloser(timer: Pending | undefined): void {
    let only: Only = Only.immediate;
    let earliest = Number.POSITIVE_INFINITY;
    const immediate = this.#firstOfImmediates();
    if (immediate !== undefined && (this.#round > 0 || !this.#mustFinishTimers())) earliest = immediate.atUs;
    if (this.#round === 0) {
      if (timer !== undefined && this.#mayFireTimer()) {
        only = earliest === Number.POSITIVE_INFINITY ? Only.timer : Only.several;
        if (timer.atUs < earliest) earliest = timer.atUs;
      }
      const arrival = this.arrivals.head;
      if (arrival !== undefined) {
        only = earliest === Number.POSITIVE_INFINITY && this.arrivals.size === 1 ? Only.arrival : Only.several;
        if (arrival.atUs < earliest) earliest = arrival.atUs;
      }
    }
    this.only = only;
    this.nextOrder = this.one?.order ?? 0;
    this.nextUs = this.#notBeforePause(earliest);
  }

  #notBeforePause(us: number): number {
    if (us >= this.#pausedUntilUs) return us;
    this.heldUpUntilUs = this.#pausedUntilUs;
    return this.#pausedUntilUs;
  }

  get hasOne(): boolean {
    return this.only !== Only.several;
  }

  /** The only thing that may run; undefined when there are several. */
  get one(): Pending | undefined {
    const { only } = this;
    if (only === Only.timer) return this.timers.head;
    if (only === Only.immediate) return this.#immediates[this.#firstImmediate];
    return only === Only.arrival ? this.arrivals.head : undefined;
  }

  #firstOfImmediates(): Pending | undefined {
    return this.#firstImmediate < this.#immediates.length ? this.#immediates[this.#firstImmediate] : undefined;
  }

  /** What may run next and is due by then, in no particular order; of the arrivals no more than the given number. */
  offer(limitUs: number, into: OptionList, arrivalsMax: number): void {
    if (this.#pausedUntilUs > limitUs) return;
    const immediate = this.#firstOfImmediates();
    if (immediate !== undefined && (this.#round > 0 || !this.#mustFinishTimers())) into.add(immediate);
    if (this.#round > 0) return;
    const timer = this.timers.head;
    if (timer !== undefined && timer.atUs <= limitUs && this.#mayFireTimer()) into.add(timer);
    if (this.arrivals.size > 0) this.arrivals.collectDue(limitUs, into, arrivalsMax);
  }

  /** Takes out what was chosen and moves to its phase. */
  take(pending: Pending, nowUs: number): void {
    if (!this.hasChanged) this.#change();
    this.#count(pending, -1);
    if (pending.kind === PendingKind.timer) {
      this.timers.remove(pending);
      if (this.#phase !== Phase.timers) this.#beginTimers(nowUs);
    } else if (pending.kind === PendingKind.arrival) {
      this.arrivals.remove(pending);
      this.#phase = Phase.poll;
    } else this.#takeImmediate(pending);
  }

  /** A round of timers: those that are due by now. */
  #beginTimers(nowUs: number): void {
    this.#timersUntilUs = nowUs;
    this.#phase = Phase.timers;
  }

  #takeImmediate(pending: Pending): void {
    pending.place = -1;
    if (this.#round === 0) this.#startRound();
    this.#round -= 1;
    this.#firstImmediate += 1;
    this.#phase = this.#round > 0 ? Phase.check : Phase.start;
    if (this.#firstImmediate === this.#immediates.length) {
      // Nearly always it was the only one, and to shorten an array is a slow call.
      if (this.#firstImmediate === 1) this.#immediates.pop();
      else this.#immediates.length = 0;
      this.#firstImmediate = 0;
    }
  }

  /** Where immediates set immediates the list never runs empty, so what has run is dropped now and then. */
  #startRound(): void {
    if (this.#firstImmediate >= RUN_IMMEDIATES_MAX) {
      this.#immediates.splice(0, this.#firstImmediate);
      this.#firstImmediate = 0;
    }
    this.#round = this.#immediates.length - this.#firstImmediate;
  }

  #mayFireTimer(): boolean {
    return this.#phase !== Phase.poll || !this.hasImmediates;
  }

  #mustFinishTimers(): boolean {
    if (this.#phase !== Phase.timers) return false;
    const timer = this.timers.head;
    return timer !== undefined && timer.atUs <= this.#timersUntilUs;
  }
}
