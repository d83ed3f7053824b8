/** Collects, key by key, who appended what and who read which list, and whether each transaction sees its own reads and appends. */
import { sameValue, shownValue } from '../value-text.ts';
import { Ambiguity } from './facts.ts';
import { type Action, identityOf, type Transaction } from './transaction.ts';

export interface ListWrite {
  readonly transaction: Transaction;
  readonly value: unknown;
  /** How many its transaction appended to this key before. */
  readonly place: number;
  /** The last of its transaction to this key. */
  isFinal: boolean;
}

export interface ListRead {
  readonly by: Transaction;
  readonly list: readonly unknown[];
  /** How many elements, from the front, come from others. */
  readonly outside: number;
  /** The first of its transaction of this key; the others say nothing more. */
  readonly isFirst: boolean;
  readonly alsoWrites: boolean;
  /** How it contradicts what its transaction did before. */
  readonly flaw: string | undefined;
}

export class ListKey {
  readonly text: string;
  readonly key: unknown;
  readonly writes = new Map<unknown, ListWrite>();
  readonly reads: ListRead[] = [];
  #longest: ListRead | undefined;
  #unseen: readonly ListWrite[] | undefined;

  constructor(text: string, key: unknown) {
    this.text = text;
    this.key = key;
  }

  get longest(): ListRead | undefined {
    return this.#longest;
  }

  addRead(read: ListRead): void {
    this.reads.push(read);
    if (read.list.length > (this.#longest?.list.length ?? -1)) this.#longest = read;
  }

  /** Appends that are in no list; only once all reads are known. */
  get unseen(): readonly ListWrite[] {
    this.#unseen ??= this.#findUnseen();
    return this.#unseen;
  }

  #findUnseen(): readonly ListWrite[] {
    const seen = new Set(this.#longest?.list.map(identityOf));
    return [...this.writes].filter(([identity]) => !seen.has(identity)).map(([, write]) => write);
  }

  /** What came next after the first `count` elements. */
  after(count: number): readonly ListWrite[] {
    const list = this.#longest?.list ?? [];
    if (count >= list.length) return this.unseen;
    const next = this.writes.get(identityOf(list[count]));
    return next === undefined ? [] : [next];
  }
}

/** What a transaction has seen and done of one key so far. */
interface Own {
  outside: readonly unknown[] | undefined;
  readonly appended: unknown[];
  last: ListWrite | undefined;
}

export function listKeysOf(transactions: readonly Transaction[]): readonly ListKey[] | Ambiguity {
  const keys = new Map<string, ListKey>();
  for (const transaction of transactions) {
    const own = new Map<string, Own>();
    for (const action of transaction.actions) {
      const key = keys.get(action.keyText) ?? new ListKey(action.keyText, action.key);
      keys.set(action.keyText, key);
      const mine = own.get(action.keyText) ?? { outside: undefined, appended: [], last: undefined };
      own.set(action.keyText, mine);
      const clash = action.kind === 'write' ? addWrite(key, mine, transaction, action) : undefined;
      if (clash !== undefined) return clash;
      if (action.kind === 'read' && transaction.status === 'ok') addRead(key, mine, transaction, action);
    }
  }
  return [...keys.values()];
}

function addWrite(key: ListKey, own: Own, transaction: Transaction, { value }: Action): Ambiguity | undefined {
  const identity = identityOf(value);
  const other = key.writes.get(identity);
  if (other !== undefined) return new Ambiguity(key.key, value, [other.transaction, transaction]);
  const write: ListWrite = { transaction, value, place: own.appended.length, isFinal: true };
  if (own.last !== undefined) own.last.isFinal = false;
  own.last = write;
  own.appended.push(value);
  key.writes.set(identity, write);
  return undefined;
}

function addRead(key: ListKey, own: Own, by: Transaction, { value, keyText }: Action): void {
  const list = listOf(value, by);
  const outside = Math.max(0, list.length - own.appended.length);
  const isFirst = own.outside === undefined;
  const flaw = flawOf(list, own, outside)
    ? `read ${shownValue(key.key)} as ${shownValue(list)}, against its own reads and appends`
    : undefined;
  own.outside ??= list.slice(0, outside);
  const alsoWrites = isFirst && by.actions.some((action) => action.kind === 'write' && action.keyText === keyText);
  key.addRead({ by, list, outside, isFirst, alsoWrites, flaw });
}

function flawOf(list: readonly unknown[], own: Own, outside: number): boolean {
  const expected = own.outside ?? list.slice(0, outside);
  if (list.length !== expected.length + own.appended.length) return true;
  return list.some((value, at) => !sameValue(value, at < expected.length ? expected[at] : own.appended[at - expected.length]));
}

function listOf(value: unknown, by: Transaction): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new TypeError(`operation #${by.number} read ${shownValue(value)}, which is no list; for plain values use serializable.register()`);
}
