/**
 * A random walk from a seed, for search: each open question gets the calm answer or, at a rate that is drawn per walk, any of the
 * others. Some walks stay close to the calm run and some go far away from it; real races need few deviations at the right places, and
 * a walk that deviates everywhere rarely leaves the rest of the program intact.
 */
import type { U64 } from '../base/u64.ts';
import { Xoshiro128 } from '../base/xoshiro128.ts';
import { Kind } from './kinds.ts';
import type { DecisionSource, Offer } from './source.ts';

/** How likely a walk is to deviate at one question, from wild to nearly calm. */
const RATES = [1, 0.5, 0.25, 0.1, 0.03] as const;

export class WalkSource implements DecisionSource {
  hi = 0;
  lo = 0;
  declare private readonly walked: Xoshiro128;
  declare private readonly rate: number;

  constructor(seed: U64, rate?: number) {
    this.walked = new Xoshiro128(seed);
    this.rate = rate ?? RATES[this.walked.nextU32() % RATES.length] ?? 1;
  }

  pick(offer: Offer): number {
    if (offer.count < 2) return 0;
    if (this.rate < 1 && (offer.kind === Kind.transition || offer.manner === undefined) && this.#fraction() >= this.rate) return 0;
    const drawn = this.walked.nextU32();
    // Nearly always there are two, and a remainder takes long.
    return offer.count === 2 ? drawn & 1 : (drawn >>> 0) % (offer.count >>> 0);
  }

  draw(): void {
    this.hi = this.walked.nextU32();
    this.lo = this.walked.nextU32();
  }

  chance(_call: string, rate: number): boolean {
    return this.#fraction() < rate;
  }

  recall(): undefined {
    return undefined;
  }

  position(): number {
    return 0;
  }

  /** A simulation takes nothing back. */
  rewind(): void {}

  #fraction(): number {
    return this.walked.nextU32() / 2 ** 32;
  }
}
