/**
 * Answers from a list as far as it goes, then a walk that prefers what was not tried yet at each place. It remembers its answers and the
 * code that ran, so that a search can go on from there.
 */
import type { U64 } from '../base/u64.ts';
import type { Footprints } from './footprints.ts';
import { Kind } from './kinds.ts';
import type { Places } from './places.ts';
import type { Offer } from './source.ts';
import { WalkSource } from './walk.ts';

export class GuidedSource extends WalkSource {
  readonly answers: number[] = [];
  readonly blocks: number[] = [];
  readonly footprints: Footprints;
  readonly #list: readonly number[];
  readonly #places: Places | undefined;

  /** `rate`: how likely the walk after the list is to deviate at one question; drawn unless given. `places`: it gives answers there that were not given before. */
  constructor(list: readonly number[], seed: U64, footprints: Footprints, rate?: number, places?: Places) {
    super(seed, rate);
    this.#list = list;
    this.footprints = footprints;
    this.#places = places;
  }

  override pick(offer: Offer): number {
    if (offer.count < 2) return 0;
    const given = this.#list[this.answers.length];
    const answer = given === undefined ? this.#walk(offer) : given % offer.count;
    this.answers.push(answer);
    return answer;
  }

  #walk(offer: Offer): number {
    if (this.#places === undefined || offer.kind !== Kind.transition) return super.pick(offer);
    const { footprints } = this;
    footprints.settle();
    return this.#places.untried(footprints.hi, footprints.lo, offer.count, super.pick(offer));
  }

  override chance(call: string, rate: number): boolean {
    const given = this.#list[this.answers.length];
    const answer = given === undefined ? super.chance(call, rate) : given % 2 === 1;
    this.answers.push(answer ? 1 : 0);
    return answer;
  }

  covered(block: number): void {
    this.blocks.push(block);
  }
}
