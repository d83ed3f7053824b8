/** Randomness of the operating system, asked once per command for a seed nobody gave. */
import { randomBytes } from 'node:crypto';
import { type U64, u64FromBytes } from '../../base/u64.ts';

export function hostSeed(): U64 {
  return u64FromBytes(randomBytes(8));
}
