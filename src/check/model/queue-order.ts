/**
 * Guesses in which order values went into a queue: one went in before another if its enqueue ended before the other's began, or its dequeue
 * did. Any order that keeps to both works for values that are all different, so the search hardly ever has to go back.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import { valueText } from '../value-text.ts';

interface Item {
  readonly enqueue: HistoryOperation;
  /** Infinite where it was not seen to come out. */
  readonly outFrom: number;
  readonly outTo: number;
}

/** Whatever can be taken out is taken at once. A value is put in as late as possible, so that the queue is empty as long as possible. */
export function guessQueueOrder(operations: readonly HistoryOperation[]): (operation: HistoryOperation) => number {
  const order = orderOf(itemsOf(operations));
  const latest = new Map<HistoryOperation, number>();
  let limit = Number.POSITIVE_INFINITY;
  for (const { enqueue, outTo } of order.toReversed()) {
    limit = Math.min(limit, enqueue.to, outTo);
    latest.set(enqueue, limit);
  }
  const places = new Map<HistoryOperation, number>();
  const byLimit = order.map(({ enqueue }) => enqueue).sort((a, b) => (latest.get(a) ?? 0) - (latest.get(b) ?? 0));
  for (const [place, enqueue] of byLimit.entries()) places.set(enqueue, place);
  return (operation) => places.get(operation) ?? Number.NEGATIVE_INFINITY;
}

/** In order of their beginning. */
function itemsOf(operations: readonly HistoryOperation[]): readonly Item[] {
  const outs = new Map<string, HistoryOperation>();
  for (const operation of operations) if (operation.name === 'dequeue') outs.set(valueText(operation.result), operation);
  const enqueues = operations.filter(({ name }) => name === 'enqueue').sort((a, b) => a.from - b.from);
  return enqueues.map((enqueue) => {
    const out = outs.get(valueText(enqueue.args[0]));
    return { enqueue, outFrom: out?.from ?? Number.POSITIVE_INFINITY, outTo: out?.to ?? Number.POSITIVE_INFINITY };
  });
}

/** One after the other, always one that none of those left must precede; where there is none, the order is wrong and any guess as good. */
function orderOf(items: readonly Item[]): readonly Item[] {
  const byOut = items.toSorted((a, b) => a.outTo - b.outTo);
  const done = new Set<Item>();
  const order: Item[] = [];
  let left = items;
  let firstOut = 0;
  let start = 0;
  while (order.length < items.length) {
    for (let item = byOut[firstOut]; item !== undefined && done.has(item); item = byOut[firstOut]) firstOut += 1;
    const next = nextOf(left, start, done, byOut[firstOut]?.outTo ?? Number.POSITIVE_INFINITY);
    if (next === undefined) break;
    done.add(next);
    order.push(next);
    for (let item = left[start]; item !== undefined && done.has(item); item = left[start]) start += 1;
    if (start * 2 > left.length) {
      left = left.slice(start);
      start = 0;
    }
  }
  return order;
}

function nextOf(left: readonly Item[], start: number, done: ReadonlySet<Item>, firstOutTo: number): Item | undefined {
  let best: Item | undefined;
  let first: Item | undefined;
  let bound = Number.POSITIVE_INFINITY;
  for (let at = start; at < left.length; at += 1) {
    const item = left[at];
    if (item === undefined || item.enqueue.from > bound) break;
    if (done.has(item)) continue;
    first ??= item;
    bound = Math.min(bound, item.enqueue.to);
    if (item.outFrom <= firstOutTo && (best === undefined || item.outTo < best.outTo)) best = item;
  }
  return best ?? first;
}
