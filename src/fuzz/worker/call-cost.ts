/**
 * What one call costs, as one number. Most calls take microseconds, which nobody can measure: so many of them are measured together that they
 * take long enough, again and again until measurements agree. The same call costs ten times as much before its code is optimised, so those that
 * do not agree yet say nothing. All of it is quick enough to be done for every smaller input.
 */

/** How long calls take that are measured together. */
const ROUND_MS = 4;
const CALLS_MAX = 1024;
/** So many measurements in a row have to agree, to this part of the middle one. */
const ROUNDS = 5;
const SPREAD_MAX = 0.15;
/** Then the last ones have to do. Of a call that is slow by itself there is at least one, and its code is warm after the first. */
const TIME_MAX_MS = 500;
const WARM_MS = 200;

export interface CostedCalls {
  /** What so many calls cost together; undefined where one of them did not come back. */
  readonly call: (times: number) => Promise<number | undefined>;
  readonly now: () => number;
}

/** Once, before anything is measured that counts: measurements of code that is not optimised yet may agree as well. */
export async function warmCall(calls: CostedCalls): Promise<void> {
  const began = calls.now();
  while ((await costOfCall(calls)) !== undefined && calls.now() - began < WARM_MS);
}

export async function costOfCall({ call, now }: CostedCalls): Promise<number | undefined> {
  const began = now();
  let times = 1;
  for (;;) {
    const from = now();
    if ((await call(times)) === undefined) return undefined;
    if (now() - from >= ROUND_MS || times >= CALLS_MAX) break;
    times *= 2;
  }
  let last: readonly number[] = [];
  do {
    const cost = await call(times);
    if (cost === undefined) return undefined;
    last = [...last, cost / times].slice(-ROUNDS);
  } while (!agree(last) && now() - began < TIME_MAX_MS);
  return middleOf(last);
}

function agree(costs: readonly number[]): boolean {
  return costs.length === ROUNDS && Math.max(...costs) - Math.min(...costs) <= middleOf(costs) * SPREAD_MAX;
}

function middleOf(costs: readonly number[]): number {
  return costs.toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
}
