/** Makes one part of a search of everything. */
import type { U64 } from '../../base/u64.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import type { Guard } from '../guard.ts';
import type { Subject } from '../subject.ts';
import { makeRuns, type Pauses, type Wanted } from './make-runs.ts';
import type { PartRest, PartSearch, SearchPart } from './part.ts';
import { PART_RUNS, searchOfPart } from './search-part.ts';

export interface PartOrder {
  readonly part: SearchPart;
  readonly seed: U64;
  /** Runs that are made in processes of their own, by their number in the part. */
  readonly apart?: readonly number[];
  /** After how many it is split. */
  readonly runs?: number;
}

export interface PartListener extends Pauses {
  /** A run is about to be made. */
  begins(index: number): void;
  made(index: number, outcome: Outcome): void;
}

/** What is left of it; undefined when it ended on the way, after a failure or because two runs of the same decisions were not the same. */
export async function makePart(subject: Subject, order: PartOrder, guard: Guard, listener: PartListener): Promise<PartRest | undefined> {
  const wanted = new PartRuns(order, listener);
  await makeRuns(subject, wanted, guard, listener);
  return wanted.rest;
}

class PartRuns implements Wanted {
  readonly #search: PartSearch;
  readonly #apart: ReadonlySet<number>;
  readonly #listener: PartListener;
  readonly #endsWithFailure: boolean;
  #index = 0;
  #isOver = false;
  goesOn = true;
  isApart = false;

  constructor({ part, seed, apart = [], runs = PART_RUNS }: PartOrder, listener: PartListener) {
    this.#search = searchOfPart(part, seed, runs);
    this.#apart = new Set(apart);
    this.#listener = listener;
    this.#endsWithFailure = part.is !== 'opening' || part.isCounted;
  }

  next(): Attempt | undefined {
    const attempt = this.#search.next();
    this.#isOver = attempt === undefined;
    this.isApart = !this.#isOver && this.#apart.has(this.#index);
    if (!this.#isOver) this.#listener.begins(this.#index);
    return attempt;
  }

  learn(outcome: Outcome): boolean {
    this.#search.learn(outcome);
    this.#listener.made(this.#index, outcome);
    this.#index += 1;
    // Whatever comes after a failure cannot be the first one.
    if (this.#endsWithFailure && outcome.status !== 'pass') this.goesOn = false;
    return true;
  }

  get rest(): PartRest | undefined {
    return this.#isOver ? this.#search.rest() : undefined;
  }
}
