/** Answers from a list as far as it goes, then a random walk. It remembers its answers and the code that ran, so that a search can go on from there. */
import type { U64 } from '../base/u64.ts';
import type { Offer } from './source.ts';
import { WalkSource } from './walk.ts';

export class GuidedSource extends WalkSource {
  readonly answers: number[] = [];
  readonly blocks: number[] = [];
  readonly #list: readonly number[];

  /** `rate`: how likely the walk after the list is to deviate at one question; drawn unless given. */
  constructor(list: readonly number[], seed: U64, rate?: number) {
    super(seed, rate);
    this.#list = list;
  }

  override pick(offer: Offer): number {
    if (offer.count < 2) return 0;
    const given = this.#list[this.answers.length];
    const answer = given === undefined ? super.pick(offer) : given % offer.count;
    this.answers.push(answer);
    return answer;
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
