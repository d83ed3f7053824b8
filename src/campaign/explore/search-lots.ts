/**
 * The searcher's side of a search in lots: makes the runs of some lots, round after round, so that runs come in the order of their
 * numbers. What it learns in a lot stays in that lot. It decides nothing about the whole: it makes runs until nobody wants more of them.
 */
import type { U64 } from '../../base/u64.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import type { Guard } from '../guard.ts';
import type { Subject } from '../subject.ts';
import { createStrategy } from './create-strategy.ts';
import { makeRuns, type Pauses, type Wanted } from './make-runs.ts';
import { LOTS } from './share.ts';
import type { StrategyName } from './strategy-names.ts';
import type { Strategy } from './strategy.ts';

export interface LotOrder {
  readonly strategy: StrategyName;
  readonly seed: U64;
  /** Of the whole search. */
  readonly runs: number;
  readonly lots: readonly number[];
  /** Runs that are made in processes of their own. */
  readonly apart?: readonly number[];
}

export interface LotListener extends Pauses {
  /** A run is about to be made; it is also told of those that are only there to learn from. */
  begins(number: number): void;
  /** A run that was made; false ends it all. */
  made(number: number, outcome: Outcome): boolean;
  /** A lot that has nothing left; whether that is because everything in it was tried. */
  ended(lot: number, isExhausted: boolean): void;
}

interface Lot {
  readonly lot: number;
  readonly strategy: Strategy;
  round: number;
  isOver: boolean;
}

export function searchLots(subject: Subject, order: LotOrder, guard: Guard, listener: LotListener): Promise<void> {
  return makeRuns(subject, new LotSearch(order, listener), guard, listener);
}

class LotSearch implements Wanted {
  readonly #lots: readonly Lot[];
  readonly #runs: number;
  readonly #listener: LotListener;
  #turn: Lot | undefined;
  #isPreparing = false;
  goesOn = true;
  isApart = false;
  readonly #apart: ReadonlySet<number>;

  constructor({ strategy, seed, runs, lots, apart = [] }: LotOrder, listener: LotListener) {
    this.#apart = new Set(apart);
    this.#runs = runs;
    this.#listener = listener;
    this.#lots = lots.map((lot) => ({
      lot,
      strategy: createStrategy(strategy, seed, { index: lot, of: LOTS }),
      round: 0,
      isOver: false,
    }));
  }

  next(): Attempt | undefined {
    for (let lot = this.#lowest(); lot !== undefined; lot = this.#lowest()) {
      const { strategy } = lot;
      const mayGoOn = numberOf(lot) < this.#runs;
      const attempt = mayGoOn ? strategy.next() : undefined;
      if (attempt !== undefined) return this.#begin(lot, attempt, strategy.isPreparing === true);
      lot.isOver = true;
      this.#listener.ended(lot.lot, strategy.isExhausted && mayGoOn);
    }
    this.isApart = false;
    return undefined;
  }

  #begin(lot: Lot, attempt: Attempt, isPreparing: boolean): Attempt {
    this.#turn = lot;
    this.#isPreparing = isPreparing;
    this.isApart = this.#apart.has(numberOf(lot));
    this.#listener.begins(numberOf(lot));
    return attempt;
  }

  learn(outcome: Outcome): boolean {
    const lot = this.#turn;
    if (lot === undefined) return false;
    lot.strategy.learn(outcome);
    if (this.#isPreparing) return false;
    this.goesOn = this.#listener.made(numberOf(lot), outcome);
    lot.round += 1;
    return true;
  }

  /** The one whose next run has the lowest number. */
  #lowest(): Lot | undefined {
    let lowest: Lot | undefined;
    for (const lot of this.#lots) if (!lot.isOver && (lowest === undefined || numberOf(lot) < numberOf(lowest))) lowest = lot;
    return lowest;
  }
}

function numberOf({ lot, round }: Lot): number {
  return round * LOTS + lot;
}
