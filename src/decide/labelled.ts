/**
 * The calm run with a few answers that are found by what they are about, in words, and not by their causes: each takes effect the n-th time
 * its question comes up after the one before it did. For subjects that were edited so that causes have other names.
 */
import type { CausalAnswer } from './causal.ts';
import { Kind } from './kinds.ts';
import { LayeredSource } from './layered.ts';
import type { DecisionSource, Offer } from './source.ts';

export interface LabelledAnswers {
  readonly answers: readonly CausalAnswer[];
  /** For each of them how often its question passes before it takes effect. */
  readonly skips: readonly number[];
  /** Whatever was overtaken will do, if only the right one overtakes. */
  readonly loose: boolean;
}

export class LabelledSource extends LayeredSource {
  readonly #wanted: LabelledAnswers;
  /** How many of the answers have taken effect. */
  given = 0;
  #passed = 0;

  constructor(calm: DecisionSource, wanted: LabelledAnswers) {
    super(calm);
    this.#wanted = wanted;
  }

  override pick(offer: Offer): number {
    const calm = super.pick(offer);
    const next = this.#wanted.answers[this.given];
    if (next === undefined || offer.count < 2) return calm;
    if (offer.kind === Kind.transition) return this.#overtaker(offer, next) ?? calm;
    const answer = choiceOf(offer, next);
    return answer !== undefined && this.#isTurn() ? answer : calm;
  }

  override chance(call: string, rate: number): boolean {
    const calm = super.chance(call, rate);
    const next = this.#wanted.answers[this.given];
    return next?.kind === 'chance' && next.asked === call ? this.#isTurn() || calm : calm;
  }

  #overtaker(offer: Offer, { kind, asked, told }: CausalAnswer): number | undefined {
    if (kind !== 'transition' || (!this.#wanted.loose && offer.nameOf(0) !== asked)) return undefined;
    // Several may be called the same; each of them is a place of its own.
    for (let at = 1; at < offer.count; at += 1) if (offer.nameOf(at) === told && this.#isTurn()) return at;
    return undefined;
  }

  #isTurn(): boolean {
    if (this.#passed < (this.#wanted.skips[this.given] ?? 0)) {
      this.#passed += 1;
      return false;
    }
    this.#passed = 0;
    this.given += 1;
    return true;
  }
}

function choiceOf(offer: Offer, { kind, asked, answer }: CausalAnswer): number | undefined {
  return kind === 'choice' && typeof answer === 'number' && offer.nameOf(-1) === asked ? Math.min(answer, offer.count - 1) : undefined;
}
