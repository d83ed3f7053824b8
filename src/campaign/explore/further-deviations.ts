/** Where another change can be added to those that were tried: at every question after the last one, every answer that is not the calm one. */
import type { Deviation } from '../../decide/deviating.ts';

/** Of each question a run asked after the last one that was changed: how many answers it had, and which one is calm. */
export interface Grown {
  readonly counts: readonly number[];
  readonly calm: readonly number[];
}

export function grownAfter(tried: readonly Deviation[], { counts, calm }: Grown): Grown {
  const open = firstOpen(tried);
  return { counts: counts.slice(open), calm: calm.slice(open) };
}

export function* furtherDeviations(tried: readonly Deviation[], { counts, calm }: Grown): Generator<readonly Deviation[], void, void> {
  const open = firstOpen(tried);
  for (const [index, count] of counts.entries()) {
    for (let answer = 0; answer < count; answer += 1) {
      if (answer !== (calm[index] ?? 0)) yield [...tried, { at: open + index, answer }];
    }
  }
}

/** The first question whose answer has not been fixed by a change before it. */
export function firstOpen(tried: readonly Deviation[]): number {
  return (tried.at(-1)?.at ?? -1) + 1;
}
