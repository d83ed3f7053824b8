/**
 * The searcher's side of a search in lots: makes the runs of some lots, round after round, so that runs come in the order of their
 * numbers. What it learns in a lot stays in that lot. It decides nothing about the whole: it makes runs until nobody wants more of them.
 */
import { assert } from '../../base/assert.ts';
import type { U64 } from '../../base/u64.ts';
import { Footprints } from '../../decide/footprints.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { type Attempt, executeMany, executeOnce } from '../execute-many.ts';
import { type Disagreement, Guard } from '../guard.ts';
import type { Subject } from '../subject.ts';
import { createStrategy } from './create-strategy.ts';
import { watched } from './explore.ts';
import { type Opening, openingOf } from './opening.ts';
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

export interface LotListener {
  /** A run is about to be made; it is also told of those that are only there to learn from. */
  begins(number: number): void;
  /** A run that was made, perhaps before there were lots; false ends it all. */
  made(number: number, outcome: Outcome, isOpening: boolean): boolean;
  /** A lot that has nothing left; whether that is because everything in it was tried. */
  ended(lot: number, isExhausted: boolean): void;
  isTired(): boolean;
  breathe(): boolean;
}

interface Lot {
  readonly lot: number;
  /** Unknown until the search has been divided. */
  strategy: Strategy | undefined;
  round: number;
  /** Runs that were not ended on the way. */
  complete: number;
  isOver: boolean;
}

/** Returns what two runs of the same decisions disagreed about, if they did. */
export async function searchLots(subject: Subject, order: LotOrder, listener: LotListener): Promise<Disagreement | undefined> {
  const search = new LotSearch(order, listener);
  const guard = new Guard();
  const footprints = new Footprints();
  const done = (outcome: Outcome): boolean => {
    if (guard.isChecking) return guard.judge(outcome);
    const isCounted = search.learn(outcome);
    if (isCounted && outcome.isRedundant !== true) guard.saw(outcome);
    return !isCounted || search.goesOn;
  };
  for (let goesOn = true; goesOn; ) {
    let apart: Attempt | undefined;
    await executeMany(subject, {
      next: () => {
        const check = guard.next();
        if (check !== undefined) return check;
        const attempt = search.next();
        if (!search.isApart) return watched(attempt, footprints);
        apart = attempt;
        return undefined;
      },
      done: (outcome) => {
        goesOn = done(outcome);
        return goesOn;
      },
      isTired: () => !guard.isChecking && listener.isTired(),
      breathe: () => {
        goesOn = listener.breathe();
        return goesOn;
      },
    });
    if (apart === undefined) break;
    const { inProcess: alone } = subject;
    goesOn = done(await executeOnce(alone === undefined ? subject : aside(subject, alone), apart));
  }
  return guard.disagreement;
}

/** The same subject, with runs in processes of their own. */
function aside(subject: Subject, alone: NonNullable<Subject['alone']>): Subject {
  return { alone, session: (body) => subject.session(body), recover: (error) => subject.recover(error) };
}

class LotSearch {
  readonly #lots: readonly Lot[];
  readonly #runs: number;
  readonly #listener: LotListener;
  /** Of a search of everything, before it is divided. */
  readonly #opening: Opening | undefined;
  #turn: Lot | undefined;
  #isOpening = false;
  #isPreparing = false;
  goesOn = true;
  /** The run that was asked for last is made in a process of its own. */
  isApart = false;
  readonly #apart: ReadonlySet<number>;

  constructor({ strategy, seed, runs, lots, apart = [] }: LotOrder, listener: LotListener) {
    this.#apart = new Set(apart);
    this.#runs = runs;
    this.#listener = listener;
    this.#opening = openingOf(strategy, seed);
    const made = (lot: number) => (this.#opening === undefined ? createStrategy(strategy, seed, { index: lot, of: LOTS }) : undefined);
    this.#lots = lots.map((lot) => ({ lot, strategy: made(lot), round: 0, complete: 0, isOver: false }));
  }

  next(): Attempt | undefined {
    const opening = this.#open();
    if (opening !== undefined) return opening;
    for (let lot = this.#lowest(); lot !== undefined; lot = this.#lowest()) {
      const strategy = this.#strategyOf(lot);
      const attempt = this.#mayGoOn(lot) ? strategy.next() : undefined;
      if (attempt !== undefined) return this.#begin(lot, attempt, strategy.isPreparing === true);
      lot.isOver = true;
      this.#listener.ended(lot.lot, strategy.isExhausted && (this.#opening !== undefined || this.#mayGoOn(lot)));
    }
    this.isApart = false;
    return undefined;
  }

  /** The first runs are counted with the first lot, by whoever has it; others make them to know what their lots are. */
  #open(): Attempt | undefined {
    const lot = this.#lots.find((each) => each.lot === 0) ?? this.#lots[0];
    this.#isOpening = false;
    if (lot === undefined || this.#opening === undefined || !this.#mayGoOn(lot)) return undefined;
    const attempt = this.#opening.next();
    if (attempt === undefined) return undefined;
    this.#isOpening = true;
    return this.#begin(lot, attempt, lot.lot !== 0);
  }

  #begin(lot: Lot, attempt: Attempt, isPreparing: boolean): Attempt {
    this.#turn = lot;
    this.#isPreparing = isPreparing;
    this.isApart = this.#apart.has(numberOf(lot));
    this.#listener.begins(numberOf(lot));
    return attempt;
  }

  #strategyOf(lot: Lot): Strategy {
    lot.strategy ??= this.#opening?.lot(lot.lot);
    assert(lot.strategy !== undefined, 'a lot has its strategy from the beginning, or from the opening');
    return lot.strategy;
  }

  /** Lots of a search of everything differ in size, so none has a share of the runs: whoever counts them knows when there are enough. */
  #mayGoOn(lot: Lot): boolean {
    return this.#opening === undefined ? numberOf(lot) < this.#runs : lot.complete < this.#runs;
  }

  /** True when the run counts. */
  learn(outcome: Outcome): boolean {
    const lot = this.#turn;
    if (lot === undefined) return false;
    if (this.#isOpening) this.#opening?.learn(outcome);
    else this.#strategyOf(lot).learn(outcome);
    if (this.#isPreparing) return false;
    if (outcome.isRedundant !== true) lot.complete += 1;
    this.goesOn = this.#listener.made(numberOf(lot), outcome, this.#isOpening);
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
