/**
 * Which of two inputs is the simpler one: the one with fewer draws, else the one whose first different draw is simpler. Both shrinking
 * and the corpus mean this order when they say smaller.
 */
import { alphabetOf } from './alphabet.ts';
import { ChoiceKind, nearestToZero } from './choice-kind.ts';
import type { ChoiceObject, ChoiceSequence } from './choice-sequence.ts';

/** Negative if `a` is simpler, 0 if both are equally simple. Bounds are those of `a`. */
export function compareChoices(a: ChoiceSequence, b: ChoiceSequence): number {
  if (a.length !== b.length) return a.length - b.length;
  for (let at = 0; at < a.length; at += 1) {
    const order = compareDraws(a, b, at);
    if (order !== 0) return order;
  }
  return 0;
}

function compareDraws(a: ChoiceSequence, b: ChoiceSequence, at: number): number {
  const kind = a.kindAt(at);
  if (b.kindAt(at) !== kind) return kind - b.kindAt(at);
  if (kind === ChoiceKind.bytes || kind === ChoiceKind.text) return compareObjects(a.objectAt(at), b.objectAt(at), a.detailAt(at));
  if (kind === ChoiceKind.float) return compareFloats(a.valueAt(at), b.valueAt(at));
  if (kind === ChoiceKind.integer) {
    const target = nearestToZero(a.lowAt(at), a.highAt(at));
    return compareIntegers(a.valueAt(at), b.valueAt(at), target);
  }
  return a.valueAt(at) - b.valueAt(at);
}

/** Nearer to the target is simpler, then above it rather than below. */
export function compareIntegers(a: number, b: number, target: number): number {
  return Math.abs(a - target) - Math.abs(b - target) || b - a;
}

/** Positive before negative, finite before infinite before NaN, whole before broken, short before long, small before large. */
export function compareFloats(a: number, b: number): number {
  if (Object.is(a, b)) return 0;
  return (
    Number(Number.isNaN(a)) - Number(Number.isNaN(b)) ||
    Number(isNegative(a)) - Number(isNegative(b)) ||
    Number(!Number.isFinite(a)) - Number(!Number.isFinite(b)) ||
    brokenness(a) - brokenness(b) ||
    Math.abs(a) - Math.abs(b)
  );
}

function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

/** 0 for whole numbers, else the digits it takes to write. */
function brokenness(value: number): number {
  return Number.isInteger(value) || !Number.isFinite(value) ? 0 : String(Math.abs(value)).length;
}

export function compareObjects(a: ChoiceObject, b: ChoiceObject, alphabetNumber: number): number {
  if (a.length !== b.length) return a.length - b.length;
  if (typeof a !== 'string' || typeof b !== 'string') return compareRows(a, b);
  const alphabet = alphabetOf(alphabetNumber);
  const ranks = (text: string): readonly number[] => Array.from(text, (point) => alphabet.rank(point));
  return compareRows(ranks(a), ranks(b));
}

function compareRows(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const order = Number(a[at]) - Number(b[at]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
