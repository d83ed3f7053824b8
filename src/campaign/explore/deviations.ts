/**
 * The calm run first, then every run with one answer changed, then with two, and so on: what it finds is nearly minimal already. The
 * changes of one depth are tried in a seeded order, because neighbouring ones tend to do the same; each that was tried tells where
 * another change could be added after its last one.
 */
import type { U64 } from '../../base/u64.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import { type Deviation, DeviatingSource } from '../../decide/deviating.ts';
import type { Attempt } from '../execute-many.ts';
import { furtherDeviations, grownAfter } from './further-deviations.ts';
import { lotSeed, type Share, WHOLE } from './share.ts';
import type { Strategy } from './strategy.ts';

/** Deviations of one depth that wait for their turn; more would only cost memory, since no budget gets that far. */
const WAITING_MAX = 100_000;

export class Deviations implements Strategy {
  readonly name = 'fifo';
  readonly #random: Xoshiro128;
  readonly #entropy: U64;
  #depth: (readonly Deviation[])[] = [[]];
  #deeper: (readonly Deviation[])[] = [];
  #trying: readonly Deviation[] = [];
  #source: DeviatingSource | undefined;
  #dropped = false;
  readonly #share: Share;

  /** Those who share a search divide the first changes of the same calm run among themselves, and each goes on from its own, in an order of its own. */
  constructor(seed: U64, share: Share = WHOLE) {
    this.#random = new Xoshiro128(lotSeed(seed, share.index)).splitStream('deviations');
    this.#entropy = seed;
    this.#share = share;
  }

  get isPreparing(): boolean {
    return this.#share.index > 0 && this.#trying.length === 0;
  }

  get isExhausted(): boolean {
    return this.#depth.length === 0 && this.#deeper.length === 0 && !this.#dropped;
  }

  next(): Attempt | undefined {
    if (this.#depth.length === 0) {
      this.#depth = this.#deeper;
      this.#deeper = [];
    }
    const deviations = this.#takeAny();
    if (deviations === undefined) return undefined;
    this.#trying = deviations;
    return () => {
      this.#source = new DeviatingSource(deviations, this.#entropy);
      return { source: this.#source };
    };
  }

  learn(): void {
    const source = this.#source;
    if (source === undefined) return;
    let position = 0;
    for (const deviations of furtherDeviations(this.#trying, grownAfter(this.#trying, source))) {
      position += 1;
      if (this.#trying.length === 0 && position % this.#share.of !== this.#share.index) continue;
      if (this.#deeper.length < WAITING_MAX) this.#deeper.push(deviations);
      else this.#dropped = true;
    }
  }

  #takeAny(): readonly Deviation[] | undefined {
    const last = this.#depth.length - 1;
    if (last < 0) return undefined;
    const at = this.#random.nextU32() % (last + 1);
    const taken = this.#depth[at];
    const moved = this.#depth.pop();
    if (at < last && moved !== undefined) this.#depth[at] = moved;
    return taken;
  }
}
