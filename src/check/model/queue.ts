/** First in, first out: `enqueue(value)`, `dequeue()` → the oldest value, or undefined or null when there is none. */
import type { HistoryOperation } from '../../trace/history.ts';
import { type Model, type Step, unknownOperation } from '../model.ts';
import { sameValue, valueText } from '../value-text.ts';
import { guessQueueOrder } from './queue-order.ts';

export interface QueueState {
  /** Oldest first. */
  readonly items: readonly unknown[];
  /** A polynomial over the items, so that a longer queue is not read from end to end for every step. */
  readonly hash: number;
}

const FACTOR = 0x01000193;

export function queue(): Model<QueueState> {
  return {
    name: 'queue',
    initial: { items: [], hash: 0 },
    step,
    readsOnly,
    touches,
    guess: guessQueueOrder,
    hash: ({ hash }) => hash,
    equal,
    anonymous: true,
  };
}

function step(state: QueueState, operation: HistoryOperation): Step<QueueState> {
  switch (operation.name) {
    case 'enqueue':
      return { ok: true, state: enqueued(state, operation.args[0]) };
    case 'dequeue':
      return { ok: operation.status === 'open' || isOldest(state, operation.result), state: dequeued(state) };
    default:
      return unknownOperation('queue', 'enqueue and dequeue', operation);
  }
}

function isOldest({ items }: QueueState, result: unknown): boolean {
  return isNothing(result) ? items.length === 0 : items.length > 0 && sameValue(items[0], result);
}

function enqueued({ items, hash }: QueueState, value: unknown): QueueState {
  return { items: [...items, value], hash: (Math.imul(hash, FACTOR) + hashOf(value)) | 0 };
}

function dequeued(state: QueueState): QueueState {
  const { items, hash } = state;
  if (items.length === 0) return state;
  return { items: items.slice(1), hash: (hash - Math.imul(hashOf(items[0]), power(items.length - 1))) | 0 };
}

function equal(a: QueueState, b: QueueState): boolean {
  return a.items.length === b.items.length && a.items.every((item, at) => sameValue(item, b.items[at]));
}

function hashOf(value: unknown): number {
  if (typeof value === 'number') return Math.imul(value, 0x9e3779b1) | 1;
  const text = valueText(value);
  let hash = text.length;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

/** FACTOR to the given power, modulo 2^32. */
function power(exponent: number): number {
  let result = 1;
  let square = FACTOR;
  for (let left = exponent; left > 0; left >>>= 1) {
    if ((left & 1) === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}

function readsOnly({ name, status, result }: HistoryOperation): boolean {
  return name === 'dequeue' && status === 'ok' && isNothing(result);
}

function touches(operation: HistoryOperation): readonly unknown[] | undefined {
  if (operation.name === 'enqueue') return [operation.args[0]];
  // Nobody knows which value an open one took.
  if (operation.status === 'open') return undefined;
  return isNothing(operation.result) ? [] : [operation.result];
}

function isNothing(result: unknown): boolean {
  return result === undefined || result === null;
}
