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
import { EventLoop, type Lively } from './event-loop.ts';
import { OptionList } from './option-list.ts';
import { newPending, type Pending, PendingKind } from './pending.ts';

/** More than this at once is a flood; the first ones are enough to choose from, and the others get their turn. */
const OPTIONS_MAX = 64;

export class Scheduler implements TransitionOffer, Lively {
  readonly kind = Kind.transition;
  readonly loops: EventLoop[] = [];
  nowUs = 0;
  /** How much later than due something may happen while others go first. */
  declare latenessUs: number;
  count = 0;
  /** How much is pending, on all loops, that is a sign that something is going on. */
  lively = 0;
  #order = 0;
  readonly #options = new OptionList();
  /** Of two options, each the only one of its loop: the numbers of the loops. -1 = the options are in the list. */
  #firstLoop = -1;
  #secondLoop = -1;
  /** Numbers of texts in the log, which are asked for at every decision. */
  readonly #labelTexts = new Map<string, number>();
  /** The one asked for last; it is nearly always asked for again. */
  #lastLabel = '';
  #lastLabelText = -1;
  declare private readonly decider: Decider;
  declare private readonly log: DecisionLog;
  declare private readonly chronicle: Chronicle | undefined;
  /** Kept when somebody wants to know what transitions have to do with each other. */
  declare readonly footprints: Footprints | undefined;

  constructor(decider: Decider, latenessUs: number) {
    this.decider = decider;
    this.log = decider.log;
    const { chronicle } = decider.source;
    this.chronicle = chronicle;
    this.footprints = decider.footprints;
    this.latenessUs = latenessUs;
    if (this.footprints !== undefined) this.footprints.latenessUs = latenessUs;
  }

  addLoop(name: string): EventLoop {
    const loop = new EventLoop(name, this.loops.length, this);
    this.loops.push(loop);
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
    const pending = newPending(loop, kind, label, this.nowUs + delayUs, turn, act, subject, periodic);
    if (this.chronicle !== undefined) pending.cause = this.chronicle.born(`${loop.name} ${label}`);
    if (this.footprints !== undefined) noteAdded(this.footprints, pending);
    loop.add(pending);
    return pending;
  }

  /** Puts one that has run back, for the next round of an interval. */
  again(pending: Pending, delayUs: number): void {
    pending.order = this.turn();
    pending.atUs = this.nowUs + delayUs;
    if (this.chronicle !== undefined) pending.cause = this.chronicle.born(`${pending.loop.name} ${pending.label}`);
    if (this.footprints !== undefined) noteAdded(this.footprints, pending);
    pending.loop.add(pending);
  }

  /** Something is going on beside heartbeats. */
  get isLively(): boolean {
    return this.lively > 0;
  }

  /** When the next transition can run at the earliest; Infinity when nothing is pending. */
  earliestUs(): number {
    const { loops } = this;
    let earliest = Number.POSITIVE_INFINITY;
    for (let at = 0; at < loops.length; at += 1) {
      const us = loops[at]?.earliestUs() ?? earliest;
      if (us < earliest) earliest = us;
    }
    return earliest;
  }

  /**
   * Takes the next transition and moves the clock to it; undefined when nothing is due by the limit. Nearly always one thing may run, or
   * one thing on each of two machines. So the machines that come first, second and third are found in one go, and the two options are
   * known by the numbers of their loops and never written down.
   */
  next(limitUs = Number.MAX_VALUE): Pending | undefined {
    const { loops } = this;
    let first: EventLoop | undefined;
    let second: EventLoop | undefined;
    let firstUs = Number.POSITIVE_INFINITY;
    let secondUs = Number.POSITIVE_INFINITY;
    let thirdUs = Number.POSITIVE_INFINITY;
    for (let at = 0; at < loops.length; at += 1) {
      const loop = loops[at];
      if (loop === undefined) continue;
      if (loop.hasChanged) loop.look();
      const us = loop.nextUs;
      if (us >= thirdUs) continue;
      if (us >= secondUs) thirdUs = us;
      else {
        thirdUs = secondUs;
        if (us < firstUs) {
          second = first;
          secondUs = firstUs;
          first = loop;
          firstUs = us;
        } else {
          second = loop;
          secondUs = us;
        }
      }
    }
    if (firstUs > limitUs || first === undefined) return undefined;
    const beforeUs = this.nowUs;
    const lateUs = (firstUs > beforeUs ? firstUs : beforeUs) + this.latenessUs;
    let chosen = thirdUs > lateUs ? first.one : undefined;
    if (secondUs <= lateUs && second !== undefined && chosen !== undefined) chosen = this.#amongTwo(first, chosen, second);
    if (chosen === undefined) chosen = this.#amongMany(lateUs);
    else if (secondUs > lateUs) this.count = 1;
    if (chosen === undefined) return undefined;
    const { loop, atUs } = chosen;
    const { pausedUntilUs } = loop;
    const dueUs = atUs > pausedUntilUs ? atUs : pausedUntilUs;
    if (dueUs > beforeUs) this.nowUs = dueUs;
    loop.take(chosen, this.nowUs);
    if (this.chronicle !== undefined) this.chronicle.runs(chosen.cause);
    if (this.footprints !== undefined) this.#noteBegun(this.footprints, chosen, beforeUs, dueUs);
    return chosen;
  }

  /** One thing on each of two machines, the first of which is not due later; undefined when there is more. */
  #amongTwo(first: EventLoop, one: Pending, second: EventLoop): Pending | undefined {
    const other = second.one;
    if (other === undefined) return undefined;
    const isInOrder = first.nextUs < second.nextUs || one.order < other.order;
    this.#firstLoop = isInOrder ? first.index : second.index;
    this.#secondLoop = isInOrder ? second.index : first.index;
    this.count = 2;
    return (this.decider.pickTransition(this) === 0) === isInOrder ? one : other;
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
    return `${loop.name} ${label}`;
  }

  nodeText(index: number): number {
    // Of two, the machine is known without a look at what it would run.
    const loop = (this.#firstLoop < 0 ? undefined : this.loops[index === 0 ? this.#firstLoop : this.#secondLoop]) ?? this.at(index).loop;
    if (loop.nameText < 0) loop.nameText = this.log.textId(loop.name);
    return loop.nameText;
  }

  labelText(index: number): number {
    const { label } = this.at(index);
    if (label === this.#lastLabel && this.#lastLabelText >= 0) return this.#lastLabelText;
    let id = this.#labelTexts.get(label);
    if (id === undefined) {
      id = this.log.textId(label);
      this.#labelTexts.set(label, id);
    }
    this.#lastLabel = label;
    this.#lastLabelText = id;
    return id;
  }

  at(index: number): Pending {
    const pending = this.#firstLoop < 0 ? this.#options.at(index) : this.loops[index === 0 ? this.#firstLoop : this.#secondLoop]?.one;
    if (pending === undefined) throw new RangeError(`no option ${index}`);
    return pending;
  }
}

/** Arrivals are free among each other, whoever sends them; everything else on a machine has its order. */
function noteAdded(footprints: Footprints, pending: Pending): void {
  const { kind, loop } = pending;
  pending.mark = footprints.born(loop.index, pending.label);
  if (kind === PendingKind.arrival) footprints.sends(loop.place, loop.index);
  else footprints.takes(loop.place);
  footprints.readsTime();
}
