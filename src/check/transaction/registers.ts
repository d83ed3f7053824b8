/**
 * What plain values tell: who read whose write, and which versions follow which where a transaction read one and wrote the next, or where
 * real time separates two writes. The rest of the order is unknown, so a history without a circle still has to be shown to have an order.
 */
import { shownValue } from '../value-text.ts';
import { Edge } from './anomaly.ts';
import { Ambiguity, Facts, named } from './facts.ts';
import { addRealTime } from './real-time.ts';
import { LostUpdates } from './lost-updates.ts';
import { identityOf, type Transaction } from './transaction.ts';
import { type RegisterKey, type RegisterRead, registerKeysOf, type RegisterWrite } from './register-keys.ts';

export interface RegisterOptions {
  /** What every key holds before its first write. */
  readonly initial: unknown;
  /** Whether versions follow real time. */
  readonly realTime: boolean;
}

export function registerFacts(transactions: readonly Transaction[], { initial, realTime }: RegisterOptions): Facts | Ambiguity {
  const keys = registerKeysOf(transactions, initial);
  if (keys instanceof Ambiguity) return keys;
  const seen = new Set<Transaction>();
  for (const key of keys) for (const { value } of key.reads) noteWriter(key, value, seen);
  const facts = new Facts(transactions.filter((each) => each.status === 'ok' || (each.status === 'open' && seen.has(each))));
  const updates = new LostUpdates(facts);
  for (const key of keys) {
    const writes = [...key.writes.values()].filter(({ transaction, isFinal }) => isFinal && facts.nodeOf(transaction) !== undefined);
    const next = nextVersions(key);
    const later = realTime ? laterWrites(writes) : undefined;
    for (const { by, message } of key.flaws) facts.report('internal', `${named(by)} ${message}`, [by]);
    for (const read of key.reads) {
      if (read.alsoWrites) updates.add(read.by, key.text, key.key, identityOf(read.value));
      const writer = orderAfterWriter(facts, key, read);
      if (writer !== undefined) noteSeen(facts, key, read, writer);
      const follows = writer === undefined ? writes : [...(next.get(identityOf(read.value)) ?? []), ...(later?.(writer) ?? [])];
      if (writer !== undefined || read.isInitial) for (const write of follows) orderBefore(facts, key, read, write);
    }
  }
  if (realTime) addRealTime(facts.graph, transactions, (each) => facts.nodeOf(each));
  return facts;
}

function noteSeen(facts: Facts, { text, key }: RegisterKey, { by }: RegisterRead, { transaction }: RegisterWrite): void {
  const reader = facts.nodeOf(by);
  const writer = facts.nodeOf(transaction);
  if (reader !== undefined && writer !== undefined && reader !== writer) facts.seenWrites.push({ reader, writer, keyText: text, key });
}

function noteWriter(key: RegisterKey, value: unknown, seen: Set<Transaction>): void {
  const writer = key.writes.get(identityOf(value))?.transaction;
  if (writer?.status === 'open') seen.add(writer);
}

/** The write that was read, if it is one that counts. */
function orderAfterWriter(facts: Facts, key: RegisterKey, { by, value, isInitial }: RegisterRead): RegisterWrite | undefined {
  const writer = key.writes.get(identityOf(value));
  const what = `${named(by)} read ${shownValue(key.key)} as ${shownValue(value)}`;
  if (writer === undefined) {
    if (!isInitial) facts.report('unwritten-read', `${what}, which nobody wrote`, [by]);
    return undefined;
  }
  const { transaction, isFinal } = writer;
  if (transaction === by) facts.report('internal', `${what} before it wrote that`, [by]);
  else if (transaction.status === 'failed')
    facts.report('G1a', `${what}, which ${named(transaction)} wrote and took back`, [by, transaction]);
  else if (!isFinal) facts.report('G1b', `${what}, which ${named(transaction)} wrote over in the same transaction`, [by, transaction]);
  const reason = () => `#${by.number} read ${shownValue(value)}, which #${transaction.number} wrote to ${shownValue(key.key)}`;
  facts.order(transaction, by, Edge.wr, reason);
  return writer;
}

function orderBefore(facts: Facts, key: RegisterKey, { by, value }: RegisterRead, write: RegisterWrite): void {
  const { transaction } = write;
  const reason = () =>
    `#${by.number} read ${shownValue(key.key)} as ${shownValue(value)} before #${transaction.number} wrote ${shownValue(write.value)}`;
  facts.order(by, transaction, Edge.rw, reason);
}

/** By version: the writes of those who read it. */
function nextVersions(key: RegisterKey): ReadonlyMap<unknown, readonly RegisterWrite[]> {
  const finals = new Map<Transaction, RegisterWrite>();
  for (const write of key.writes.values()) if (write.isFinal) finals.set(write.transaction, write);
  const next = new Map<unknown, RegisterWrite[]>();
  for (const { by, value } of key.reads) {
    const write = finals.get(by);
    if (write === undefined) continue;
    const writes = next.get(identityOf(value));
    if (writes === undefined) next.set(identityOf(value), [write]);
    else writes.push(write);
  }
  return next;
}

/** The first writes that began after one had ended; later ones follow from them by real time. */
function laterWrites(writes: readonly RegisterWrite[]): (than: RegisterWrite) => readonly RegisterWrite[] {
  const byBegin = writes.toSorted((a, b) => a.transaction.from - b.transaction.from);
  return ({ transaction }) => {
    const found: RegisterWrite[] = [];
    let end = Number.POSITIVE_INFINITY;
    for (let at = firstAfter(byBegin, transaction.to); at < byBegin.length; at += 1) {
      const write = byBegin[at];
      if (write === undefined || write.transaction.from > end) break;
      end = Math.min(end, write.transaction.to);
      found.push(write);
    }
    return found;
  };
}

function firstAfter(byBegin: readonly RegisterWrite[], time: number): number {
  let low = 0;
  let high = byBegin.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((byBegin[middle]?.transaction.from ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
