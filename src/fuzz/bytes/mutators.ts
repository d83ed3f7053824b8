/** The mutators of bytes by the names people choose them by. */

export const mutatorNames = ['bitflip', 'insert', 'delete', 'overwrite', 'havoc', 'splice', 'dictionary'] as const;

export type MutatorName = (typeof mutatorNames)[number];

/** Bit i set: the i-th mutator is switched off. */
export function restingOf(chosen: readonly MutatorName[]): number {
  let resting = 0;
  for (const [index, name] of mutatorNames.entries()) if (!chosen.includes(name)) resting |= 1 << index;
  return resting;
}

export const ALL_RESTING = (1 << mutatorNames.length) - 1;
