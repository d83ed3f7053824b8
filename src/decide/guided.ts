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
  #placeHi = 0;
  #placeLo = 0;

  /** `rate`: how likely the walk after the list is to deviate at one question; drawn unless given. `places`: it gives answers there that were not given before. */
  constructor(list: readonly number[], seed: U64, footprints: Footprints, rate?: number, places?: Places) {
    super(seed, rate);
    this.#list = list;
    this.footprints = footprints;
    this.#places = places;
  }

  override pick(offer: Offer): number {
    if (offer.count < 2) return 0;
    // Which chances are taken follows from what was tried, so that all runs are asked about the same ones.
    if (offer.manner === 'rate') return offer.calm ?? 0;
    if (offer.kind === Kind.transition) this.#arrive();
    const given = this.#given(offer.count);
    return this.#answer(offer.count, given, given ?? super.pick(offer));
  }

  override chance(call: string, rate: number): boolean {
    const given = this.#given(2);
    return this.#answer(2, given, given ?? (super.chance(call, rate) ? 1 : 0)) === 1;
  }

  /** What the list says, as long as it goes. */
  #given(count: number): number | undefined {
    const given = this.#list[this.answers.length];
    return given === undefined ? undefined : given % count;
  }

  #answer(count: number, given: number | undefined, wished: number): number {
    const answer = this.#places?.answer(this.#placeHi, this.#placeLo, count, wished, given !== undefined) ?? wished;
    // Until the next choice of a transition a place is known by the answers that led there.
    this.#placeHi = Math.imul(this.#placeHi ^ (answer + 1), 0x85eb_ca6b);
    this.#placeLo = Math.imul(this.#placeLo ^ (answer + 1), 0xc2b2_ae35) ^ (this.#placeHi >>> 15);
    this.answers.push(answer);
    return answer;
  }

  #arrive(): void {
    const { footprints } = this;
    footprints.settle();
    this.#placeHi = footprints.hi;
    this.#placeLo = footprints.lo;
  }

  covered(block: number): void {
    this.blocks.push(block);
  }
}
