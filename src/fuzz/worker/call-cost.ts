/**
 * What one call costs, as one number. Most calls take microseconds, which nobody can measure: so many of them are measured together that they
 * take long enough, again and again until measurements agree. The same call costs ten times as much before its code is optimised, so those that
 * do not agree yet say nothing. All of it is quick enough to be done for every smaller input.
 */
import { agree, middleOf } from '../../base/agreement.ts';

/** How much processor time calls take that are measured together. */
const ROUND_MS = 4;
/** Calls that wait need little of it. Those that only stand in line for a processor are over long before. */
const ROUND_WAIT_MS = 100;
/** Each needs arguments of its own, made before. A sampler that looks every 100 µs has to find the shortest of functions among what surrounds it. */
const CALLS_MAX = 65_536;
/** So many measurements in a row have to agree, to this part of the middle one. */
const ROUNDS = 5;
const SPREAD_MAX = 0.15;
/** Then the last ones have to do. Of a call that is slow by itself there is at least one, and its code is warm after the first. */
const TIME_MAX_MS = 500;
/** Of processor time; calls that do little but wait need none of it. */
const WARM_MS = 300;
const WARM_MAX_MS = 3000;

export interface CostedCalls {
  /** What so many calls cost together; undefined where one of them did not come back. */
  readonly call: (times: number) => Promise<number | undefined>;
  readonly now: () => number;
  /** Milliseconds of processor time by now. */
  readonly used: () => number;
}

/** How many calls take long enough together to be measured; undefined where one does not come back. */
export async function callsInRound({ call, now, used }: CostedCalls): Promise<number | undefined> {
  for (let times = 1; ; times *= 2) {
    const [began, from] = [now(), used()];
    if ((await call(times)) === undefined) return undefined;
    if (used() - from >= ROUND_MS || now() - began >= ROUND_WAIT_MS || times >= CALLS_MAX) return times;
  }
}

/** Once, before anything is measured that counts: measurements of code that is not optimised yet may agree as well. */
export async function warmCall(calls: CostedCalls): Promise<void> {
  const [began, from] = [calls.now(), calls.used()];
  // On a busy machine little may happen in much time.
  while ((await costOfCall(calls)) !== undefined && calls.used() - from < WARM_MS && calls.now() - began < WARM_MAX_MS);
}

export async function costOfCall(calls: CostedCalls): Promise<number | undefined> {
  const { call, now } = calls;
  const began = now();
  const times = await callsInRound(calls);
  if (times === undefined) return undefined;
  let last: readonly number[] = [];
  do {
    const cost = await call(times);
    if (cost === undefined) return undefined;
    last = [...last, cost / times].slice(-ROUNDS);
  } while (!(last.length === ROUNDS && agree(last, SPREAD_MAX)) && now() - began < TIME_MAX_MS);
  return middleOf(last);
}
