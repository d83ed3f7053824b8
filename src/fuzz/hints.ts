/**
 * What the target taught about its inputs: words and numbers of its dictionary, and pairs it compared. Mutators take from here; who
 * collects it is not their concern.
 */
import type { FuzzRandom } from './input/fuzz-random.ts';

/** Something the target compared a part of the input with: `actual` was there, `wanted` would have been equal. */
export type ComparedPair = { readonly actual: string; readonly wanted: string } | { readonly actual: number; readonly wanted: number };

export interface Hints {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly pairs: readonly ComparedPair[];
  /** Bit i set: the i-th mutator of a form rests in this epoch. */
  readonly resting: number;
  /** Any text or number; undefined when there is none. */
  take(random: FuzzRandom): string | number | undefined;
  /** Something short that may stand between two others: a separator, a bracket. */
  glue(random: FuzzRandom): string;
  /** What the target itself names of that kind. */
  readonly glues: readonly string[];
}

export const NO_HINTS: Hints = { texts: [], numbers: [], pairs: [], resting: 0, take: () => undefined, glue: () => '', glues: [] };
