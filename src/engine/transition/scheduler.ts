/**
 * Which transition runs next, over all machines. What may run is offered in the order in which idle Node would take it, so answer 0
 * is the calm one; a later one may overtake an earlier one by the lateness that was allowed, because completions, messages and late
 * timers have no promised time. Where only one thing can happen nobody is asked.
 */
import { type Chronicle, NO_CAUSE } from '../../decide/chronicle.ts';
import type { Decider, TransitionOffer } from '../../decide/decider.ts';
import type { Footprints } from '../../decide/footprints.ts';
import { Kind } from '../../decide/kinds.ts';
import type { DecisionLog } from '../../decide/log.ts';
import { Changed, EventLoop, type LoopCounts } from './event-loop.ts';
import { type Label, labelOf } from './label.ts';
import { OptionList } from './option-list.ts';
import { newPending, type Pending, PendingKind, type PendingLoop } from './pending.ts';

/** More than this at once is a flood; the first ones are enough to choose from, and the others get their turn. */
const OPTIONS_MAX = 64;

export class Scheduler implements TransitionOffer, LoopCounts {
  readonly kind = Kind.transition;
  readonly loops: EventLoop[] = [];
  nowUs = 0;
  /** How much later than due something may happen while others go first. */
  declare latenessUs: number;
  count = 0;
  /** How much is pending, on all loops, that is a sign that something is going on. */
  lively = 0;
  changed: number = Changed.several;
  /** When each of the loops has something to run, as of the last look at it. */
  readonly #nextUs: number[] = [];
  #order = 0;
  readonly #options = new OptionList();
  /** Of two options, each the only one of its loop: the numbers of the loops. -1 = the options are in the list. */
  #firstLoop = -1;
  #secondLoop = -1;
  /** Tells labels whose log they have a number in. */
  readonly #run = nextRun();
  declare private readonly decider: Decider;
  declare private readonly log: DecisionLog;
  declare private readonly chronicle: Chronicle | undefined;
  /** Kept when somebody wants to know what transitions have to do with each other. */
  declare readonly footprints: Footprints | undefined;
  /** Whether one of the two is kept: asked in one place, so that what every transition goes through stays short enough to be compiled as one. */
  declare private readonly isWatched: boolean;

  constructor(decider: Decider, latenessUs: number) {
    this.decider = decider;
    this.log = decider.log;
    const { chronicle } = decider.source;
    this.chronicle = chronicle;
    this.footprints = decider.footprints;
    this.isWatched = chronicle !== undefined || decider.footprints !== undefined;
    this.latenessUs = latenessUs;
    if (this.footprints !== undefined) this.footprints.latenessUs = latenessUs;
  }

  addLoop(name: string): EventLoop {
    const loop = new EventLoop(name, this.loops.length, this);
    this.loops.push(loop);
    this.#nextUs.push(Number.POSITIVE_INFINITY);
    return loop;
  }

  /** A place in the order of things due at the same time, for something that will be added later. */
  turn(): number {
    this.#order += 1;
    return this.#order;
  }

  add(
    loop: EventLoop,
    kind: PendingKind,
    label: string,
    delayUs: number,
    act: (subject: unknown) => void,
    subject: unknown,
    periodic = false,
    turn = this.turn(),
  ): Pending {
    const pending = newPending(loop, kind, labelOf(label), this.nowUs + delayUs, turn, act, subject, periodic);
    if (this.isWatched) this.#noteAdded(pending);
    loop.add(pending);
    return pending;
  }

  /** Puts one that has run back, for the next round of an interval. */
  again(pending: Pending, delayUs: number): void {
    pending.order = this.turn();
    pending.atUs = this.nowUs + delayUs;
    if (this.isWatched) this.#noteAdded(pending);
    pending.loop.add(pending);
  }

  #noteAdded(pending: Pending): void {
    if (this.chronicle !== undefined) pending.cause = this.chronicle.born(`${pending.loop.name} ${pending.label.text}`);
    if (this.footprints !== undefined) noteAdded(this.footprints, pending);
  }

  /** Something is going on beside heartbeats. */
  get isLively(): boolean {
    return this.lively > 0;
  }

  /** When the next transition can run at the earliest; Infinity when nothing is pending. */
  earliestUs(): number {
    if (this.changed !== Changed.none) this.#look();
    let earliest = Number.POSITIVE_INFINITY;
    for (const us of this.#nextUs) if (us < earliest) earliest = us;
    return earliest;
  }

  /**
   * Takes the next transition and moves the clock to it; undefined when nothing is due by the limit. Nearly always one thing may run, or
   * one thing on each of two machines. So all machines are gone through for the first, and once more for whoever else may come before it
   * is too late; and the two options are known by the numbers of their loops and never written down.
   */
  next(limitUs = Number.MAX_VALUE): Pending | undefined {
    if (this.changed !== Changed.none) this.#look();
    const nextUs = this.#nextUs;
    let first = -1;
    let firstUs = Number.POSITIVE_INFINITY;
    for (let at = 0; at < nextUs.length; at += 1) {
      const us = nextUs[at] ?? firstUs;
      if (us >= firstUs) continue;
      first = at;
      firstUs = us;
    }
    if (first < 0 || firstUs > limitUs) return undefined;
    const beforeUs = this.nowUs;
    const lateUs = (firstUs > beforeUs ? firstUs : beforeUs) + this.latenessUs;
    let second = -1;
    let secondUs = firstUs;
    let others = 0;
    for (let at = 0; at < nextUs.length; at += 1) {
      const us = nextUs[at] ?? firstUs;
      if (us > lateUs || at === first) continue;
      second = at;
      secondUs = us;
      others += 1;
    }
    let chosen: Pending | undefined;
    if (others < 2) chosen = others === 0 ? this.#single(first) : this.#amongTwo(first, second, firstUs < secondUs);
    if (chosen === undefined) chosen = this.#amongMany(lateUs);
    return chosen === undefined ? undefined : this.#take(chosen, beforeUs);
  }

  #take(chosen: Pending, beforeUs: number): Pending {
    const { loop, atUs } = chosen;
    const { pausedUntilUs } = loop;
    const dueUs = atUs > pausedUntilUs ? atUs : pausedUntilUs;
    if (dueUs > beforeUs) this.nowUs = dueUs;
    loop.take(chosen, this.nowUs);
    if (this.isWatched) this.#noteTaken(chosen, beforeUs, dueUs);
    return chosen;
  }

  /** Nearly always one machine has changed: the one that ran last. */
  #look(): void {
    const { loops, changed } = this;
    this.changed = Changed.none;
    // To ask an array for what lies before its beginning takes longer than all of this.
    const only = changed < 0 ? undefined : loops[changed];
    if (only !== undefined) {
      only.look();
      this.#nextUs[changed] = only.nextUs;
      return;
    }
    for (const loop of loops) this.#nextUs[loop.index] = loop.earliestUs();
  }

  /** One machine that has something to do; undefined when it is more than one thing. */
  #single(loop: number): Pending | undefined {
    this.count = 1;
    return this.loops[loop]?.one;
  }

  /** One thing on each of two machines, the first of which is not due later; undefined when there is more. */
  #amongTwo(first: number, second: number, isEarlier: boolean): Pending | undefined {
    const one = this.loops[first];
    const other = this.loops[second];
    if (one === undefined || other === undefined || !one.hasOne || !other.hasOne) return undefined;
    const isSwapped = isEarlier ? 0 : isLess(other.nextOrder, one.nextOrder);
    this.#firstLoop = either(isSwapped, first, second);
    this.#secondLoop = either(isSwapped, second, first);
    this.count = 2;
    const answer = this.decider.source.pick(this);
    const loop = this.loops[either(answer, this.#firstLoop, this.#secondLoop)] ?? one;
    const picked = loop.one;
    if (picked === undefined) return undefined;
    this.decider.noteTransition(this.#textOfLoop(loop), this.#textOfLabel(picked.label), 2, answer);
    return picked;
  }

  #amongMany(lateUs: number): Pending | undefined {
    const { loops } = this;
    const options = this.#options;
    options.count = 0;
    for (let at = 0; at < loops.length; at += 1) {
      const loop = loops[at];
      if (loop !== undefined && loop.nextUs <= lateUs) loop.offer(lateUs, options, OPTIONS_MAX);
    }
    this.count = Math.min(options.count, OPTIONS_MAX);
    if (this.count < 2) return options.at(0);
    options.sortByTime();
    this.#firstLoop = -1;
    return options.at(this.decider.pickTransition(this));
  }

  #noteTaken(pending: Pending, beforeUs: number, dueUs: number): void {
    if (this.chronicle !== undefined) this.chronicle.runs(pending.cause);
    if (this.footprints !== undefined) this.#noteBegun(this.footprints, pending, beforeUs, dueUs);
  }

  #noteBegun(footprints: Footprints, { kind, loop, mark, periodic, keepsAlive }: Pending, beforeUs: number, dueUs: number): void {
    footprints.begins(mark, beforeUs, dueUs, this.nowUs);
    footprints.takes(loop.place);
    // A round of timers remembers when it began.
    if (kind === PendingKind.timer) footprints.readsTime();
    // In a flood, what is on offer depends on what else there is.
    if (this.count >= OPTIONS_MAX) footprints.takesEverything();
    // A run may come to rest before it or after it.
    if (periodic || !keepsAlive) footprints.takesEverything();
  }

  /** What is added from now on was not caused by the transition that ran last; for acts of the scenario itself. */
  forgetCause(): void {
    this.chronicle?.runs(NO_CAUSE);
    this.footprints?.forgetCause();
  }

  causeOf(index: number): number {
    return this.at(index).cause;
  }

  nameOf(index: number): string {
    const { loop, label } = this.at(index);
    return `${loop.name} ${label.text}`;
  }

  nodeText(index: number): number {
    return this.#textOfLoop(this.at(index).loop);
  }

  labelText(index: number): number {
    return this.#textOfLabel(this.at(index).label);
  }

  #textOfLoop(loop: PendingLoop): number {
    if (loop.nameText < 0) loop.nameText = this.log.textId(loop.name);
    return loop.nameText;
  }

  #textOfLabel(label: Label): number {
    if (label.run !== this.#run) {
      label.textId = this.log.textId(label.text);
      label.run = this.#run;
    }
    return label.textId;
  }

  at(index: number): Pending {
    const pending = this.#firstLoop < 0 ? this.#options.at(index) : this.loops[index === 0 ? this.#firstLoop : this.#secondLoop]?.one;
    if (pending === undefined) throw new RangeError(`no option ${index}`);
    return pending;
  }
}

/**
 * 1 or 0, and one of two by that. Which of two machines comes first, and which is picked, is as good as random, and a processor that has
 * guessed a branch wrong loses more time than everything else takes that happens to two options: so these have none.
 */
function isLess(a: number, b: number): number {
  return (a - b) >>> 31;
}

function either(which: number, zeroth: number, first: number): number {
  return zeroth ^ ((zeroth ^ first) & -which);
}

let runs = 0;

function nextRun(): number {
  runs += 1;
  return runs;
}

/** Arrivals are free among each other, whoever sends them; everything else on a machine has its order. */
function noteAdded(footprints: Footprints, pending: Pending): void {
  const { kind, loop } = pending;
  pending.mark = footprints.born(loop.index, pending.label.hash);
  if (kind === PendingKind.arrival) footprints.sends(loop.place, loop.index);
  else footprints.takes(loop.place);
  footprints.readsTime();
}
