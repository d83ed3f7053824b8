/**
 * Whether the time a call takes grows much faster than its input: the same input with less and less of its middle is measured, and an
 * exponent is fitted to what that took. Only inputs that take long enough to be measured are judged.
 */
import type { RawFinding } from './raw-finding.ts';

/** Below this, noise decides. */
const TIME_MIN_MS = 4;
const EXPONENT_MIN = 1.6;
const REPEATS = 4;
/** Growth beyond this is no power any more. */
const EXPONENT_SHOWN_MAX = 6;

export type Measure = (input: string | Uint8Array) => number;

/** `firstMs` is what the input took the first time. */
export function growthOf(input: string | Uint8Array, firstMs: number, measure: Measure): RawFinding | undefined {
  if (firstMs < TIME_MIN_MS || input.length < 12) return undefined;
  const least = (piece: string | Uint8Array): number => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < REPEATS; round += 1) best = Math.min(best, measure(piece));
    return Math.max(best, 0.001);
  };
  const whole = Math.min(firstMs, least(input));
  if (whole < TIME_MIN_MS) return undefined;
  const quarter = withoutMiddle(input, input.length >> 2);
  const half = withoutMiddle(input, input.length >> 1);
  const exponents = [
    Math.log(whole / least(half)) / Math.log(input.length / half.length),
    Math.log(whole / least(quarter)) / Math.log(input.length / quarter.length),
  ];
  const exponent = Math.min(...exponents);
  if (!(exponent >= EXPONENT_MIN)) return undefined;
  const told = exponent > EXPONENT_SHOWN_MAX ? 'exponentially' : `about like n^${Math.round(exponent * 2) / 2}`;
  return {
    kind: 'target_behavior',
    title: 'super_linear_time',
    message: `the time grows ${told} with the length of the input: ${Math.round(whole)} ms for ${input.length}`,
    bucket: exponent > EXPONENT_SHOWN_MAX ? 'exponential' : 'polynomial',
    details: { exponent: Math.round(exponent * 10) / 10, length: input.length },
  };
}

/** What stands at both ends often decides whether an input is refused, so the middle goes. */
function withoutMiddle<T extends string | Uint8Array>(input: T, length: number): T {
  const tail = Math.min(8, length >> 1);
  const head = length - tail;
  if (typeof input === 'string') return (input.slice(0, head) + input.slice(input.length - tail)) as T; // a text stays one
  const shorter = new Uint8Array(length);
  shorter.set(input.subarray(0, head));
  shorter.set(input.subarray(input.length - tail), head);
  return shorter as T; // and bytes stay bytes
}

/** A short stretch of the input repeated until it is as long as wanted. */
export function pumped<T extends string | Uint8Array>(input: T, at: number, width: number, length: number): T {
  const room = Math.max(0, length - input.length);
  const times = Math.floor(room / width);
  if (typeof input === 'string') {
    const piece = input.slice(at, at + width);
    return (input.slice(0, at) + piece.repeat(times) + input.slice(at)) as T; // a text stays one
  }
  const longer = new Uint8Array(input.length + times * width);
  longer.set(input.subarray(0, at));
  for (let time = 0; time < times; time += 1) longer.set(input.subarray(at, at + width), at + time * width);
  longer.set(input.subarray(at), at + times * width);
  return longer as T; // and bytes stay bytes
}
