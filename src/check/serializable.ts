/**
 * Isolation of transactions: whether one after the other they could have seen what they saw, or less where a weaker level is asked for. From
 * what was read follows who came before whom; a circle of such dependencies is an anomaly, and its kind has a name.
 */
import type { HistoryModel, HistoryOperation, HistoryVerdict } from '../trace/history.ts';
import { Budget, type BudgetOptions, STEPS_DEFAULT } from './budget.ts';
import { type Anomaly, type AnomalyName, type Level, levels } from './transaction/anomaly.ts';
import { Ambiguity, type Facts } from './transaction/facts.ts';
import { findCycles } from './transaction/find-cycles.ts';
import { listAppendFacts } from './transaction/list-append.ts';
import { addRealTime } from './transaction/real-time.ts';
import { registerFacts } from './transaction/registers.ts';
import { serialOrder } from './transaction/serial-order.ts';
import { transactionsOf } from './transaction/transaction.ts';

/** Several times what a search needs that hardly ever has to go back. */
const STEPS_PER_TRANSACTION = 100;

export interface SerializableOptions extends BudgetOptions {
  /** What must hold; 'serializable' unless given. */
  readonly level?: Level;
}

export interface RegisterTransactionOptions extends SerializableOptions {
  /** What every key holds before its first write; undefined, which null is taken for, unless given. */
  readonly initial?: unknown;
}

export interface TransactionVerdict extends HistoryVerdict {
  /** The worst one, which the message is about; undefined where nothing was decided. */
  readonly anomaly: AnomalyName | undefined;
  /** One of each kind that was found and that the level forbids, the worst first. */
  readonly anomalies: readonly Anomaly[];
}

export interface TransactionModel extends HistoryModel {
  judge(operations: readonly HistoryOperation[]): TransactionVerdict | undefined;
}

export const serializable = {
  /** Transactions of `['append', key, value]` and `['r', key, list]`. */
  listAppend: (options: SerializableOptions = {}): TransactionModel => ({
    name: `${options.level ?? 'serializable'} list-append`,
    judge: (operations) => judgeLists(operations, options),
  }),
  /** Transactions of `['w', key, value]` and `['r', key, value]`. */
  register: (options: RegisterTransactionOptions = {}): TransactionModel => ({
    name: `${options.level ?? 'serializable'} registers`,
    judge: (operations) => judgeRegisters(operations, options),
  }),
} as const;

function judgeLists(operations: readonly HistoryOperation[], options: SerializableOptions): TransactionVerdict | undefined {
  const transactions = transactionsOf(operations, 'append');
  const facts = listAppendFacts(transactions);
  if (facts instanceof Ambiguity) return undecided(facts.message, facts.operations);
  const level = options.level ?? 'serializable';
  if (levels[level].realTime) addRealTime(facts.graph, transactions, (each) => facts.nodeOf(each));
  const budget = budgetFor(operations, options);
  return verdictOf(facts, level, budget);
}

function judgeRegisters(operations: readonly HistoryOperation[], options: RegisterTransactionOptions): TransactionVerdict | undefined {
  const { initial } = options;
  const level = options.level ?? 'serializable';
  const { realTime } = levels[level];
  const transactions = transactionsOf(operations, 'w');
  const facts = registerFacts(transactions, { initial, realTime });
  if (facts instanceof Ambiguity) return undecided(facts.message, facts.operations);
  const budget = budgetFor(operations, options);
  const verdict = verdictOf(facts, level, budget);
  if (verdict !== undefined || level === 'snapshot' || level === 'read-committed') return verdict;
  const order = serialOrder(facts, { initial, realTime }, budget);
  if (order.kind === 'found') return undefined;
  if (order.kind === 'undecided') return undecided(tooLong(level, budget), []);
  const numbers = order.transactions.map(({ number }) => number);
  const message = `no order explains ${numbers.map((number) => `#${number}`).join(', ')}${order.minimal ? '' : ' (not minimal)'}`;
  return violation(level, [{ name: 'no-order', message, operations: numbers, cycle: [] }]);
}

/** Longer histories take longer, even where nothing is wrong. */
function budgetFor(operations: readonly HistoryOperation[], options: BudgetOptions): Budget {
  return new Budget({ ...options, steps: options.steps ?? Math.max(STEPS_DEFAULT, operations.length * STEPS_PER_TRANSACTION) });
}

function verdictOf(facts: Facts, level: Level, budget: Budget): TransactionVerdict | undefined {
  const { lostUpdate } = levels[level];
  const direct = facts.anomalies.filter(({ name }) => name !== 'lost-update');
  const lost = facts.anomalies.filter(({ name }) => name === 'lost-update' && lostUpdate);
  const cycles = findCycles(facts, level, budget);
  // A lost update is the better name for the circles that two such transactions form, but not for circles without a missed write.
  const grave = cycles.filter(({ name }) => name.startsWith('G0') || name.startsWith('G1c'));
  const anomalies = [...direct, ...grave, ...lost, ...cycles.filter((each) => !grave.includes(each))];
  if (anomalies.length > 0) return violation(level, anomalies);
  return budget.isOver ? undecided(tooLong(level, budget), []) : undefined;
}

function violation(level: Level, anomalies: readonly Anomaly[]): TransactionVerdict {
  const [worst] = anomalies;
  const others = anomalies.slice(1).map(({ name }) => name);
  const also = others.length === 0 ? '' : ` (also found: ${others.join(', ')})`;
  return {
    kind: 'violation',
    message: `not ${level}, ${worst?.name}: ${worst?.message}${also}`,
    operations: worst?.operations ?? [],
    anomaly: worst?.name,
    anomalies,
  };
}

function tooLong(level: Level, budget: Budget): string {
  return `not decided whether this is ${level}: the search ended after ${budget.used} steps; allow more with { steps: ${budget.stepsMax * 10} }`;
}

function undecided(message: string, operations: readonly number[]): TransactionVerdict {
  return { kind: 'undecided', message, operations, anomaly: undefined, anomalies: [] };
}
