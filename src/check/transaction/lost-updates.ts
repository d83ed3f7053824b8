/** Two transactions that read the same version of a key and both write it: one of them worked on what was already gone. */
import { shownValue } from '../value-text.ts';
import { type Facts, named } from './facts.ts';
import type { Transaction } from './transaction.ts';

export class LostUpdates {
  readonly #facts: Facts;
  /** By key and version: who read it and wrote the key. */
  readonly #updates = new Map<string, Map<unknown, Transaction>>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** The transaction read this version of the key from others, and writes the key. */
  add(transaction: Transaction, keyText: string, key: unknown, version: unknown): void {
    const byVersion = this.#updates.get(keyText) ?? new Map<unknown, Transaction>();
    this.#updates.set(keyText, byVersion);
    const other = byVersion.get(version);
    if (other === undefined) byVersion.set(version, transaction);
    else {
      const message = `${named(other)} and ${named(transaction)} read the same version of ${shownValue(key)}, and both wrote it`;
      this.#facts.report('lost-update', message, [other, transaction]);
    }
  }
}
