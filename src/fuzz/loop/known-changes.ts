/**
 * Tells at once whether a change to what all code shares was seen before. Names made of the input are new every time, so an object is no longer
 * looked at for their sake when that has been done often enough.
 */
import { worstOf } from '../oracle/changes-finding.ts';
import type { Change } from '../oracle/intrinsics.ts';

/** How often a new name on the same object is looked into. */
const LOOKS_MAX = 32;

interface Seen {
  readonly bucket: number;
  looks: number;
}

export class KnownChanges {
  /** Buckets by what was changed; one that has no name of its own in the program is looked into once more, or not. */
  readonly #paths = new Map<string, number>();
  readonly #objects = new Map<object, Seen>();

  /** The number of the bucket; undefined if it is to be looked into. */
  find(changes: readonly Change[]): number | undefined {
    const worst = worstOf(changes);
    if (worst === undefined) return undefined;
    const seen = this.#objects.get(worst.object);
    return this.#paths.get(worst.path) ?? (seen !== undefined && seen.looks >= LOOKS_MAX ? seen.bucket : undefined);
  }

  /** What was found when they were looked into. */
  learn(changes: readonly Change[], bucket: number): void {
    for (const { object, path } of changes) {
      const seen = this.#objects.get(object);
      if (seen === undefined) this.#objects.set(object, { bucket, looks: 1 });
      else if (!this.#paths.has(path)) seen.looks += 1;
      if (this.#paths.size < LOOKS_MAX * LOOKS_MAX) this.#paths.set(path, bucket);
    }
  }
}
