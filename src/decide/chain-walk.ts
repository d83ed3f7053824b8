/**
 * Random walks that see causal chains: which transition runs is up to the chains, everything else is answered as in any other walk.
 */
import type { U64 } from '../base/u64.ts';
import { Xoshiro128 } from '../base/xoshiro128.ts';
import { Chains } from './chains.ts';
import { Kind } from './kinds.ts';
import type { Offer } from './source.ts';
import { WalkSource } from './walk.ts';

abstract class ChainWalk extends WalkSource {
  readonly chronicle = new Chains();
  protected readonly random: Xoshiro128;
  /** Times a transition could be chosen. */
  picks = 0;

  constructor(seed: U64) {
    super(seed);
    this.random = new Xoshiro128(seed).splitStream('chains');
  }

  protected abstract among(offer: Offer): number;

  override pick(offer: Offer): number {
    if (offer.kind !== Kind.transition || offer.count < 2) return super.pick(offer);
    const answer = this.among(offer);
    this.picks += 1;
    return answer;
  }

  protected chainAt(offer: Offer, index: number): number {
    return this.chronicle.chainOf(offer.causeOf?.(index) ?? 0);
  }
}

/**
 * Every chain has a priority, and the highest goes first; at some points, chosen beforehand, the one that is about to run falls behind
 * all others. A bug that needs d orderings is found with a known chance, however long the run is.
 */
export class PrioritySource extends ChainWalk {
  readonly #priorities = new Map<number, number>();
  readonly #changes: ReadonlySet<number>;
  #fallen = 0;

  /** `depth` - 1 points of change, somewhere in the first `length` choices. */
  constructor(seed: U64, depth: number, length: number) {
    super(seed);
    this.#changes = new Set(Array.from({ length: depth - 1 }, () => this.random.nextBelow(Math.max(1, length))));
  }

  protected override among(offer: Offer): number {
    const first = this.#highest(offer);
    if (!this.#changes.has(this.picks)) return first;
    this.#fallen += 1;
    this.#priorities.set(this.chainAt(offer, first), -this.#fallen);
    return this.#highest(offer);
  }

  #highest(offer: Offer): number {
    let [chosen, highest] = [0, Number.NEGATIVE_INFINITY];
    for (let index = 0; index < offer.count; index += 1) {
      const priority = this.#priorityOf(this.chainAt(offer, index));
      if (priority > highest) [chosen, highest] = [index, priority];
    }
    return chosen;
  }

  #priorityOf(chain: number): number {
    let priority = this.#priorities.get(chain);
    if (priority === undefined) {
      priority = this.random.nextU32();
      this.#priorities.set(chain, priority);
    }
    return priority;
  }
}

/** Each chain is as likely to go on as it has transitions left, so that all orders of all of them are about equally likely. */
export class WeightedSource extends ChainWalk {
  readonly #lengths: ReadonlyMap<string, number>;

  /** `lengths` of chains by name, as another run has seen them. */
  constructor(seed: U64, lengths: ReadonlyMap<string, number>) {
    super(seed);
    this.#lengths = lengths;
  }

  protected override among(offer: Offer): number {
    let total = 0;
    for (let index = 0; index < offer.count; index += 1) total += this.#weightAt(offer, index);
    let left = this.random.nextBelow(total);
    for (let index = 0; index < offer.count; index += 1) {
      left -= this.#weightAt(offer, index);
      if (left < 0) return index;
    }
    return 0;
  }

  #weightAt(offer: Offer, index: number): number {
    const chain = this.chainAt(offer, index);
    const expected = this.#lengths.get(this.chronicle.nameOf(chain)) ?? 1;
    return Math.max(1, expected - this.chronicle.ranOf(chain));
  }
}
