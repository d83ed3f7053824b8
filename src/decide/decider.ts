/**
 * Asks the source, keeps the log, and, in a replay, compares each new record with the recorded one.
 * The engine speaks only to this.
 */
import { assert } from '../base/assert.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { LogCursor } from './cursor.ts';
import { DecisionDivergence } from './divergence.ts';
import type { Footprints } from './footprints.ts';
import { Kind } from './kinds.ts';
import type { DecisionLog } from './log.ts';
import type { ChoiceManner, DecisionSource, Offer } from './source.ts';

/** A task and where it stands, by the numbers both have in the log, so that a pick hashes no string. */
export interface OfferedTask {
  readonly number: number;
  readonly pc: number;
}

export interface TaskOffer<Task extends OfferedTask> extends Offer {
  at(index: number): Task;
}

export interface MessageOffer extends Offer {
  messageId(index: number): number;
}

/** The transitions that may run next, the calm one first. */
export interface TransitionOffer extends Offer {
  nodeText(index: number): number;
  labelText(index: number): number;
}

export class Decider {
  declare readonly source: DecisionSource;
  declare readonly log: DecisionLog;
  /** Kept when somebody wants to know what transitions have to do with each other. */
  declare readonly footprints: Footprints | undefined;
  declare private readonly expected: LogCursor | undefined;
  /** Follows the log as it is made, as far as it has been compared. */
  declare private readonly made: LogCursor;

  constructor(source: DecisionSource, log: DecisionLog, expected?: LogCursor, footprints?: Footprints) {
    this.source = source;
    this.log = log;
    this.footprints = source.footprints ?? footprints;
    this.expected = expected;
    this.made = new LogCursor(log);
  }

  /** Decisions the recording has left; 0 when nothing is replayed. */
  get unused(): number {
    return this.expected === undefined ? 0 : this.expected.log.length - this.expected.index;
  }

  /** Gives the task itself: to look it up once more after the log was written costs more than the writing. */
  pickTask<Task extends OfferedTask>(offer: TaskOffer<Task>): Task {
    const answer = this.source.pick(offer);
    const picked = offer.at(answer);
    this.log.appendPick(picked.number, picked.pc, offer.count, answer);
    if (this.expected !== undefined) this.#confirm(this.expected);
    return picked;
  }

  pickTransition(offer: TransitionOffer): number {
    const answer = this.source.pick(offer);
    this.noteTransition(offer.nodeText(answer), offer.labelText(answer), offer.count, answer);
    return answer;
  }

  /** For whoever asks the source itself, because it knows what was picked without being asked for it again; by the numbers of texts. */
  noteTransition(node: number, label: number, count: number, answer: number): void {
    this.log.appendTransition(node, label, count, answer);
    if (this.expected !== undefined) this.#confirm(this.expected);
  }

  /** One of `count` answers to a question of the world; 0 is the calm one. */
  choose(label: string, count: number, calm = 0, manner?: ChoiceManner): number {
    const answer = this.source.pick(new Choice(label, count, calm, manner));
    // How likely something was makes no difference to what happened.
    if (manner !== 'rate') this.footprints?.answered(count, answer);
    this.#noteChoice(label, count, answer);
    return answer;
  }

  /** Whether something happens that happens at this rate, for example a fault. */
  happens(label: string, rate: number): boolean {
    const answer = this.source.chance(label, rate);
    this.footprints?.answered(2, answer ? 1 : 0);
    this.#noteChoice(label, 2, answer ? 1 : 0);
    return answer;
  }

  #noteChoice(label: string, count: number, answer: number): void {
    this.log.append3(Kind.choice, this.log.textId(label), count, answer);
    if (this.expected !== undefined) this.#confirm(this.expected);
  }

  /** A mark in the log that a replay must reach in the same state. */
  checkpoint(transitions: number, hi: number, lo: number): void {
    this.log.append3(Kind.checkpoint, transitions, hi, lo);
    if (this.expected !== undefined) this.#confirm(this.expected);
  }

  pickMessage(offer: MessageOffer): number {
    const answer = this.source.pick(offer);
    this.log.append3(Kind.netPick, offer.messageId(answer), offer.count, answer);
    if (this.expected !== undefined) this.#confirm(this.expected);
    return answer;
  }

  dropMessage(call: string, id: number, rate: number): boolean {
    const dropped = this.source.chance(call, rate);
    this.log.append2(Kind.netDrop, id, dropped ? 1 : 0);
    if (this.expected !== undefined) this.#confirm(this.expected);
    return dropped;
  }

  /** Leaves 64 bits in source.hi and source.lo. */
  draw(call: string): void {
    this.source.draw(call);
    this.footprints?.drawn(this.source.hi, this.source.lo);
    this.log.append2(Kind.randU64, this.source.hi, this.source.lo);
    if (this.expected !== undefined) this.#confirm(this.expected);
  }

  note1(kind: Kind, a: number): void {
    this.log.append1(kind, a);
    if (this.expected !== undefined) this.#confirm(this.expected);
  }

  note2(kind: Kind, a: number, b: number): void {
    this.log.append2(kind, a, b);
    if (this.expected !== undefined) this.#confirm(this.expected);
  }

  note5(kind: Kind, a: number, b: number, c: number, d: number, e: number): void {
    this.log.append5(kind, a, b, c, d, e);
    if (this.expected !== undefined) this.#confirm(this.expected);
  }

  notePayload(kind: Kind, payload: JsonObject): void {
    this.log.appendPayload(kind, payload);
    if (this.expected !== undefined) this.#confirm(this.expected);
  }

  recall(kind: Kind, call: string, asked?: JsonObject): Json | undefined {
    return this.source.recall(kind, call, asked);
  }

  /** The recording has no answer to a call that only the outside could answer. */
  diverge(actual: JsonObject): never {
    throw new DecisionDivergence(this.log.length, this.expected?.record() ?? null, actual);
  }

  /** Only called in a replay: the check for it stands at the caller, where it costs next to nothing. */
  #confirm(expected: LogCursor): void {
    if (!expected.agreesWith(this.made)) {
      const made = this.made.record();
      assert(made !== null, 'what is compared has just been recorded');
      throw new DecisionDivergence(expected.index, expected.record(), made);
    }
    expected.advance();
    this.made.advance();
  }
}

/** Any one of several answers to one question; they differ by their place only. */
class Choice implements Offer {
  readonly kind = Kind.choice;
  readonly count: number;
  readonly calm: number;
  readonly manner: ChoiceManner | undefined;
  readonly #label: string;

  constructor(label: string, count: number, calm: number, manner: ChoiceManner | undefined) {
    this.manner = manner;
    this.#label = label;
    this.count = count;
    this.calm = calm;
  }

  nameOf(index: number): string {
    return index < 0 ? this.#label : `${this.#label} ${index}`;
  }
}
