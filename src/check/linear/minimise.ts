/**
 * Finds the few operations that contradict one another. Leaving operations out would prove nothing: without its write, every read is wrong. So an
 * operation is *doubted* instead: it may have happened as it was recorded, or not at all. What is still impossible when all others are doubted
 * is a contradiction of its own, and it is minimal when doubting any one of it resolves it.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import type { Budget } from '../budget.ts';
import type { Model } from '../model.ts';
import { valueText } from '../value-text.ts';
import { search } from './search.ts';
import type { States } from './states.ts';

export interface Contradiction {
  readonly operations: readonly HistoryOperation[];
  /** False where the budget ended before every operation had been doubted. */
  readonly minimal: boolean;
}

export interface MinimiseTask<State> {
  readonly model: Model<State>;
  readonly states: States<State>;
  /** Impossible together with the open ones; in order of their beginning. */
  readonly required: readonly HistoryOperation[];
  readonly open: readonly HistoryOperation[];
  /** Nothing that began later had a part in it. */
  readonly reach: number;
  /** Steps that showed it is impossible: a measure of what an attempt may cost. */
  readonly steps: number;
}

/** Doubting some operations makes the search harder; beyond this factor it is taken as too hard. */
const HARDER_MAX = 4;
const STEPS_MIN = 20_000;

/** A read that so many writes could explain is the better explanation itself. */
const CAUSES_MAX = 16;

export function minimise<State>(task: MinimiseTask<State>, budget: Budget): Contradiction {
  return new Minimiser(task, budget).run();
}

class Minimiser<State> {
  readonly #task: MinimiseTask<State>;
  readonly #budget: Budget;
  readonly #relations: Relations<State>;
  /** In order of their beginning. */
  #certain: readonly HistoryOperation[];
  #minimal = true;

  constructor(task: MinimiseTask<State>, budget: Budget) {
    this.#task = task;
    this.#budget = budget;
    this.#relations = new Relations(task.model, [...task.required, ...task.open]);
    this.#certain = task.required.filter((operation) => operation.from <= task.reach);
  }

  run(): Contradiction {
    this.#doubt(this.#certain);
    for (const operation of this.#certain) this.#nameCause(operation);
    return { operations: this.#certain, minimal: this.#minimal && !this.#budget.isOver };
  }

  /** What was written says more than that somebody saw it, so a read gives way to the writes it could have seen, where these contradict too. */
  #nameCause(operation: HistoryOperation): void {
    const { model, required } = this.#task;
    if (model.readsOnly?.(operation) !== true || model.touches === undefined) return;
    const before = this.#certain;
    const causes = new Set(this.#relations.sharing(operation).filter((each) => model.readsOnly?.(each) !== true));
    if (causes.size === 0 || causes.size > CAUSES_MAX) return;
    this.#certain = required.filter((each) => each !== operation && (causes.has(each) || before.includes(each)));
    if (this.#isImpossibleWithout([])) this.#doubt(this.#certain);
    else this.#certain = before;
  }

  /** Many at once, then fewer, then each of them. */
  #doubt(operations: readonly HistoryOperation[]): void {
    let left = this.#stillCertain(operations);
    for (let size = Math.ceil(left.length / 2); size >= 1; size = nextSize(size, left.length)) {
      for (let start = 0; start < left.length && !this.#budget.isOver; ) {
        if (!this.#isImpossibleWithout(left.slice(start, start + size))) start += size;
        else left = this.#stillCertain(left);
      }
    }
  }

  #stillCertain(operations: readonly HistoryOperation[]): readonly HistoryOperation[] {
    const certain = new Set(this.#certain);
    return operations.filter((operation) => certain.has(operation));
  }

  /** If so, they stay in doubt. */
  #isImpossibleWithout(doubted: readonly HistoryOperation[]): boolean {
    const { model, states, steps } = this.#task;
    const inDoubt = new Set(doubted);
    const required = this.#certain.filter((operation) => !inDoubt.has(operation));
    const attempt = this.#budget.share(steps * HARDER_MAX + STEPS_MIN);
    const result = search({ model, states, required, optional: this.#relations.bearingOn(required) }, attempt);
    this.#budget.settle(attempt);
    if (result.kind === 'undecided') this.#minimal = false;
    if (result.kind === 'impossible') this.#certain = required.filter((operation) => operation.from <= result.reach);
    return result.kind === 'impossible';
  }
}

/** Halves, but never stays larger than what is left; 0 after single operations. */
function nextSize(size: number, left: number): number {
  return size <= 1 ? 0 : Math.max(1, Math.min(Math.ceil(size / 2), left));
}

/** Which doubted operations can make others possible, by the values they touch. */
class Relations<State> {
  readonly #all: readonly HistoryOperation[];
  /** Undefined where the operation may concern every other. */
  readonly #values = new Map<HistoryOperation, readonly string[] | undefined>();

  constructor(model: Model<State>, operations: readonly HistoryOperation[]) {
    this.#all = operations.toSorted((a, b) => a.from - b.from);
    for (const operation of operations) this.#values.set(operation, model.touches?.(operation)?.map(valueText));
  }

  /** The others that touch a value of this one. */
  sharing(operation: HistoryOperation): readonly HistoryOperation[] {
    const values = this.#values.get(operation) ?? [];
    return this.#all.filter((other) => other !== operation && this.#values.get(other)?.some((value) => values.includes(value)) === true);
  }

  bearingOn(certain: readonly HistoryOperation[]): readonly HistoryOperation[] {
    const isCertain = new Set(certain);
    const others = this.#all.filter((operation) => !isCertain.has(operation));
    const touched = new Set<string>();
    for (const operation of certain) {
      const values = this.#values.get(operation);
      if (values === undefined) return others;
      for (const value of values) touched.add(value);
    }
    const bearing = new Set<HistoryOperation>();
    for (let before = -1; before !== bearing.size; ) {
      before = bearing.size;
      for (const operation of others) {
        if (bearing.has(operation)) continue;
        const values = this.#values.get(operation);
        if (values === undefined) return others;
        if (!values.some((value) => touched.has(value))) continue;
        bearing.add(operation);
        for (const value of values) touched.add(value);
      }
    }
    return others.filter((operation) => bearing.has(operation));
  }
}
