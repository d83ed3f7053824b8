/**
 * Listens to a run and writes down every answer under the name of its question, so that a later
 * run of an edited scenario can be given the same answers to the same questions.
 */
import type { Json, JsonObject } from '../../base/json.ts';
import { renderU64 } from '../../base/u64.ts';
import { Kind, layoutOf } from '../../decide/kinds.ts';
import type { NamedAnswer } from '../../decide/recorded.ts';
import type { DecisionSource, Offer } from '../../decide/source.ts';

export class NamingSource implements DecisionSource {
  readonly answers: NamedAnswer[] = [];
  /** Answers of the picks that had a choice, in order. */
  readonly openPicks: number[] = [];
  readonly #base: DecisionSource;

  constructor(base: DecisionSource) {
    this.#base = base;
  }

  get hi(): number {
    return this.#base.hi;
  }

  get lo(): number {
    return this.#base.lo;
  }

  pick(offer: Offer): number {
    const answer = this.#base.pick(offer);
    if (offer.count > 1) this.openPicks.push(answer);
    this.#note(offer.kind, offer.nameOf(answer), { answer });
    return answer;
  }

  draw(call: string): void {
    this.#base.draw(call);
    this.#note(Kind.randU64, call, { value: renderU64(this.hi, this.lo) });
  }

  chance(call: string, rate: number): boolean {
    const dropped = this.#base.chance(call, rate);
    this.#note(Kind.netDrop, call, { dropped });
    return dropped;
  }

  recall(kind: Kind, call: string, asked?: JsonObject): Json | undefined {
    const answer = this.#base.recall(kind, call, asked);
    if (answer !== undefined) this.#note(kind, call, answer);
    return answer;
  }

  position(): number {
    return this.#base.position();
  }

  rewind(position: number): void {
    this.#base.rewind(position);
  }

  #note(kind: Kind, name: string, answer: Json): void {
    this.answers.push({ kind: layoutOf(kind).name, name, answer });
  }
}
