/**
 * Listens to a run and writes down every answer under the name of its question, so that a later
 * run of an edited scenario can be given the same answers to the same questions.
 */
import type { Json, JsonObject } from '../../base/json.ts';
import { renderU64 } from '../../base/u64.ts';
import { Kind, layoutOf } from '../../decide/kinds.ts';
import { LayeredSource } from '../../decide/layered.ts';
import type { NamedAnswer } from '../../decide/recorded.ts';
import type { Offer } from '../../decide/source.ts';

export class NamingSource extends LayeredSource {
  readonly answers: NamedAnswer[] = [];
  /** Answers of the picks that had a choice, in order. */
  readonly openPicks: number[] = [];

  override pick(offer: Offer): number {
    const answer = super.pick(offer);
    if (offer.count > 1) this.openPicks.push(answer);
    this.#note(offer.kind, offer.nameOf(answer), { answer });
    return answer;
  }

  override draw(call: string): void {
    super.draw(call);
    this.#note(Kind.randU64, call, { value: renderU64(this.hi, this.lo) });
  }

  override chance(call: string, rate: number): boolean {
    const dropped = super.chance(call, rate);
    this.#note(Kind.netDrop, call, { dropped });
    return dropped;
  }

  override recall(kind: Kind, call: string, asked?: JsonObject): Json | undefined {
    const answer = super.recall(kind, call, asked);
    if (answer !== undefined) this.#note(kind, call, answer);
    return answer;
  }

  #note(kind: Kind, name: string, answer: Json): void {
    this.answers.push({ kind: layoutOf(kind).name, name, answer });
  }
}
