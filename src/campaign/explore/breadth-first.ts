/** Every run there is, those first that leave the calm run early: the shortest list of answers comes first, and everything after it is calm. */
import type { U64 } from '../../base/u64.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import type { Attempt } from '../execute-many.ts';
import { DeviationQueue, type Tried } from './deviation-queue.ts';
import { grownAfter } from './further-deviations.ts';
import type { Strategy } from './strategy.ts';

export class BreadthFirst implements Strategy {
  readonly name = 'bfs';
  readonly #entropy: U64;
  readonly #queue = new DeviationQueue();
  #trying: Tried = [];
  #source: DeviatingSource | undefined;

  constructor(seed: U64) {
    this.#entropy = seed;
  }

  /** Those that wait for their turn, in its order. */
  get waiting(): readonly Tried[] {
    return this.#queue.all();
  }

  get isExhausted(): boolean {
    return this.#queue.size === 0 && !this.#queue.isIncomplete;
  }

  next(): Attempt | undefined {
    const [deviations] = this.#queue.take(1)?.tries ?? [];
    if (deviations === undefined) return undefined;
    this.#trying = deviations;
    return () => {
      this.#source = new DeviatingSource(deviations, this.#entropy);
      return { source: this.#source };
    };
  }

  learn(): void {
    if (this.#source !== undefined) this.#queue.made(this.#trying, grownAfter(this.#trying, this.#source));
  }
}
