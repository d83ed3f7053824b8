/**
 * Linearizability: whether every operation can be given one moment between its beginning and its end at which it happened, so that the object
 * behaves like one that is used by a single client. Operations that failed had no such moment; open ones may have had one, at any time
 * after their beginning, or none.
 */
import type { HistoryModel, HistoryOperation, HistoryVerdict } from '../trace/history.ts';
import { Budget, type BudgetOptions } from './budget.ts';
import { explain } from './linear/explain.ts';
import { type Contradiction, minimise } from './linear/minimise.ts';
import { search } from './linear/search.ts';
import { smallParts } from './linear/small-parts.ts';
import { States } from './linear/states.ts';
import type { Model } from './model.ts';
import { shownValue, valueText } from './value-text.ts';

export interface LinearizabilityVerdict extends HistoryVerdict {
  /** The part of the object it is about, where the model has parts. */
  readonly key?: unknown;
  /** Every one of the operations is needed for the contradiction; false where the budget ended before that was known. */
  readonly minimal: boolean;
}

export interface LinearizabilityModel extends HistoryModel {
  judge(operations: readonly HistoryOperation[]): LinearizabilityVerdict | undefined;
}

/** The options limit the search; one that is given up is told as 'undecided'. */
export function linearizable<State>(model: Model<State>, options: BudgetOptions = {}): LinearizabilityModel {
  return { name: `linearizable ${model.name}`, judge: (operations) => judge(model, operations, new Budget(options)) };
}

interface Part {
  readonly key: unknown;
  readonly required: readonly HistoryOperation[];
  readonly open: readonly HistoryOperation[];
}

function judge<State>(model: Model<State>, operations: readonly HistoryOperation[], budget: Budget): LinearizabilityVerdict | undefined {
  const undecided: Part[] = [];
  const parts = partsOf(model, operations);
  for (const part of parts.toSorted((a, b) => a.required.length - b.required.length)) {
    const result = contradictionIn(model, part, budget);
    if (result === 'undecided') undecided.push(part);
    else if (result !== undefined) return violation(model, operations, part, result);
  }
  for (const part of undecided) {
    const aside = budget.renewed();
    for (const small of smallParts(model, part.required, part.open)) {
      const result = contradictionIn(model, { ...small, key: part.key }, aside);
      if (result === 'undecided') break;
      if (result !== undefined) return violation(model, operations, part, result);
    }
  }
  const [first] = undecided;
  return first === undefined ? undefined : notDecided(model, first, undecided.length, parts.length, budget);
}

function contradictionIn<State>(model: Model<State>, { required, open }: Part, budget: Budget): Contradiction | 'undecided' | undefined {
  const states = new States(model);
  const stepsBefore = budget.used;
  const result = search({ model, states, required, optional: open }, budget);
  if (result.kind === 'undecided') return 'undecided';
  if (result.kind === 'possible') return undefined;
  return minimise({ model, states, required, open, reach: result.reach, steps: budget.used - stepsBefore }, budget.renewed());
}

/** By key, each in order of beginning; one part where an operation concerns all of the object. */
function partsOf<State>(model: Model<State>, operations: readonly HistoryOperation[]): readonly Part[] {
  const sorted = operations.filter((operation) => operation.status !== 'failed').sort((a, b) => a.from - b.from);
  const keys = sorted.map((operation) => model.key?.(operation));
  const whole = keys.includes(undefined);
  const parts = new Map<string, { readonly key: unknown; readonly required: HistoryOperation[]; readonly open: HistoryOperation[] }>();
  for (const [at, operation] of sorted.entries()) {
    const key = whole ? undefined : keys[at];
    const text = valueText(key);
    const part = parts.get(text) ?? { key, required: [], open: [] };
    parts.set(text, part);
    (operation.status === 'open' ? part.open : part.required).push(operation);
  }
  return [...parts.values()];
}

function violation<State>(
  model: Model<State>,
  operations: readonly HistoryOperation[],
  { key }: Part,
  found: Contradiction,
): LinearizabilityVerdict {
  const numbers = new Map(operations.map((operation, number) => [operation, number]));
  const numberOf = (operation: HistoryOperation) => numbers.get(operation) ?? -1;
  const where = key === undefined ? '' : ` for ${shownValue(key)}`;
  const more = found.minimal ? '' : ' (not minimal: the budget ended first)';
  return {
    kind: 'violation',
    message: `not linearizable as a ${model.name}${where}: ${explain(found.operations, numberOf)}${more}`,
    operations: found.operations.map(numberOf).sort((a, b) => a - b),
    minimal: found.minimal,
    ...(key === undefined ? {} : { key }),
  };
}

function notDecided<State>(model: Model<State>, part: Part, count: number, total: number, budget: Budget): LinearizabilityVerdict {
  const where = part.key === undefined ? '' : `, for ${count} of ${total} keys, the first ${shownValue(part.key)}`;
  const size = part.required.length + part.open.length;
  return {
    kind: 'undecided',
    message:
      `not decided whether this is linearizable as a ${model.name}${where}: ${size} operations were searched for ${budget.used} steps; ` +
      `allow more with linearizable(${model.name}, { steps: ${budget.stepsMax * 10} }), or let fewer operations overlap`,
    operations: [],
    minimal: false,
    ...(part.key === undefined ? {} : { key: part.key }),
  };
}
