/**
 * Simpler values for one draw, best first, each proposed in the light of which ones were accepted so far. The values of a text or of bytes
 * are rows of ranks, so both are made shorter, plainer and sorted by the same steps.
 */
import { simplerInteger } from '../../../campaign/shrink/simpler-value.ts';
import { alphabetOf } from '../alphabet.ts';
import { ChoiceKind, nearestToZero } from '../choice-kind.ts';
import { compareFloats, compareIntegers } from '../choice-order.ts';
import type { ChoiceObject, ChoiceSequence } from '../choice-sequence.ts';

export type DrawValue = number | ChoiceObject;

/** Yields values; receives whether the last one was accepted. */
export type SimplerDraws = Generator<DrawValue, void, boolean>;

export function simplerDraws(sequence: ChoiceSequence, at: number): SimplerDraws {
  const value = sequence.valueAt(at);
  const low = sequence.lowAt(at);
  const high = sequence.highAt(at);
  switch (sequence.kindAt(at)) {
    case ChoiceKind.integer:
      return lowerInteger(value, nearestToZero(low, high), high);
    case ChoiceKind.float:
      return simplerFloat(value, low, high);
    case ChoiceKind.bytes:
    case ChoiceKind.text:
      return simplerObject(sequence, at, low);
    default:
      return lowerIndex(value);
  }
}

/** Up to this many alternatives are tried one by one: they have no order in which half as much would mean anything. */
const LISTED_MAX = 16;

function* lowerIndex(value: number): SimplerDraws {
  for (let lower = 0; lower < Math.min(value, LISTED_MAX); lower += 1) if (yield lower) return;
  if (value > LISTED_MAX) yield* simplerInteger(value, 0);
}

const DIGIT = 10;

function* lowerInteger(value: number, target: number, high: number): SimplerDraws {
  if (value === target) return;
  let current = value;
  const mirrored = 2 * target - value;
  if (value < target && mirrored <= high && (yield mirrored)) current = mirrored;
  const sign = current < target ? -1 : 1;
  const search = simplerInteger(Math.abs(current - target), 0);
  for (let step = search.next(); step.done !== true; ) {
    const next = target + sign * step.value;
    const isAccepted = yield next;
    if (isAccepted) current = next;
    step = search.next(isAccepted);
  }
  // Nor need it be the size that matters: as a text a number is as good with fewer digits.
  for (;;) {
    const next = Math.trunc(current / DIGIT);
    if (sign * (next - target) <= 0 || compareIntegers(next, current, target) >= 0 || !(yield next)) break;
    current = next;
  }
  // What fails need not fail for everything larger, so the nearest few are tried by themselves.
  for (let distance = 1; distance <= 2; distance += 1) {
    const next = current - sign * distance;
    if (compareIntegers(next, current, target) < 0 && (yield next)) current = next;
  }
}

function* simplerFloat(value: number, low: number, high: number): SimplerDraws {
  let current = value;
  const isSimpler = (next: number): boolean => next >= low && next <= high && compareFloats(next, current) < 0;
  const targets = [
    nearestToZero(low, high),
    0,
    1,
    Number.MAX_VALUE,
    Math.abs(value),
    Math.trunc(value),
    Math.round(value),
    Math.ceil(value),
  ];
  for (const next of targets) {
    if (isSimpler(next) && (yield next)) current = next;
    if (current === nearestToZero(low, high)) return;
  }
  if (!Number.isFinite(current)) return;
  for (let digits = 1; digits < 17 && !Number.isInteger(current); digits += 1) {
    const next = Number(current.toPrecision(digits));
    if (isSimpler(next) && (yield next)) current = next;
  }
  for (const next of [Math.trunc(current), Math.abs(current), ...withOneDigit(current)]) {
    if (isSimpler(next) && (yield next)) current = next;
  }
  // Whole parts go down by halves, with whatever stands behind the point.
  const rest = Math.abs(current - Math.trunc(current));
  const digits = Math.min(20, String(current).split('.')[1]?.length ?? 0);
  const sign = current < 0 ? -1 : 1;
  const search = simplerInteger(Math.min(Math.abs(Math.trunc(current)), Number.MAX_SAFE_INTEGER), 0);
  for (let step = search.next(); step.done !== true; ) {
    const next = sign * Number((step.value + rest).toFixed(digits));
    const isAccepted = isSimpler(next) && (yield next);
    if (isAccepted) current = next;
    step = search.next(isAccepted);
  }
}

/** With a single digit behind the point, alone or behind the whole part there is. */
function withOneDigit(value: number): readonly number[] {
  if (Number.isInteger(value)) return [];
  const sign = value < 0 ? -1 : 1;
  const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => tenth / 10);
  return [...tenths, ...tenths.map((tenth) => sign * tenth), ...tenths.map((tenth) => Math.trunc(value) + sign * tenth)];
}

function* simplerObject(sequence: ChoiceSequence, at: number, low: number): SimplerDraws {
  const object = sequence.objectAt(at);
  if (typeof object !== 'string') {
    yield* simplerRow([...object], low, (ranks) => Uint8Array.from(ranks));
    return;
  }
  const alphabet = alphabetOf(sequence.detailAt(at));
  const ranks = Array.from(object, (point) => alphabet.rank(point));
  yield* simplerRow(ranks, low, (row) => row.map((rank) => alphabet.at(rank) ?? alphabet.first).join(''));
}

function* simplerRow(start: readonly number[], low: number, build: (ranks: readonly number[]) => ChoiceObject): SimplerDraws {
  let row = start;
  if (row.length === 0) return;
  if (row.length > low && (yield build(row.slice(0, low)))) return;
  for (let size = row.length - low; size >= 1; size = size === 1 ? 0 : Math.min(Math.ceil(size / 2), row.length)) {
    for (let end = row.length; end > 0; end -= size) {
      const rest = [...row.slice(0, Math.max(0, end - size)), ...row.slice(end)];
      if (rest.length >= low && (yield build(rest))) row = rest;
    }
  }
  const plain = row.map(() => 0);
  if (row.some((rank) => rank > 0) && (yield build(plain))) return;
  for (let at = 0; at < row.length; at += 1) {
    const before: readonly number[] = row;
    const asTwo = before.toSpliced(at, 1, 0, 0);
    // A character of two units is as long as two of one.
    if ((before[at] ?? 0) > 0xffff && (yield build(asTwo))) {
      row = asTwo;
      continue;
    }
    const search = simplerInteger(before[at] ?? 0, 0);
    for (let step = search.next(); step.done !== true; ) {
      const next = before.with(at, step.value);
      const isAccepted = yield build(next);
      if (isAccepted) row = next;
      step = search.next(isAccepted);
    }
  }
  const sorted = row.toSorted((a, b) => a - b);
  if (sorted.some((rank, at) => rank !== row[at])) yield build(sorted);
}
