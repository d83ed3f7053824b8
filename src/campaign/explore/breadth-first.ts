/** Every run there is, those first that leave the calm run early: the shortest list of answers comes first, and everything after it is calm. */
import type { U64 } from '../../base/u64.ts';
import { type Deviation, DeviatingSource } from '../../decide/deviating.ts';
import type { Attempt } from '../execute-many.ts';
import { firstOpen, furtherDeviations } from './further-deviations.ts';
import type { Strategy } from './strategy.ts';

/** Runs that wait for their turn; more would only cost memory, since no budget gets that far. */
const WAITING_MAX = 100_000;

export class BreadthFirst implements Strategy {
  readonly name = 'bfs';
  readonly #entropy: U64;
  /** By the place of their last deviation, shortest first; within a place, in the order in which they were found. */
  readonly #waiting: (readonly Deviation[])[][] = [];
  #size = 0;
  #place = 0;
  #trying: readonly Deviation[] = [];
  #source: DeviatingSource | undefined;
  #dropped = false;

  constructor(seed: U64, waiting: readonly (readonly Deviation[])[] = [[]]) {
    this.#entropy = seed;
    for (const deviations of waiting) this.#wait(deviations, firstOpen(deviations));
  }

  /** How many wait for their turn. */
  get size(): number {
    return this.#size;
  }

  /** Those that wait for their turn, in its order. */
  waiting(): readonly (readonly Deviation[])[] {
    return this.#waiting.flat();
  }

  get isExhausted(): boolean {
    return this.#size === 0 && !this.#dropped;
  }

  next(): Attempt | undefined {
    if (this.#size === 0) return undefined;
    while ((this.#waiting[this.#place]?.length ?? 0) === 0) this.#place += 1;
    const deviations = this.#waiting[this.#place]?.shift() ?? [];
    this.#size -= 1;
    this.#trying = deviations;
    return () => {
      this.#source = new DeviatingSource(deviations, this.#entropy);
      return { source: this.#source };
    };
  }

  learn(): void {
    const source = this.#source;
    if (source === undefined) return;
    for (const deviations of furtherDeviations(this.#trying, source)) this.#wait(deviations, firstOpen(deviations));
  }

  #wait(deviations: readonly Deviation[], place: number): void {
    if (this.#size >= WAITING_MAX) {
      this.#dropped = true;
      return;
    }
    while (this.#waiting.length <= place) this.#waiting.push([]);
    this.#waiting[place]?.push(deviations);
    this.#size += 1;
  }
}
