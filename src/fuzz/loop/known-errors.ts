/** Tells at once whether an error was seen before, without a stack: most inputs a parser refuses, it refuses with words that are known. */
import { blankMessage, errorText } from '../oracle/bucket.ts';

const CACHE_MAX = 4096;
/** The error is part of the contract of the target. */
export const EXPECTED = -2;
export const UNKNOWN = -1;

export class KnownErrors {
  /** By class and message as they were. */
  readonly #exact = new Map<string, number>();
  /** By class and message without particulars. */
  readonly #blanked = new Map<string, number>();
  readonly #isExpected: (error: unknown) => boolean;

  constructor(isExpected: (error: unknown) => boolean) {
    this.#isExpected = isExpected;
  }

  /** The number of its bucket, EXPECTED or UNKNOWN. */
  find(error: unknown): number {
    const { name, message } = errorText(error);
    const key = `${name}\n${message}`;
    const known = this.#exact.get(key);
    if (known !== undefined) return known;
    if (this.#isExpected(error)) return EXPECTED;
    const bucket = this.#blanked.get(`${name}\n${blankMessage(message)}`);
    if (bucket === undefined) return UNKNOWN;
    if (this.#exact.size >= CACHE_MAX) this.#exact.clear();
    this.#exact.set(key, bucket);
    return bucket;
  }

  learn(error: unknown, bucket: number): void {
    const { name, message } = errorText(error);
    const key = `${name}\n${blankMessage(message)}`;
    if (!this.#blanked.has(key)) this.#blanked.set(key, bucket);
  }
}
