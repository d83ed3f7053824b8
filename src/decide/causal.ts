/**
 * A source with some questions answered differently, found by their causes instead of their positions; and a listener that writes down,
 * under the same names, every answer that is not the calm one. The two together turn a recording into the few answers that make it
 * special, and those answers into a run again, whatever else was removed or edited in between.
 */
import type { U64 } from '../base/u64.ts';
import { Kind } from './kinds.ts';
import type { Footprints } from './footprints.ts';
import { LayeredSource } from './layered.ts';
import { PastWatch } from './past.ts';
import type { DecisionSource, Offer } from './source.ts';

export interface CausalAnswer {
  /** 'transition' = something overtook what was its turn; 'chance' = something happened that mostly does not, a fault. */
  readonly kind: 'transition' | 'choice' | 'chance';
  /** Causal name of the question; of a transition, the one that was overtaken. */
  readonly question: string;
  /** The question in words, for people and for telling questions apart by what they are about. */
  readonly asked: string;
  /** Causal name of what overtook it, or the number of the answer. */
  readonly answer: string | number;
  /** The answer in words. */
  readonly told: string;
  /** What else was overtaken, and could itself have overtaken the first. */
  readonly calmer: readonly { readonly answer: string; readonly told: string }[];
}

/** A question that had several answers. */
export interface OpenPick {
  readonly count: number;
  /** Of transitions: the causal names of what was on offer, the calm one first, and how many had run before. Empty for other questions. */
  readonly names: readonly string[];
  readonly begun: number;
}

export class CausalSource extends LayeredSource {
  readonly #chronicle = new PastWatch();
  /** Every answer of this run that was not the calm one. */
  readonly given: CausalAnswer[] = [];
  /** For each of them in the course of which event of the past it was asked for, or -1. */
  readonly givenIn: number[] = [];
  /** And how many questions of the same words were answered calmly since the one before it. */
  readonly passed: number[] = [];
  /** The first 64 bits that were drawn: the seed of everything random in the run. */
  entropy: U64 | undefined;
  /** Picks that had a choice. */
  readonly openPicks: OpenPick[] = [];
  /** Questions whether something happens that mostly does not. */
  chances = 0;
  readonly #overtaking = new Map<string, Map<string, number>>();
  readonly #answers = new Map<string, number>();
  readonly #calmly = new Map<string, number>();

  constructor(below: DecisionSource, answers: readonly CausalAnswer[]) {
    super(below);
    for (const [order, { question, answer, calmer }] of answers.entries()) {
      if (typeof answer === 'number') this.#answers.set(question, answer);
      // It overtook all of them: when the first is not there any more, it still has to overtake the next.
      else for (const overtaken of [question, ...calmer.map((other) => other.answer)]) this.#overtakes(overtaken, answer, order);
    }
  }

  #overtakes(overtaken: string, by: string, order: number): void {
    const known = this.#overtaking.get(overtaken) ?? new Map<string, number>();
    if (!known.has(by)) this.#overtaking.set(overtaken, known.set(by, order));
  }

  override get chronicle(): PastWatch {
    return this.#chronicle;
  }

  get footprints(): Footprints {
    return this.chronicle.footprints;
  }

  override pick(offer: Offer): number {
    if (offer.count < 2) return super.pick(offer);
    return offer.kind === Kind.transition ? this.#transition(offer) : this.#choice(offer);
  }

  override chance(call: string, rate: number): boolean {
    const question = this.chronicle.asked(call);
    const calm = super.chance(call, rate);
    this.chances += 1;
    const asked = this.#answers.get(question);
    const happens = asked === undefined ? calm : asked === 1;
    if (!happens) this.#pass(call);
    else this.#note({ kind: 'chance', question, asked: call, answer: 1, told: 'yes', calmer: [] });
    return happens;
  }

  override draw(call: string): void {
    super.draw(call);
    this.entropy ??= { hi: this.hi, lo: this.lo };
  }

  #choice(offer: Offer): number {
    const asked = offer.nameOf(-1);
    this.openPicks.push({ count: offer.count, names: [], begun: 0 });
    const question = this.chronicle.asked(asked);
    const below = super.pick(offer);
    const answer = Math.min(this.#answers.get(question) ?? below, offer.count - 1);
    if (answer === (offer.calm ?? 0)) this.#pass(asked);
    else this.#note({ kind: 'choice', question, asked, answer, told: String(answer), calmer: [] });
    return answer;
  }

  #transition(offer: Offer): number {
    const names = Array.from({ length: offer.count }, (_, at) => this.chronicle.nameOf(offer.causeOf?.(at) ?? 0));
    this.openPicks.push({ count: offer.count, names, begun: this.chronicle.begun });
    const question = names[0] ?? '';
    const below = super.pick(offer);
    const answer = this.#overtakerOf(question, names) ?? below;
    if (answer === 0) this.#pass(offer.nameOf(0));
    else {
      this.#note({
        kind: 'transition',
        question,
        asked: offer.nameOf(0),
        answer: names[answer] ?? '',
        told: offer.nameOf(answer),
        calmer: Array.from({ length: answer - 1 }, (_, at) => ({ answer: names[at + 1] ?? '', told: offer.nameOf(at + 1) })),
      });
    }
    return answer;
  }

  #note(answer: CausalAnswer): void {
    this.given.push(answer);
    this.givenIn.push(this.chronicle.under);
    this.passed.push(this.#calmly.get(answer.asked) ?? 0);
    this.#calmly.clear();
  }

  #pass(asked: string): void {
    this.#calmly.set(asked, (this.#calmly.get(asked) ?? 0) + 1);
  }

  /** Of several that are to overtake it, the one that did so first. */
  #overtakerOf(question: string, names: readonly string[]): number | undefined {
    const overtaking = this.#overtaking.get(question);
    if (overtaking === undefined) return undefined;
    let chosen: number | undefined;
    let first = Number.POSITIVE_INFINITY;
    for (let at = 1; at < names.length; at += 1) {
      const order = overtaking.get(names[at] ?? '');
      if (order === undefined || order >= first) continue;
      first = order;
      chosen = at;
    }
    return chosen;
  }
}
