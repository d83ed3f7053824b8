/**
 * Reads transactions out of a history. The arguments of an operation are its micro-operations: `['append', key, value]`, `['w', key, value]`,
 * `['r', key]`. What was read stands in the result, a list of the same form with `['r', key, value]`, or in the arguments themselves.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import { shownValue, valueText } from '../value-text.ts';

export interface Transaction {
  /** Position in the history. */
  readonly number: number;
  readonly process: string;
  readonly status: HistoryOperation['status'];
  readonly from: number;
  readonly to: number;
  readonly actions: readonly Action[];
}

export interface Action {
  readonly kind: 'read' | 'write';
  readonly key: unknown;
  /** Equal for equal keys. */
  readonly keyText: string;
  readonly value: unknown;
}

/** `writes` is how this kind of history calls a write. */
export function transactionsOf(history: readonly HistoryOperation[], writes: 'append' | 'w'): readonly Transaction[] {
  return history.map((operation, number) => {
    const { process, status, from } = operation;
    const to = status === 'open' ? Number.POSITIVE_INFINITY : operation.to;
    const told = status === 'ok' && isList(operation.result) && operation.result.length === operation.args.length;
    const list = told ? operation.result : operation.args;
    return { number, process, status, from, to, actions: (isList(list) ? list : []).map((each) => actionOf(each, writes, number)) };
  });
}

function actionOf(value: unknown, writes: string, number: number): Action {
  if (isList(value) && value.length >= 2) {
    const [name, key] = value;
    if (name === 'r') return { kind: 'read', key, keyText: valueText(key), value: value[2] };
    if (name === writes && value.length >= 3) return { kind: 'write', key, keyText: valueText(key), value: value[2] };
  }
  throw new TypeError(
    `operation #${number} has ${shownValue(value)} where a transaction has ['r', key, value] or ['${writes}', key, value]; ` +
      'record it as history.record("txn", [["r", key], …], () => …) and return the same list with what was read',
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Equal for equal values, and quick for those that are no objects. */
export function identityOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? `\u0000${valueText(value)}` : value;
}
