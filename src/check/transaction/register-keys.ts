/** Collects, key by key, who wrote which value and who read it from others, and whether each transaction sees its own reads and writes. */
import { sameValue, shownValue } from '../value-text.ts';
import { Ambiguity } from './facts.ts';
import { type Action, identityOf, type Transaction } from './transaction.ts';

export interface RegisterWrite {
  readonly transaction: Transaction;
  readonly value: unknown;
  /** The last of its transaction to this key. */
  isFinal: boolean;
}

/** Of a value that the transaction did not write itself; the first one of a key. */
export interface RegisterRead {
  readonly by: Transaction;
  readonly value: unknown;
  readonly isInitial: boolean;
  readonly alsoWrites: boolean;
}

export interface RegisterKey {
  readonly text: string;
  readonly key: unknown;
  readonly writes: Map<unknown, RegisterWrite>;
  readonly reads: RegisterRead[];
  readonly flaws: { readonly by: Transaction; readonly message: string }[];
}

/** What a transaction knows of one key. */
interface Own {
  known: boolean;
  value: unknown;
  last: RegisterWrite | undefined;
}

export function registerKeysOf(transactions: readonly Transaction[], initial: unknown): readonly RegisterKey[] | Ambiguity {
  const keys = new Map<string, RegisterKey>();
  for (const transaction of transactions) {
    const own = new Map<string, Own>();
    for (const action of transaction.actions) {
      const text = action.keyText;
      const key = keys.get(text) ?? { text, key: action.key, writes: new Map(), reads: [], flaws: [] };
      keys.set(text, key);
      const mine = own.get(text) ?? { known: false, value: undefined, last: undefined };
      own.set(text, mine);
      const clash = action.kind === 'write' ? addWrite(key, mine, transaction, action, initial) : undefined;
      if (clash !== undefined) return clash;
      if (action.kind === 'read' && transaction.status === 'ok') addRead(key, mine, transaction, action, initial);
    }
  }
  return [...keys.values()];
}

function addWrite(key: RegisterKey, own: Own, transaction: Transaction, { value }: Action, initial: unknown): Ambiguity | undefined {
  if (sameValue(held(value, initial), initial)) return new Ambiguity(key.key, value, [transaction]);
  const identity = identityOf(value);
  const other = key.writes.get(identity);
  if (other !== undefined) return new Ambiguity(key.key, value, [other.transaction, transaction]);
  if (own.last !== undefined) own.last.isFinal = false;
  own.last = { transaction, value, isFinal: true };
  own.known = true;
  own.value = value;
  key.writes.set(identity, own.last);
  return undefined;
}

function addRead(key: RegisterKey, own: Own, by: Transaction, action: Action, initial: unknown): void {
  const value = held(action.value, initial);
  if (own.known) {
    const message = `read ${shownValue(key.key)} as ${shownValue(value)}, although it knew it as ${shownValue(own.value)}`;
    if (!sameValue(value, own.value)) key.flaws.push({ by, message });
    return;
  }
  own.known = true;
  own.value = value;
  const alsoWrites = by.actions.some((each) => each.kind === 'write' && each.keyText === key.text);
  key.reads.push({ by, value, isInitial: sameValue(value, initial), alsoWrites });
}

/** Stores that speak JSON answer null where nothing is. */
export function held(value: unknown, initial: unknown): unknown {
  return value === null && initial === undefined ? undefined : value;
}
