/** Where another change can be added to those that were tried: at every question after the last one, every answer that is not the calm one. */
import type { Deviation, DeviatingSource } from '../../decide/deviating.ts';

export function* furtherDeviations(tried: readonly Deviation[], source: DeviatingSource): Generator<readonly Deviation[], void, void> {
  for (let at = firstOpen(tried); at < source.counts.length; at += 1) {
    for (let answer = 0; answer < (source.counts[at] ?? 0); answer += 1) {
      if (answer !== (source.calm[at] ?? 0)) yield [...tried, { at, answer }];
    }
  }
}

/** The first question whose answer has not been fixed by a change before it. */
export function firstOpen(tried: readonly Deviation[]): number {
  return (tried.at(-1)?.at ?? -1) + 1;
}
