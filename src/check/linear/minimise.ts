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
const HARDER_MAX = 20;
const STEPS_MIN = 20_000;

export function minimise<State>(task: MinimiseTask<State>, budget: Budget): Contradiction {
  const relations = new Relations(task.model, [...task.required, ...task.open]);
  let certain = task.required.filter((operation) => operation.from <= task.reach);
  let minimal = true;
  for (let size = Math.ceil(certain.length / 2); size >= 1; size = nextSize(size, certain.length)) {
    for (let start = 0; start < certain.length && !budget.isOver; ) {
      const rest = [...certain.slice(0, start), ...certain.slice(start + size)];
      const attempt = budget.share(task.steps * HARDER_MAX + STEPS_MIN);
      const { model, states } = task;
      const result = search({ model, states, required: rest, optional: relations.bearingOn(rest) }, attempt);
      budget.settle(attempt);
      if (result.kind === 'undecided') minimal = false;
      if (result.kind === 'impossible') certain = rest.filter((operation) => operation.from <= result.reach);
      else start += size;
    }
  }
  return { operations: certain, minimal: minimal && !budget.isOver };
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
