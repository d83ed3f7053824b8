/**
 * A search in lots: pieces that know nothing of each other, so that whoever has time can make any of them, in any order, on any machine.
 * There are always as many, however many work on them; that is why the result does not depend on who did what. Run number i of the whole
 * is run i / LOTS of lot i % LOTS.
 */
import type { U64 } from '../../base/u64.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';

/** More would leave each with too few runs to learn from; fewer would leave processors idle. */
export const LOTS = 16;

/** What one searcher of several takes of a space they divide among themselves. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/** The whole. */
export const WHOLE: Share = { index: 0, of: 1 };

/** The seed of a lot; that of the first is the seed itself. */
export function lotSeed(seed: U64, lot: number): U64 {
  if (lot === 0) return seed;
  const stream = new Xoshiro128(seed).splitStream(`lot ${lot}`);
  return { hi: stream.nextU32(), lo: stream.nextU32() };
}

/** Of the lots, those that one of several takes; together they take all. */
export function lotsOf({ index, of }: Share): readonly number[] {
  return Array.from({ length: LOTS }, (_, lot) => lot).filter((lot) => lot % of === index);
}
