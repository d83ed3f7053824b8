/**
 * Decisions across a boundary: a run elsewhere asks, and whoever keeps sources and logs answers here. Everything about deciding stays in
 * one place, so that any source, recording or search serves a run in another process as well.
 */
import type { JsonObject } from '../base/json.ts';
import type { Chronicle } from './chronicle.ts';
import { Decider, type TransitionOffer } from './decider.ts';
import { DecisionDivergence } from './divergence.ts';
import { Kind } from './kinds.ts';
import type { Footprints } from './footprints.ts';
import { DecisionLog } from './log.ts';
import { PastWatch, type ToldPast } from './past.ts';
import { ScriptedSource } from './scripted.ts';
import type { ChoiceManner, Offer } from './source.ts';

/** What came up since the last question, for sources that know questions by their causes. */
type Told = readonly (string | number)[];

export type Question = { readonly told: Told } & (
  | {
      readonly ask: 'transition';
      readonly nodes: readonly string[];
      readonly labels: readonly string[];
      readonly causes: readonly number[];
    }
  | { readonly ask: 'choose'; readonly label: string; readonly count: number; readonly calm: number; readonly manner?: ChoiceManner }
  | { readonly ask: 'happens'; readonly label: string; readonly rate: number }
  | { readonly ask: 'draw'; readonly label: string }
  | { readonly ask: 'checkpoint'; readonly transitions: number; readonly hi: number; readonly lo: number }
);

export type Answer =
  | { readonly answer: number }
  | { readonly hi: number; readonly lo: number }
  | { readonly diverged: { readonly index: number; readonly expected: JsonObject | null; readonly actual: JsonObject } };

/** Answers what a run elsewhere asked. */
export function answerQuestion(decider: Decider, question: Question): Answer {
  tell(decider.source.chronicle, question.told);
  try {
    return answerOf(decider, question);
  } catch (error) {
    if (!(error instanceof DecisionDivergence)) throw error;
    const { index, expected, actual } = error;
    return { diverged: { index, expected, actual } };
  }
}

function answerOf(decider: Decider, question: Question): Answer {
  switch (question.ask) {
    case 'transition':
      return { answer: decider.pickTransition(new RemoteOffer(decider.log, question)) };
    case 'choose':
      return { answer: decider.choose(question.label, question.count, question.calm, question.manner) };
    case 'happens':
      return { answer: decider.happens(question.label, question.rate) ? 1 : 0 };
    case 'draw':
      decider.draw(question.label);
      return { hi: decider.source.hi, lo: decider.source.lo };
    case 'checkpoint':
      decider.checkpoint(question.transitions, question.hi, question.lo);
      return { answer: 0 };
  }
}

/** What was not asked about any more, and what a failed run had to do with. */
export interface LastWords {
  readonly told: Told;
  readonly past?: ToldPast;
}

/** The run elsewhere is over. */
export function hearLastWords({ source: { chronicle } }: Decider, { told, past }: LastWords): void {
  tell(chronicle, told);
  if (past !== undefined && chronicle instanceof PastWatch) chronicle.hear(past);
}

/** Texts are births, numbers are what runs from then on. */
function tell(chronicle: Chronicle | undefined, told: Told): void {
  if (chronicle === undefined) return;
  for (const item of told) {
    if (typeof item === 'string') chronicle.born(item);
    else chronicle.runs(item);
  }
}

class RemoteOffer implements TransitionOffer {
  readonly kind = Kind.transition;
  readonly count: number;
  readonly #log: DecisionLog;
  readonly #question: Question & { readonly ask: 'transition' };

  constructor(log: DecisionLog, question: Question & { readonly ask: 'transition' }) {
    this.#log = log;
    this.#question = question;
    this.count = question.nodes.length;
  }

  nameOf(index: number): string {
    return `${this.#question.nodes[index] ?? ''} ${this.#question.labels[index] ?? ''}`;
  }

  causeOf(index: number): number {
    return this.#question.causes[index] ?? 0;
  }

  nodeText(index: number): number {
    return this.#log.textId(this.#question.nodes[index] ?? '');
  }

  labelText(index: number): number {
    return this.#log.textId(this.#question.labels[index] ?? '');
  }
}

/** Keeps the numbers here, and passes on what it is told. */
class TellingChronicle extends PastWatch {
  news: (string | number)[] = [];

  override born(what: string): number {
    this.news.push(what);
    return super.born(what);
  }

  override runs(number: number): void {
    this.news.push(number);
    super.runs(number);
  }
}

/** Who asks a source for a transition without the decider asks elsewhere too. */
class AskedSource extends ScriptedSource {
  readonly chronicle: TellingChronicle | undefined;
  askFor: ((offer: TransitionOffer) => number) | undefined;

  constructor(chronicle: TellingChronicle | undefined) {
    super({});
    this.chronicle = chronicle;
  }

  override pick(offer: Offer): number {
    if (this.askFor === undefined || !isTransitionOffer(offer)) throw new TypeError('only transitions are asked of the source itself');
    return this.askFor(offer);
  }

  get footprints(): Footprints | undefined {
    return this.chronicle?.footprints;
  }
}

function isTransitionOffer(offer: Offer): offer is TransitionOffer {
  return offer.kind === Kind.transition;
}

/** Asks somebody else for every decision; `ask` returns when there is an answer. */
export class AskingDecider extends Decider {
  readonly #ask: (question: Question) => Answer;
  readonly #asked: AskedSource;

  constructor(ask: (question: Question) => Answer, withChronicle: boolean) {
    const source = new AskedSource(withChronicle ? new TellingChronicle() : undefined);
    super(source, new DecisionLog());
    this.#asked = source;
    this.#ask = ask;
    source.askFor = (offer) => this.pickTransition(offer);
  }

  /** To be said when the run is over. */
  get lastWords(): LastWords {
    const past = this.#asked.chronicle?.told;
    return { told: this.#told(), ...(past === undefined ? {} : { past }) };
  }

  override pickTransition(offer: TransitionOffer): number {
    const places = Array.from({ length: offer.count }, (_, index) => index);
    return this.#number({
      ask: 'transition',
      nodes: places.map((index) => this.log.textOf(offer.nodeText(index))),
      labels: places.map((index) => this.log.textOf(offer.labelText(index))),
      causes: this.#asked.chronicle === undefined ? [] : places.map((index) => offer.causeOf?.(index) ?? 0),
      told: this.#told(),
    });
  }

  /** Whoever answered has noted it. */
  override noteTransition(): void {}

  override choose(label: string, count: number, calm = 0, manner?: ChoiceManner): number {
    return this.#number({ ask: 'choose', label, count, calm, ...(manner === undefined ? {} : { manner }), told: this.#told() });
  }

  override happens(label: string, rate: number): boolean {
    return this.#number({ ask: 'happens', label, rate, told: this.#told() }) === 1;
  }

  override draw(label: string): void {
    const answer = this.#answer({ ask: 'draw', label, told: this.#told() });
    if (!('hi' in answer)) return;
    this.#asked.hi = answer.hi;
    this.#asked.lo = answer.lo;
  }

  override checkpoint(transitions: number, hi: number, lo: number): void {
    this.#answer({ ask: 'checkpoint', transitions, hi, lo, told: this.#told() });
  }

  #told(): Told {
    const { chronicle } = this.#asked;
    if (chronicle === undefined) return [];
    const { news } = chronicle;
    chronicle.news = [];
    return news;
  }

  #number(question: Question): number {
    const answer = this.#answer(question);
    return 'answer' in answer ? answer.answer : 0;
  }

  #answer(question: Question): Answer {
    const answer = this.#ask(question);
    if ('diverged' in answer) {
      const { index, expected, actual } = answer.diverged;
      throw new DecisionDivergence(index, expected, actual);
    }
    return answer;
  }
}
