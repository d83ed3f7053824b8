/**
 * Shows that transactions on plain values have a serial order, or that they have none. First by going forward, which never goes back and
 * nearly always arrives. Then by searching the orders that keep to real time, of which there are few; then all of them, within the budget.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import type { Budget } from '../budget.ts';
import { minimise } from '../linear/minimise.ts';
import { search, type SearchTask } from '../linear/search.ts';
import { States } from '../linear/states.ts';
import type { Model } from '../model.ts';
import { Cells } from './cells.ts';
import type { Facts } from './facts.ts';
import { goesForward } from './go-forward.ts';
import { held } from './register-keys.ts';
import { saturate } from './saturate.ts';
import { identityOf, type Transaction } from './transaction.ts';

export type OrderResult =
  | { readonly kind: 'found' }
  | { readonly kind: 'none'; readonly transactions: readonly Transaction[]; readonly minimal: boolean }
  | { readonly kind: 'undecided' };

export interface OrderOptions {
  readonly initial: unknown;
  readonly realTime: boolean;
}

/** Of the budget: what has an order nearly always has one that keeps to real time. */
const SHARE_IN_TIME = 0.8;

export function serialOrder(facts: Facts, { initial, realTime }: OrderOptions, budget: Budget): OrderResult {
  saturate(facts);
  if (goesForward(facts, initial)) return { kind: 'found' };
  const plans = plansOf(facts.committed, initial);
  if (!realTime) {
    const most = budget.share((budget.stepsMax - budget.used) * SHARE_IN_TIME);
    const inTime = search(taskOf(plans, true), most);
    budget.settle(most);
    if (inTime.kind === 'possible') return { kind: 'found' };
  }
  const task = taskOf(plans, realTime);
  const before = budget.used;
  const result = search(task, budget);
  if (result.kind !== 'impossible') return { kind: result.kind === 'possible' ? 'found' : 'undecided' };
  const { operations, minimal } = minimise({ ...task, open: [], reach: result.reach, steps: budget.used - before }, budget.renewed());
  const transactions = operations.flatMap((each) => task.transactions.get(each) ?? []);
  return { kind: 'none', transactions: transactions.sort((a, b) => a.number - b.number), minimal };
}

/** A transaction as it acts on cells: which it expects to hold what, and what it leaves in which. */
interface Plan {
  readonly transaction: Transaction;
  readonly reads: readonly (readonly [cell: number, version: number])[];
  readonly writes: readonly (readonly [cell: number, version: number])[];
}

interface OrderTask extends SearchTask<Cells> {
  readonly transactions: ReadonlyMap<HistoryOperation, Transaction>;
}

/** Version 0 is what was there from the start. */
function plansOf(transactions: readonly Transaction[], initial: unknown): { readonly plans: readonly Plan[]; readonly cells: number } {
  const cells = new Map<string, number>();
  const versions = new Map<unknown, number>([[identityOf(initial), 0]]);
  const plans = transactions.map((transaction): Plan => {
    const reads = new Map<number, number>();
    const writes = new Map<number, number>();
    for (const { kind, keyText, value } of transaction.actions) {
      const cell = numberOf(cells, keyText);
      if (kind === 'write') writes.set(cell, numberOf(versions, identityOf(value)));
      // What an open one read is not known, and its own writes have been compared before.
      else if (transaction.status === 'ok' && !writes.has(cell)) reads.set(cell, numberOf(versions, identityOf(held(value, initial))));
    }
    return { transaction, reads: [...reads], writes: [...writes] };
  });
  return { plans, cells: cells.size };
}

function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

/** Without real time, all of them overlap. */
function taskOf({ plans, cells }: ReturnType<typeof plansOf>, realTime: boolean): OrderTask {
  const planOf = new Map<HistoryOperation, Plan>();
  for (const plan of plans) planOf.set(operationOf(plan.transaction, realTime), plan);
  const model: Model<Cells> = {
    name: 'store',
    initial: Cells.empty(cells),
    step: (store, operation) => {
      const plan = planOf.get(operation);
      if (plan === undefined || plan.reads.some(([cell, version]) => store.get(cell) !== version)) return { ok: false, state: store };
      let state = store;
      for (const [cell, version] of plan.writes) state = state.with(cell, version);
      return { ok: true, state };
    },
    readsOnly: (operation) => planOf.get(operation)?.writes.length === 0,
    hash: ({ hash }) => hash,
    equal: (a, b) => a.equals(b),
    anonymous: true,
  };
  const required = [...planOf.keys()].sort((a, b) => a.from - b.from);
  const transactions = new Map([...planOf].map(([operation, { transaction }]) => [operation, transaction]));
  return { model, states: new States(model), required, optional: [], transactions };
}

function operationOf({ process, from, to, number }: Transaction, realTime: boolean): HistoryOperation {
  const time = realTime ? { from, to } : { from: 0, to: 1 };
  return { process, name: 'transaction', args: [number], result: undefined, status: 'ok', ...time };
}
