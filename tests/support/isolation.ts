/** Short ways to write histories of transactions down and to ask every isolation level about them. */
import { serializable, type TransactionVerdict } from '../../src/check/serializable.ts';
import type { Level } from '../../src/check/transaction/anomaly.ts';
import type { HistoryOperation } from '../../src/trace/history.ts';

export type Micro = readonly [string, string, unknown?];

/** From the weakest to the strongest. */
export const levels: readonly Level[] = ['read-committed', 'snapshot', 'serializable', 'strict-serializable'];

/** One after the other, each by a client of its own, unless a time is given. */
export function txn(at: number, micros: readonly Micro[], more: Partial<HistoryOperation> = {}): HistoryOperation {
  const base = { process: `c${at}`, name: 'txn', args: micros, result: undefined, status: 'ok' as const };
  return { ...base, from: at * 2, to: at * 2 + 1, ...more };
}

/** All at the same time. */
export function lists(level: Level, ...transactions: readonly (readonly Micro[])[]): TransactionVerdict | undefined {
  return serializable.listAppend({ level }).judge(transactions.map((micros, at) => txn(at, micros, { from: 0, to: 1 })));
}

export function values(level: Level, ...transactions: readonly (readonly Micro[])[]): TransactionVerdict | undefined {
  return serializable.register({ level }).judge(transactions.map((micros, at) => txn(at, micros, { from: 0, to: 1 })));
}

/** The levels that reject it, and what they call it. */
export function rejectedBy(judge: typeof lists, ...transactions: readonly (readonly Micro[])[]): Readonly<Record<string, unknown>> {
  const verdicts = levels.map((level) => [level, judge(level, ...transactions)?.anomaly] as const);
  return Object.fromEntries(verdicts.filter(([, anomaly]) => anomaly !== undefined));
}

export function everyLevel(anomaly: string): Readonly<Record<string, string>> {
  return Object.fromEntries(levels.map((level) => [level, anomaly]));
}
