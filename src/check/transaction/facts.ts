/** What a history of transactions tells before circles are looked for: who certainly committed, what is wrong at first sight, who comes before whom. */
import { shownValue } from '../value-text.ts';
import type { Anomaly, AnomalyName } from './anomaly.ts';
import { Graph } from './graph.ts';
import type { Transaction } from './transaction.ts';

export interface SeenWrite {
  readonly reader: number;
  readonly writer: number;
  readonly keyText: string;
  readonly key: unknown;
}

export class Facts {
  /** Those that are part of the order: they committed, or somebody saw what they wrote. */
  readonly committed: readonly Transaction[];
  readonly graph: Graph;
  readonly anomalies: Anomaly[] = [];
  /** Who read whose write, by node; only where versions have no order of their own. */
  readonly seenWrites: SeenWrite[] = [];
  readonly #nodes = new Map<Transaction, number>();

  constructor(committed: readonly Transaction[]) {
    this.committed = committed;
    this.graph = new Graph(committed.length);
    for (const [node, transaction] of committed.entries()) this.#nodes.set(transaction, node);
  }

  /** Undefined where it is not part of the order. */
  nodeOf(transaction: Transaction): number | undefined {
    return this.#nodes.get(transaction);
  }

  order(before: Transaction, after: Transaction, kind: number, reason: () => string): void {
    const from = this.#nodes.get(before);
    const to = this.#nodes.get(after);
    if (from !== undefined && to !== undefined) this.graph.add(from, to, kind, reason);
  }

  /** One of a kind is enough to be told; the rest would be the same again. */
  report(name: AnomalyName, message: string, transactions: readonly Transaction[]): void {
    if (this.anomalies.some((each) => each.name === name)) return;
    this.anomalies.push({ name, message, operations: transactions.map(({ number }) => number), cycle: [] });
  }
}

/** A version that more than one write, or none, may have made: nobody can tell what a reader of it saw. */
export class Ambiguity {
  readonly message: string;
  readonly operations: readonly number[];

  constructor(key: unknown, value: unknown, writers: readonly Transaction[]) {
    const by = writers.map(({ number }) => `#${number}`).join(' and ');
    const also = writers.length === 1 ? ', and it is what the key held from the start' : '';
    this.message =
      `not decided: ${shownValue(value)} was written to ${shownValue(key)} by ${by}${also}, so nobody can tell what a reader of it saw; ` +
      'let every write of a key have a value of its own';
    this.operations = writers.map(({ number }) => number);
  }
}

/** #3 (client a): how messages name a transaction. */
export function named({ number, process }: Transaction): string {
  return `#${number} (${process})`;
}
