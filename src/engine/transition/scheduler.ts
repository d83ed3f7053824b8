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
import { EventLoop } from './event-loop.ts';
import { OptionList } from './option-list.ts';
import { Pending, type PendingKind } from './pending.ts';

/** More than this at once is a flood; the first ones are enough to choose from, and the others get their turn. */
const OPTIONS_MAX = 64;

export class Scheduler implements TransitionOffer {
  readonly kind = Kind.transition;
  readonly loops: EventLoop[] = [];
  nowUs = 0;
  /** How much later than due something may happen while others go first. */
  latenessUs: number;
  count = 0;
  #order = 0;
  readonly #options = new OptionList();
  /** Numbers of texts in the log, which are asked for at every decision. */
  readonly #nodeTexts: number[] = [];
  readonly #labelTexts = new Map<string, number>();
  /** The one asked for last; it is nearly always asked for again. */
  #lastLabel = '';
  #lastLabelText = -1;
  readonly #decider: Decider;
  readonly #log: DecisionLog;
  readonly #chronicle: Chronicle | undefined;
  /** Kept when somebody wants to know what transitions have to do with each other. */
  readonly footprints: Footprints | undefined;

  constructor(decider: Decider, latenessUs: number) {
    this.#decider = decider;
    this.#log = decider.log;
    const { chronicle } = decider.source;
    this.#chronicle = chronicle;
    this.footprints = decider.footprints;
    this.latenessUs = latenessUs;
  }

  addLoop(name: string): EventLoop {
    const loop = new EventLoop(name, this.loops.length);
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
    const pending = new Pending(loop, kind, label, this.nowUs + delayUs, turn, act, subject);
    pending.periodic = periodic;
    if (this.#chronicle !== undefined) pending.cause = this.#chronicle.born(`${loop.name} ${label}`);
    if (this.footprints !== undefined) noteAdded(this.footprints, pending);
    loop.add(pending);
    return pending;
  }

  /** Puts one that has run back, for the next round of an interval. */
  again(pending: Pending, delayUs: number): void {
    pending.order = this.turn();
    pending.atUs = this.nowUs + delayUs;
    if (this.#chronicle !== undefined) pending.cause = this.#chronicle.born(`${pending.loop.name} ${pending.label}`);
    if (this.footprints !== undefined) noteAdded(this.footprints, pending);
    pending.loop.add(pending);
  }

  /** Something is going on beside heartbeats; asked after every transition. */
  get isLively(): boolean {
    const { loops } = this;
    for (let at = 0; at < loops.length; at += 1) if ((loops[at]?.lively ?? 0) > 0) return true;
    return false;
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

  /** Takes the next transition and moves the clock to it; undefined when nothing is due by the limit. */
  next(limitUs = Number.MAX_VALUE): Pending | undefined {
    const earliest = this.earliestUs();
    if (earliest > limitUs) return undefined;
    const beforeUs = this.nowUs;
    const lateUs = (earliest > beforeUs ? earliest : beforeUs) + this.latenessUs;
    const { loops } = this;
    const options = this.#options;
    options.count = 0;
    for (let at = 0; at < loops.length; at += 1) {
      const loop = loops[at];
      if (loop !== undefined && loop.earliestUs() <= lateUs) loop.offer(lateUs, options, OPTIONS_MAX);
    }
    const chosen = options.count < 2 ? options.at(0) : this.#choose();
    if (chosen === undefined) return undefined;
    const dueUs = Math.max(chosen.atUs, chosen.loop.pausedUntilUs);
    if (dueUs > beforeUs) this.nowUs = dueUs;
    chosen.loop.take(chosen, this.nowUs);
    if (this.#chronicle !== undefined) this.#chronicle.runs(chosen.cause);
    if (this.footprints !== undefined) this.#noteBegun(this.footprints, chosen, beforeUs, dueUs);
    return chosen;
  }

  #noteBegun(footprints: Footprints, { kind, loop, mark, periodic, keepsAlive }: Pending, beforeUs: number, dueUs: number): void {
    footprints.begins(mark, beforeUs, dueUs, this.nowUs);
    footprints.takes(loop.place);
    // A round of timers remembers when it began.
    if (kind === 'timer') footprints.readsTime();
    // In a flood, what is on offer depends on what else there is.
    if (this.#options.count >= OPTIONS_MAX) footprints.takesEverything();
    // A run may come to rest before it or after it.
    if (periodic || !keepsAlive) footprints.takesEverything();
  }

  /** What is added from now on was not caused by the transition that ran last; for acts of the scenario itself. */
  forgetCause(): void {
    this.#chronicle?.runs(NO_CAUSE);
    this.footprints?.forgetCause();
  }

  causeOf(index: number): number {
    return this.at(index).cause;
  }

  #choose(): Pending | undefined {
    const options = this.#options;
    options.sortByTime();
    this.count = Math.min(options.count, OPTIONS_MAX);
    return options.at(this.#decider.pickTransition(this));
  }

  nameOf(index: number): string {
    const { loop, label } = this.at(index);
    return `${loop.name} ${label}`;
  }

  nodeText(index: number): number {
    const { loop } = this.at(index);
    const known = this.#nodeTexts[loop.index];
    if (known !== undefined) return known;
    const id = this.#log.textId(loop.name);
    this.#nodeTexts[loop.index] = id;
    return id;
  }

  labelText(index: number): number {
    const { label } = this.at(index);
    if (label === this.#lastLabel && this.#lastLabelText >= 0) return this.#lastLabelText;
    let id = this.#labelTexts.get(label);
    if (id === undefined) {
      id = this.#log.textId(label);
      this.#labelTexts.set(label, id);
    }
    this.#lastLabel = label;
    this.#lastLabelText = id;
    return id;
  }

  at(index: number): Pending {
    const pending = this.#options.at(index);
    if (pending === undefined) throw new RangeError(`no option ${index}`);
    return pending;
  }
}

/** Arrivals are free among each other, whoever sends them; everything else on a machine has its order. */
function noteAdded(footprints: Footprints, pending: Pending): void {
  const { kind, loop } = pending;
  pending.mark = footprints.born(loop.index, pending.label);
  if (kind === 'arrival') footprints.addsTo(loop.place);
  else footprints.takes(loop.place);
  footprints.readsTime();
}
