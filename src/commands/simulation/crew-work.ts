/**
 * What there is to do in a divided search, one task at a time for whoever has time. A search of everything hands out parts that become
 * smaller ones (part-book.ts); others have as many tasks as there are workers, because what they try next depends on all they have tried.
 */
import { assert } from '../../base/assert.ts';
import type { PartUnderWay } from '../../campaign/explore/lot-parts.ts';
import type { LotMerge } from '../../campaign/explore/merge-lots.ts';
import { isSystematic } from '../../campaign/explore/opening.ts';
import { PartBook } from '../../campaign/explore/part-book.ts';
import type { PartRest } from '../../campaign/explore/part.ts';
import type { RunRecord } from '../../campaign/explore/tally.ts';
import type { SearchTask } from './worker-protocol.ts';

/** A task, and what is known of it. */
export interface Task {
  readonly what: SearchTask['what'];
  readonly part?: PartUnderWay;
  /** It has to be begun again: somebody died over it. */
  isCareful: boolean;
  deaths: number;
  readonly apart: number[];
}

export interface CrewWork {
  /** Undefined when there is nothing to do for now. */
  take(): Task | undefined;
  /** Runs of a task come in their order; one that came before is ignored. */
  add(task: Task, number: number, record: RunRecord): void;
  ended(lot: number, isExhausted: boolean): void;
  finish(task: Task, rest: PartRest | undefined): void;
}

export function crewWork(strategy: string, lots: readonly number[], jobs: number, merge: LotMerge): CrewWork {
  return isSystematic(strategy) ? new PartWork(new PartBook(strategy, lots, merge)) : new LotWork(lots, jobs, merge);
}

class PartWork implements CrewWork {
  readonly #book: PartBook;

  constructor(book: PartBook) {
    this.#book = book;
  }

  take(): Task | undefined {
    const part = this.#book.take();
    return part === undefined ? undefined : { what: { part: part.part }, part, isCareful: false, deaths: 0, apart: [] };
  }

  add({ part }: Task, number: number, record: RunRecord): void {
    if (part !== undefined) this.#book.add(part, number, record);
  }

  ended(): void {
    assert(false, 'a part has no lots of its own');
  }

  finish({ part }: Task, rest: PartRest | undefined): void {
    if (part !== undefined && rest !== undefined) this.#book.finish(part, rest);
  }
}

class LotWork implements CrewWork {
  readonly #merge: LotMerge;
  readonly #waiting: Task[];

  constructor(lots: readonly number[], jobs: number, merge: LotMerge) {
    this.#merge = merge;
    this.#waiting = Array.from({ length: Math.min(jobs, lots.length) }, (_, at) => ({
      what: { lots: lots.filter((_lot, place) => place % jobs === at) },
      isCareful: false,
      deaths: 0,
      apart: [],
    }));
  }

  take(): Task | undefined {
    return this.#waiting.shift();
  }

  add(_task: Task, number: number, record: RunRecord): void {
    this.#merge.add(number, record);
  }

  ended(lot: number, isExhausted: boolean): void {
    this.#merge.end(lot, isExhausted);
  }

  finish(): void {}
}
