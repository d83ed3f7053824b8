/**
 * Whether what a call takes grows much faster than its input. The longest repetition in the input is made shorter and longer, everything else
 * stays, and an exponent is fitted to what that took. Inputs without a repetition, and calls that take next to nothing, are not judged.
 */
import { flatText } from '../input/flat-text.ts';
import type { Effort } from './effort.ts';
import type { RawFinding } from './raw-finding.ts';

const EXPONENT_MIN = 1.6;
/** Growth beyond this is no power any more. */
const EXPONENT_MAX = 6;
/** Every eighth of the length more must add this much, or it was one leap and no growth. */
const EXPONENTIAL_FACTOR_MIN = 1.3;
const PERIOD_MAX = 16;
const TIMES_MIN = 8;
const DOUBLINGS_MAX = 5;
const LENGTH_MAX = 1 << 17;

type Input = string | Uint8Array;
export type Measure = (input: Input) => number;

/** A stretch that is repeated. */
export interface Repetition {
  readonly at: number;
  readonly period: number;
  readonly times: number;
}

/** `first` is what the input took the first time, in the unit of the effort. */
export function growthOf(input: Input, first: number, effort: Effort, measure: Measure): RawFinding | undefined {
  if (first < effort.least) return undefined;
  const run = repetitionIn(input);
  if (run === undefined) return undefined;
  const spentOn = (times: number): number => {
    const piece = repeated(input, run, times);
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < effort.repeats && (round === 0 || best < effort.plenty * 4); round += 1)
      best = Math.min(best, measure(piece));
    return Math.max(best, effort.moment);
  };
  const whole = Math.min(first, spentOn(run.times));
  if (whole < effort.least) return undefined;
  const half = spentOn(run.times >> 1);
  const told = isExponential(whole, half, run, spentOn) ? undefined : powerOf({ whole, half, run, effort, spentOn, size: input.length });
  if (told === 'none') return undefined;
  return told === undefined ? exponentialFinding(whole, input.length, effort) : polynomialFinding(told, effort);
}

interface Fit {
  readonly exponent: number;
  readonly sizes: readonly (readonly [length: number, spent: number])[];
}

function isExponential(whole: number, half: number, run: Repetition, spentOn: (times: number) => number): boolean {
  if (Math.log2(whole / half) < EXPONENT_MAX) return false;
  const eighth = Math.max(1, run.times >> 3);
  const less = spentOn(run.times - eighth);
  const evenLess = spentOn(run.times - 2 * eighth);
  return whole / less >= EXPONENTIAL_FACTOR_MIN && less / evenLess >= EXPONENTIAL_FACTOR_MIN;
}

/** Longer and longer, until what it takes is far from any noise; the last two doublings must agree. What takes long as it is gets shorter instead. */
function powerOf(parts: {
  readonly whole: number;
  readonly half: number;
  readonly run: Repetition;
  readonly effort: Effort;
  readonly spentOn: (times: number) => number;
  readonly size: number;
}): Fit | 'none' {
  const { run, effort, spentOn, size } = parts;
  const rest = size - run.times * run.period;
  const lengthOf = (times: number): number => rest + times * run.period;
  const isPlain = parts.whole >= effort.plenty * 4;
  const spent: (readonly [length: number, spent: number])[] = [
    ...(isPlain ? [[lengthOf(run.times >> 2), spentOn(run.times >> 2)] as const] : []),
    [lengthOf(run.times >> 1), parts.half],
    [size, parts.whole],
  ];
  if (spent.slice(1).some((longer, at) => exponentOf(spent[at], longer) < EXPONENT_MIN)) return 'none';
  let { times } = run;
  for (let doubling = isPlain ? DOUBLINGS_MAX : 0; doubling < DOUBLINGS_MAX && lengthOf(times * 2) <= LENGTH_MAX; doubling += 1) {
    times *= 2;
    const next = [lengthOf(times), spentOn(times)] as const;
    if (exponentOf(spent.at(-1), next) < EXPONENT_MIN) return 'none';
    spent.push(next);
    if (next[1] >= effort.plenty && (spent.length >= 4 || next[1] >= effort.plenty * 4)) break;
  }
  const last = spent.at(-1);
  if (spent.length < 3 || last === undefined || last[1] < effort.plenty) return 'none';
  return { exponent: exponentOf(spent.at(-3), last), sizes: spent };
}

function exponentOf(shorter: readonly [number, number] | undefined, longer: readonly [number, number] | undefined): number {
  if (shorter === undefined || longer === undefined) return 0;
  return Math.log(longer[1] / shorter[1]) / Math.log(longer[0] / shorter[0]);
}

function polynomialFinding({ exponent, sizes }: Fit, effort: Effort): RawFinding {
  const rounded = Math.round(exponent * 10) / 10;
  const points = sizes.map(([length, spent]) => `${amount(spent, effort)} for ${length}`).join(', ');
  return {
    kind: 'target_behavior',
    title: 'super_linear_time',
    message: `the time grows about like n^${rounded} with the length n of the input: ${points}`,
    bucket: 'polynomial',
    details: { exponent: rounded, length: sizes.at(-1)?.[0] ?? 0, unit: effort.unit },
  };
}

function exponentialFinding(whole: number, length: number, effort: Effort): RawFinding {
  return {
    kind: 'target_behavior',
    title: 'super_linear_time',
    message: `the time grows exponentially with the length of the input: ${amount(whole, effort)} for ${length}`,
    bucket: 'exponential',
    details: { length, unit: effort.unit },
  };
}

function amount(spent: number, { unit }: Effort): string {
  return unit === 'ms' ? `${spent < 10 ? Math.round(spent * 10) / 10 : Math.round(spent)} ms` : `${Math.round(spent)} steps`;
}

/** The longest one; none where nothing is repeated often enough to be made shorter and longer. */
export function repetitionIn(input: Input): Repetition | undefined {
  let best: Repetition | undefined;
  const unit = (at: number): number => (typeof input === 'string' ? input.charCodeAt(at) : (input[at] ?? 0));
  for (let period = 1; period <= PERIOD_MAX; period += 1) {
    let start = 0;
    for (let at = period; at <= input.length; at += 1) {
      if (at < input.length && unit(at) === unit(at - period)) continue;
      const times = Math.floor((at - start) / period);
      if (times >= TIMES_MIN && times * period > (best === undefined ? 0 : best.times * best.period)) best = { at: start, period, times };
      start = at - period + 1;
    }
  }
  return best;
}

/** The same input with its repetition so many times. */
export function repeated<T extends Input>(input: T, { at, period, times }: Repetition, wanted: number): T {
  const end = at + period * times;
  if (typeof input === 'string') return flatText(input.slice(0, at) + input.slice(at, at + period).repeat(wanted) + input.slice(end)) as T; // a text stays one
  const made = new Uint8Array(input.length + (wanted - times) * period);
  made.set(input.subarray(0, at));
  for (let time = 0; time < wanted; time += 1) made.set(input.subarray(at, at + period), at + time * period);
  made.set(input.subarray(end), at + wanted * period);
  return made as T; // and bytes stay bytes
}

/** A short stretch of the input repeated until it is as long as wanted. */
export function pumped<T extends Input>(input: T, at: number, width: number, length: number): T {
  const times = 1 + Math.max(0, Math.floor((length - input.length) / width));
  return repeated(input, { at, period: width, times: 1 }, times);
}
