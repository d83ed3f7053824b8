/**
 * Shows that transactions on plain values have a serial order, or that they have none. First by going forward: whatever can come next without
 * taking a version away from somebody who still has to read it, the one that ended first before the others. That is enough for nearly
 * every history that has an order; for the rest every order is searched, within the budget.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import type { Budget } from '../budget.ts';
import { minimise } from '../linear/minimise.ts';
import { search } from '../linear/search.ts';
import { States } from '../linear/states.ts';
import type { Model } from '../model.ts';
import { sameValue } from '../value-text.ts';
import type { Facts } from './facts.ts';
import { goesForward } from './go-forward.ts';
import { held } from './register-keys.ts';
import type { Action, Transaction } from './transaction.ts';

export type OrderResult =
  | { readonly kind: 'found' }
  | { readonly kind: 'none'; readonly transactions: readonly Transaction[]; readonly minimal: boolean }
  | { readonly kind: 'undecided' };

export interface OrderOptions {
  readonly initial: unknown;
  readonly realTime: boolean;
}

export function serialOrder(facts: Facts, { initial, realTime }: OrderOptions, budget: Budget): OrderResult {
  if (goesForward(facts, initial)) return { kind: 'found' };
  const model = serialModel(initial);
  const states = new States(model);
  const byOperation = new Map(facts.committed.map((each) => [operationOf(each, realTime), each]));
  const required = [...byOperation.keys()].sort((a, b) => a.from - b.from);
  const before = budget.used;
  const result = search({ model, states, required, optional: [] }, budget);
  if (result.kind !== 'impossible') return { kind: result.kind === 'possible' ? 'found' : 'undecided' };
  const task = { model, states, required, open: [], reach: result.reach, steps: budget.used - before };
  const { operations, minimal } = minimise(task, budget.renewed());
  const transactions = operations.flatMap((each) => byOperation.get(each) ?? []);
  return { kind: 'none', transactions: transactions.sort((a, b) => a.number - b.number), minimal };
}

/** As one operation on the whole store; without real time, all of them overlap. */
function operationOf({ process, actions, status, from, to }: Transaction, realTime: boolean): HistoryOperation {
  // What an open one read is not known.
  const args = status === 'ok' ? actions : actions.filter(({ kind }) => kind === 'write');
  return { process, name: 'transaction', args, result: undefined, status: 'ok', from: realTime ? from : 0, to: realTime ? to : 1 };
}

function serialModel(initial: unknown): Model<ReadonlyMap<string, unknown>> {
  return {
    name: 'store',
    initial: new Map(),
    step: (store, { args }) => {
      const next = new Map(store);
      // Reason for the cast: operationOf puts nothing else there.
      for (const { kind, keyText, value } of args as readonly Action[]) {
        if (kind === 'write') next.set(keyText, value);
        else if (!sameValue(next.has(keyText) ? next.get(keyText) : initial, held(value, initial))) return { ok: false, state: store };
      }
      return { ok: true, state: next };
    },
    // Reason for the cast: as above.
    readsOnly: ({ args }) => (args as readonly Action[]).every(({ kind }) => kind === 'read'),
    anonymous: true,
  };
}
