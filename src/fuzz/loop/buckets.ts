/** The failures of a search, one for each kind, by their numbers. */
import { keyOf, type RawFinding } from '../oracle/raw-finding.ts';
import type { HangPatience } from './hang-patience.ts';
import type { SharedState } from './shared-state.ts';

interface BucketParts {
  readonly shared: SharedState;
  readonly patience: HangPatience;
  readonly found: (finding: RawFinding, bytes: Uint8Array) => number;
}

export class Buckets {
  readonly #parts: BucketParts;
  readonly #indexes = new Map<string, number>();

  constructor(parts: BucketParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#indexes.size;
  }

  /** One that is known from before, by its key. */
  remember(key: string, index: number): void {
    this.#indexes.set(key, index);
    if (key.startsWith('hang\n')) this.#parts.patience.shorten();
  }

  find(finding: RawFinding): number | undefined {
    return this.#indexes.get(keyOf(finding));
  }

  count(finding: RawFinding, encode: () => Uint8Array): number {
    const index = this.find(finding) ?? this.#parts.found(finding, encode());
    if (this.find(finding) === undefined) this.remember(keyOf(finding), index);
    this.#parts.shared.countBucket(index);
    return index;
  }
}
