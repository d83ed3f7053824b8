/** Says in one sentence why a few operations cannot all have happened: the last of them, and what it contradicts. */
import type { HistoryOperation } from '../../trace/history.ts';
import { shownValue } from '../value-text.ts';

export type NumberOf = (operation: HistoryOperation) => number;

/** More than this many are listed by number in the verdict; a sentence of them helps nobody. */
const NAMED_MAX = 6;

export function explain(operations: readonly HistoryOperation[], numberOf: NumberOf): string {
  const byBeginning = operations.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const last = byBeginning.at(-1);
  if (last === undefined) return 'the operations contradict one another';
  const before = byBeginning.filter((operation) => operation.to < last.from);
  const meanwhile = byBeginning.filter((operation) => operation !== last && operation.to >= last.from);
  const parts = [
    before.length === 0 ? '' : `although ${listed(before, numberOf)} had completed before`,
    meanwhile.length === 0 ? '' : `while ${listed(meanwhile, numberOf)} went on`,
  ].filter((part) => part !== '');
  const what = outcome(last, numberOf(last));
  return parts.length === 0 ? `${what}, which nothing that had begun by then explains` : `${what}, ${parts.join(' and ')}`;
}

function outcome(operation: HistoryOperation, number: number): string {
  const { process, result } = operation;
  return result === undefined
    ? `${process} completed ${call(operation)} at #${number}`
    : `${process} got ${shownValue(result)} from ${call(operation)} at #${number}`;
}

function listed(operations: readonly HistoryOperation[], numberOf: NumberOf): string {
  const named = operations.slice(-NAMED_MAX).map((operation) => reference(operation, numberOf(operation)));
  if (operations.length > NAMED_MAX) named.unshift(`${operations.length - NAMED_MAX} more`);
  const tail = named.pop() ?? '';
  return named.length === 0 ? tail : `${named.join(', ')} and ${tail}`;
}

function reference(operation: HistoryOperation, number: number): string {
  const result = operation.result === undefined ? '' : ` = ${shownValue(operation.result)}`;
  return `${call(operation)}${result} by ${operation.process} at #${number}`;
}

function call(operation: HistoryOperation): string {
  return `${operation.name}(${operation.args.map(shownValue).join(', ')})`;
}
