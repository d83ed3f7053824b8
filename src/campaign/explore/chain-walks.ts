/** Walks that see causal chains, as a thread-aware scheduler sees threads. Both begin with the calm run, which tells them how long runs are. */
import type { U64 } from '../../base/u64.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import { PrioritySource, WeightedSource } from '../../decide/chain-walk.ts';
import { Chains } from '../../decide/chains.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import type { Attempt } from '../execute-many.ts';
import { type Share, WHOLE } from './share.ts';
import type { Strategy } from './strategy.ts';

/** Orderings a bug may need; more are rare. */
const DEPTH_MAX = 3;

/** The calm run, seen as chains. */
class TrialSource extends DeviatingSource {
  readonly chronicle = new Chains();
}

/** The calm run first, then walks that know what it was like. */
abstract class ChainWalks<Source extends { readonly picks: number }> implements Strategy {
  abstract readonly name: string;
  readonly isExhausted = false;
  protected readonly seeds: Xoshiro128;
  #isTried = false;
  #source: Source | TrialSource | undefined;
  readonly #isFirst: boolean;
  #isTrial = false;

  constructor(seed: U64, name: string, share: Share) {
    this.seeds = new Xoshiro128(seed).splitStream(name);
    this.#isFirst = share.index === 0;
  }

  get isPreparing(): boolean {
    return !this.#isFirst && this.#isTrial;
  }

  protected abstract tried(trial: TrialSource): void;
  protected abstract walk(seed: U64): () => Source & ReturnType<Attempt>['source'];
  protected abstract walked(source: Source): void;

  next(): Attempt {
    const seed = { hi: this.seeds.nextU32(), lo: this.seeds.nextU32() };
    this.#isTrial = !this.#isTried;
    const create = this.#isTrial ? () => new TrialSource([], seed) : this.walk(seed);
    this.#isTried = true;
    return () => {
      const source = create();
      this.#source = source;
      return { source };
    };
  }

  learn(): void {
    if (this.#source instanceof TrialSource) this.tried(this.#source);
    else if (this.#source !== undefined) this.walked(this.#source);
  }
}

/** Seeded priorities with points of change: one, two or three orderings at a time. */
export class PriorityWalks extends ChainWalks<PrioritySource> {
  readonly name = 'pct';
  #length = 0;
  #walks = 0;

  constructor(seed: U64, share: Share = WHOLE) {
    super(seed, 'pct', share);
  }

  protected override tried({ counts }: TrialSource): void {
    this.#length = counts.length;
  }

  protected override walk(seed: U64): () => PrioritySource {
    const depth = 1 + (this.#walks % DEPTH_MAX);
    const length = this.#length;
    this.#walks += 1;
    return () => new PrioritySource(seed, depth, length);
  }

  protected override walked({ picks }: PrioritySource): void {
    this.#length = Math.max(this.#length, picks);
  }
}

/** Walks in which each chain is as likely to go on as it has transitions left. */
export class WeightedWalks extends ChainWalks<WeightedSource> {
  readonly name = 'urw';
  #lengths: ReadonlyMap<string, number> = new Map();

  constructor(seed: U64, share: Share = WHOLE) {
    super(seed, 'urw', share);
  }

  protected override tried({ chronicle }: TrialSource): void {
    this.#lengths = chronicle.lengths();
  }

  protected override walk(seed: U64): () => WeightedSource {
    const lengths = this.#lengths;
    return () => new WeightedSource(seed, lengths);
  }

  protected override walked(): void {}
}
