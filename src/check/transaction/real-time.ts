/**
 * Edges from what had completed to what began afterwards. Only those that do not follow from others: when a transaction ends, those that had
 * ended before it began need no edges of their own any more.
 */
import { Edge } from './anomaly.ts';
import type { Graph } from './graph.ts';
import type { Transaction } from './transaction.ts';

/** `nodes` gives each transaction its node; undefined where it did not commit. */
export function addRealTime(
  graph: Graph,
  transactions: readonly Transaction[],
  nodeOf: (transaction: Transaction) => number | undefined,
): void {
  const begins = transactions.filter((each) => nodeOf(each) !== undefined).sort((a, b) => a.from - b.from);
  const ends = begins.filter((each) => each.to !== Number.POSITIVE_INFINITY).sort((a, b) => a.to - b.to);
  let newest: Transaction[] = [];
  let ended = 0;
  for (const next of begins) {
    for (let end = ends[ended]; end !== undefined && end.to < next.from; end = ends[ended]) {
      const { from } = end;
      newest = newest.filter((each) => each.to >= from);
      newest.push(end);
      ended += 1;
    }
    for (const before of newest) {
      const kind = before.process === next.process ? Edge.process : Edge.realTime;
      const reason = () => `#${before.number} had completed before #${next.number} began`;
      graph.add(nodeOf(before) ?? 0, nodeOf(next) ?? 0, kind, reason);
    }
  }
}
