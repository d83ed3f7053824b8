/**
 * Every run there is, up to equivalence, found in the plainest way: all answers are tried at every place, but a place that was reached
 * before by an equivalent beginning is not tried again. It knows nothing of sleep sets and never asks whether two transitions commute;
 * that makes it a check on a search that does.
 */
import { HashSet } from '../base/hash-set.ts';
import { EnumerateSource } from './enumerate.ts';
import { Footprints } from './footprints.ts';
import { Kind } from './kinds.ts';
import type { U64 } from '../base/u64.ts';
import type { Offer } from './source.ts';

export class CanonicalSource extends EnumerateSource {
  readonly footprints = new Footprints();
  readonly #places = new HashSet();
  readonly #entropy: U64;

  constructor(entropy: U64) {
    super();
    this.#entropy = entropy;
  }

  /** There were more places than can be remembered, so some may have been taken for known ones. */
  get isIncomplete(): boolean {
    return this.#places.isFull;
  }

  /** Must precede every try of a run. */
  restart(): void {
    this.footprints.forget();
    this.rewindToStart();
  }

  override pick(offer: Offer): number {
    if (offer.count < 2) return 0;
    if (this.footprints.isRedundant) return 0;
    if (offer.kind === Kind.transition && this.isBeyond) {
      this.footprints.settle();
      if (!this.#places.add(this.footprints.hi, this.footprints.lo)) {
        this.footprints.isRedundant = true;
        return 0;
      }
    }
    return super.pick(offer);
  }

  override draw(): void {
    this.hi = this.#entropy.hi;
    this.lo = this.#entropy.lo;
  }

  override chance(): boolean {
    return this.footprints.isRedundant ? false : super.chance();
  }
}
