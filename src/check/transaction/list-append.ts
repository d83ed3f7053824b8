/**
 * What lists tell: a list that was read names all writes of its key in their order, so the order of versions is known, and with it every
 * dependency. A history without an anomaly here and without a circle has a serial order; nothing is left to guess.
 */
import { sameValue, shownValue } from '../value-text.ts';
import { Edge } from './anomaly.ts';
import { Ambiguity, Facts, named } from './facts.ts';
import { type ListKey, listKeysOf, type ListRead } from './list-keys.ts';
import { LostUpdates } from './lost-updates.ts';
import { identityOf, type Transaction } from './transaction.ts';

export function listAppendFacts(transactions: readonly Transaction[]): Facts | Ambiguity {
  const keys = listKeysOf(transactions);
  if (keys instanceof Ambiguity) return keys;
  const seen = new Set<Transaction>();
  for (const key of keys) for (const { list } of key.reads) for (const value of list) noteWriter(key, value, seen);
  const facts = new Facts(transactions.filter((each) => each.status === 'ok' || (each.status === 'open' && seen.has(each))));
  const updates = new LostUpdates(facts);
  for (const key of keys) {
    if (key.longest !== undefined) {
      checkElements(facts, key, key.longest);
      checkPlaces(facts, key, key.longest);
    }
    orderWrites(facts, key);
    for (const read of key.reads) if (fits(facts, key, read)) orderRead(facts, key, read, updates);
  }
  return facts;
}

function noteWriter(key: ListKey, value: unknown, seen: Set<Transaction>): void {
  const writer = key.writes.get(identityOf(value))?.transaction;
  if (writer?.status === 'open') seen.add(writer);
}

/** Whether the read says something about the order; one that contradicts others says nothing any more. */
function fits(facts: Facts, key: ListKey, read: ListRead): boolean {
  if (read.flaw !== undefined) facts.report('internal', `${named(read.by)} ${read.flaw}`, [read.by]);
  const longest = key.longest;
  if (longest === undefined || isPrefix(read.list, longest.list)) return read.flaw === undefined;
  checkElements(facts, key, read);
  const lists = `${shownValue(key.key)} as ${shownValue(read.list)} and ${named(longest.by)} as ${shownValue(longest.list)}`;
  facts.report('incompatible-order', `${named(read.by)} read ${lists}: no one order of appends gives both`, [read.by, longest.by]);
  return false;
}

/** Every element must come, once, from a transaction that did not fail. */
function checkElements(facts: Facts, key: ListKey, { by, list }: ListRead): void {
  const shown = shownValue(key.key);
  const known = new Set<unknown>();
  for (const value of list) {
    const identity = identityOf(value);
    const writer = key.writes.get(identity)?.transaction;
    const what = `${named(by)} read ${shownValue(value)} in ${shown}`;
    if (known.has(identity)) facts.report('duplicate-elements', `${what} more than once: ${shownValue(list)}`, [by]);
    known.add(identity);
    if (writer === undefined) facts.report('unwritten-read', `${what}, which nobody appended`, [by]);
    else if (writer.status === 'failed') facts.report('G1a', `${what}, which ${named(writer)} appended and took back`, [by, writer]);
  }
}

/** The appends of one transaction are in the order it made them, none left out. */
function checkPlaces(facts: Facts, key: ListKey, { by, list }: ListRead): void {
  const counts = new Map<Transaction, number>();
  for (const value of list) {
    const write = key.writes.get(identityOf(value));
    if (write === undefined) continue;
    const { transaction, place } = write;
    const count = counts.get(transaction) ?? 0;
    counts.set(transaction, count + 1);
    if (place === count) continue;
    const message = `${named(transaction)} did not append to ${shownValue(key.key)} in the order that ${named(by)} read: ${shownValue(list)}`;
    facts.report('incompatible-order', message, [transaction, by]);
  }
}

function orderWrites(facts: Facts, key: ListKey): void {
  const versions = key.longest?.list ?? [];
  const writers = versions.map((value) => key.writes.get(identityOf(value))?.transaction);
  for (const [at, after] of writers.entries()) {
    const before = writers[at - 1];
    if (before === undefined || after === undefined) continue;
    facts.order(before, after, Edge.ww, () => appended(key, before, versions[at - 1], after, versions[at]));
  }
  const last = writers.at(-1);
  if (last === undefined) return;
  // The longest list is how the final one begins, so whatever is not in it came later.
  for (const { transaction, value } of key.unseen) {
    facts.order(last, transaction, Edge.ww, () => appended(key, last, versions.at(-1), transaction, value));
  }
}

function appended(key: ListKey, before: Transaction, first: unknown, after: Transaction, second: unknown): string {
  return `#${before.number} appended ${shownValue(first)} to ${shownValue(key.key)} before #${after.number} appended ${shownValue(second)}`;
}

function orderRead(facts: Facts, key: ListKey, read: ListRead, updates: LostUpdates): void {
  if (!read.isFirst) return;
  const { by, list, outside } = read;
  const shown = shownValue(key.key);
  const last = outside === 0 ? undefined : key.writes.get(identityOf(list[outside - 1]));
  if (last?.transaction === by)
    facts.report('internal', `${named(by)} read ${shownValue(last.value)} in ${shown} before it appended it`, [by]);
  else if (last !== undefined) {
    const value = shownValue(last.value);
    if (!last.isFinal) {
      const message = `${named(by)} read ${shown} up to ${value}, but ${named(last.transaction)} appended more in the same transaction`;
      facts.report('G1b', message, [by, last.transaction]);
    }
    facts.order(last.transaction, by, Edge.wr, () => `#${by.number} read ${value}, which #${last.transaction.number} appended to ${shown}`);
  }
  if (read.alsoWrites) updates.add(by, key.text, key.key, identityOf(list[outside - 1]));
  for (const { transaction, value } of key.after(outside)) {
    const reason = () => `#${by.number} read ${shown} without ${shownValue(value)}, which #${transaction.number} appended`;
    facts.order(by, transaction, Edge.rw, reason);
  }
}

function isPrefix(list: readonly unknown[], of: readonly unknown[]): boolean {
  return list.length <= of.length && list.every((value, at) => sameValue(value, of[at]));
}
