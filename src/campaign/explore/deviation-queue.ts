/** Lists of changes that wait for their turn: shortest first, by the place of the last change; within a place, in the order in which they were found. */
import type { Deviation } from '../../decide/deviating.ts';
import { firstOpen, furtherDeviations, type Grown } from './further-deviations.ts';

/** More would only cost memory, since no budget gets that far. */
const WAITING_MAX = 100_000;

export type Tried = readonly Deviation[];

export class DeviationQueue {
  /** By place, those that nobody has taken. */
  readonly #places: Tried[][] = [];
  /** Of each place, how many have been taken. */
  readonly #taken: number[] = [];
  #waiting = 0;
  /** Some were left out, because there were too many. */
  isIncomplete = false;

  constructor(waiting: readonly Tried[] = [[]]) {
    for (const tried of waiting) this.push(tried);
  }

  /** Those that nobody is known to be done with. */
  get size(): number {
    return this.#waiting;
  }

  /** All that nobody has taken, in their order. */
  all(): readonly Tried[] {
    return this.#places.flat();
  }

  /** Of the first that nobody has taken. */
  get firstPlace(): number | undefined {
    const place = this.#places.findIndex((tries) => tries.length > 0);
    return place < 0 ? undefined : place;
  }

  push(tried: Tried): void {
    if (this.#waiting >= WAITING_MAX) {
      this.isIncomplete = true;
      return;
    }
    const place = firstOpen(tried);
    while (this.#places.length <= place) {
      this.#places.push([]);
      this.#taken.push(0);
    }
    this.#places[place]?.push(tried);
    this.#waiting += 1;
  }

  /** The next ones, all of the same place: which one, and from which on there. */
  take(most: number): { readonly place: number; readonly from: number; readonly tries: readonly Tried[] } | undefined {
    const place = this.firstPlace;
    if (place === undefined) return undefined;
    const from = this.#taken[place] ?? 0;
    const tries = this.#places[place]?.splice(0, most) ?? [];
    this.#taken[place] = from + tries.length;
    return { place, from, tries };
  }

  /** A run was made with these, and asked further questions, at which others can be tried. */
  made(tried: Tried, grown: Grown): void {
    this.#waiting -= 1;
    for (const further of furtherDeviations(tried, grown)) this.push(further);
  }
}
