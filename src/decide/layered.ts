/** A source on top of another: it hands every question down until somebody overrides one. */
import type { Json, JsonObject } from '../base/json.ts';
import type { Chronicle } from './chronicle.ts';
import type { Kind } from './kinds.ts';
import type { DecisionSource, Offer } from './source.ts';

export class LayeredSource implements DecisionSource {
  readonly #below: DecisionSource;

  constructor(below: DecisionSource) {
    this.#below = below;
  }

  get chronicle(): Chronicle | undefined {
    return this.#below.chronicle;
  }

  get hi(): number {
    return this.#below.hi;
  }

  get lo(): number {
    return this.#below.lo;
  }

  pick(offer: Offer): number {
    return this.#below.pick(offer);
  }

  draw(call: string): void {
    this.#below.draw(call);
  }

  chance(call: string, rate: number): boolean {
    return this.#below.chance(call, rate);
  }

  recall(kind: Kind, call: string, asked?: JsonObject): Json | undefined {
    return this.#below.recall(kind, call, asked);
  }

  position(): number {
    return this.#below.position();
  }

  rewind(position: number): void {
    this.#below.rewind(position);
  }
}
