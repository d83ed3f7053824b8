/** The mutators of bytes and texts by the names people choose them by; each stands for some operators of `havoc.ts`. */
import { OPERATORS } from '../input/havoc.ts';

const operatorsOf = {
  bitflip: [4, 5],
  insert: [0, 8],
  delete: [6, 7],
  overwrite: [2, 3, 10],
  havoc: [9, 11, 15],
  splice: [16, 17],
  dictionary: [1, 12, 13, 14],
} as const;

export type MutatorName = keyof typeof operatorsOf;

export const mutatorNames = Object.keys(operatorsOf) as readonly MutatorName[]; // the keys of that record

/** Bit i set: the i-th operator is switched off for the whole search. */
export function restingOf(chosen: readonly MutatorName[]): number {
  let active = 0;
  for (const name of chosen) for (const operator of operatorsOf[name]) active |= 1 << operator;
  return ~active & ALL_RESTING;
}

export const ALL_RESTING = 2 ** OPERATORS - 1;
