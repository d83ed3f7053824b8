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
import type { Pending } from './pending.ts';
import { PendingHeap } from './pending-heap.ts';
import { PendingList } from './pending-list.ts';

/** How many immediates that have run may stay in the list. */
const RUN_IMMEDIATES_MAX = 256;

type Phase = 'start' | 'timers' | 'poll' | 'check';

export class EventLoop {
  readonly name: string;
  /** Place among the loops of the run; part of the determinism hash. */
  readonly index: number;
  /** The bit of whoever it belongs to, in footprints; all of them until somebody says. */
  place = -1;
  readonly timers = new PendingHeap();
  readonly arrivals = new PendingList();
  readonly #immediates: Pending[] = [];
  #firstImmediate = 0;
  #phase: Phase = 'start';
  /** Immediates left in the round under way. */
  #round = 0;
  /** Timers due at this time or before belong to the round of timers under way. */
  #timersUntilUs = -1;
  /** What is pending may begin at another time than `#earliestUs` says. */
  #hasChanged = true;
  #earliestUs = Number.POSITIVE_INFINITY;
  #pausedUntilUs = 0;
  /** How many of the pending keep the machine alive. */
  alive = 0;
  /** How many of those are neither periodic nor unreferenced: as long as there are any, something is going on. */
  lively = 0;

  constructor(name: string, index: number) {
    this.name = name;
    this.index = index;
  }

  /** Nothing runs before: the machine is paused. */
  get pausedUntilUs(): number {
    return this.#pausedUntilUs;
  }

  set pausedUntilUs(us: number) {
    this.#pausedUntilUs = us;
    this.#hasChanged = true;
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

  add(pending: Pending): void {
    this.#hasChanged = true;
    this.#count(pending, 1);
    if (pending.kind === 'timer') this.timers.add(pending);
    else if (pending.kind === 'arrival') this.arrivals.add(pending);
    else {
      pending.place = 0;
      this.#immediates.push(pending);
    }
  }

  /** False when it has run or was cancelled before. */
  cancel(pending: Pending): boolean {
    if (pending.place < 0) return false;
    this.#hasChanged = true;
    this.#count(pending, -1);
    if (pending.kind === 'timer') return this.timers.remove(pending);
    if (pending.kind === 'arrival') return this.arrivals.remove(pending);
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
    if (!pending.periodic) this.lively += by;
  }

  /** A crash: nothing that was pending will ever run. */
  clear(): void {
    this.#hasChanged = true;
    this.timers.clear();
    this.arrivals.clear();
    for (const pending of this.#immediates) pending.place = -1;
    this.#immediates.length = 0;
    this.#firstImmediate = 0;
    this.#round = 0;
    this.#phase = 'start';
    this.alive = 0;
    this.lively = 0;
  }

  /** When the first of those that may run is due; Infinity when there is none. */
  earliestUs(): number {
    // Asked of every machine at every transition, and only one of them has changed.
    if (this.#hasChanged) this.#findEarliest();
    return this.#earliestUs;
  }

  #findEarliest(): void {
    let earliest = Number.POSITIVE_INFINITY;
    const immediate = this.#firstOfImmediates();
    if (this.#round > 0 && immediate !== undefined) earliest = immediate.atUs;
    else {
      const timer = this.#mayFireTimer() ? this.timers.head : undefined;
      if (timer !== undefined) earliest = timer.atUs;
      if (immediate !== undefined && immediate.atUs < earliest && !this.#mustFinishTimers()) earliest = immediate.atUs;
      const arrival = this.arrivals.head;
      if (arrival !== undefined && arrival.atUs < earliest) earliest = arrival.atUs;
    }
    this.#earliestUs = Math.max(earliest, this.#pausedUntilUs);
    this.#hasChanged = false;
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
    this.#hasChanged = true;
    this.#count(pending, -1);
    if (pending.kind === 'arrival') {
      this.arrivals.remove(pending);
      this.#phase = 'poll';
      return;
    }
    if (pending.kind === 'timer') {
      this.timers.remove(pending);
      if (this.#phase !== 'timers') this.#timersUntilUs = nowUs;
      this.#phase = 'timers';
      return;
    }
    pending.place = -1;
    if (this.#round === 0) this.#startRound();
    this.#round -= 1;
    this.#firstImmediate += 1;
    this.#phase = this.#round > 0 ? 'check' : 'start';
    if (this.#firstImmediate === this.#immediates.length) {
      this.#immediates.length = 0;
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
    return this.#phase !== 'poll' || !this.hasImmediates;
  }

  #mustFinishTimers(): boolean {
    if (this.#phase !== 'timers') return false;
    const timer = this.timers.head;
    return timer !== undefined && timer.atUs <= this.#timersUntilUs;
  }
}
