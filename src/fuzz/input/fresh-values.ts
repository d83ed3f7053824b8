/**
 * Where the values of fresh draws come from. Biased on purpose: edges, the dangerous set and what the target taught come up far more
 * often than chance would have it, small values more often than large ones, and everything allowed comes up at all.
 */
import type { Hints } from '../hints.ts';
import type { Alphabet } from './alphabet.ts';
import { FloatDetail } from './choice-kind.ts';
import { dangerousFloats, dangerousNumbers, dangerousTexts } from './dangerous.ts';
import type { FuzzRandom } from './fuzz-random.ts';
import { nearestToZero } from './choice-kind.ts';

/** Ranges up to this size are drawn evenly: there is nothing to prefer. */
const EVEN_MAX = 12;

export function freshInteger(random: FuzzRandom, low: number, high: number, hints: Hints): number {
  const range = high - low;
  if (range <= EVEN_MAX) return low + random.below(range + 1);
  const way = random.below(16);
  if (way < 3) return edge(random, low, high);
  if (way < 5)
    return within(hints.numbers.length > 0 && random.oneIn(2) ? hinted(random, hints) : listed(random, dangerousNumbers), low, high);
  if (way < 8) return low + evenBelow(random, range + 1);
  return nearZero(random, low, high);
}

function edge(random: FuzzRandom, low: number, high: number): number {
  const offset = random.oneIn(2) ? 0 : random.below(3);
  return random.oneIn(2) ? low + offset : high - offset;
}

function listed(random: FuzzRandom, list: readonly number[]): number {
  return list[random.below(list.length)] ?? 0;
}

function hinted(random: FuzzRandom, hints: Hints): number {
  const number = listed(random, hints.numbers);
  return random.oneIn(4) ? number + random.below(3) - 1 : number;
}

/** The value if it is an integer between the bounds, else the simplest one. */
function within(value: number, low: number, high: number): number {
  return Number.isInteger(value) && value >= low && value <= high ? value + 0 : nearestToZero(low, high);
}

/** A distance from the simplest value with a random number of bits. */
function nearZero(random: FuzzRandom, low: number, high: number): number {
  const target = nearestToZero(low, high);
  const isDown = low < target && (high === target || random.oneIn(2));
  const span = isDown ? target - low : high - target;
  const distance = evenBelow(random, Math.min(span, 2 ** random.below(Math.ceil(Math.log2(span + 1)) + 1)) + 1);
  return isDown ? target - distance : target + distance;
}

/** 0..n-1, also for n above 2^32. */
function evenBelow(random: FuzzRandom, n: number): number {
  return n <= 2 ** 32 ? random.below(n) : Math.floor(random.fraction() * n);
}

export function freshFloat(random: FuzzRandom, low: number, high: number, detail: number, hints: Hints): number {
  const way = random.below(16);
  if (way === 0 && detail > 0) {
    if ((detail & FloatDetail.nan) !== 0 && (random.oneIn(2) || (detail & FloatDetail.infinity) === 0)) return Number.NaN;
    return random.oneIn(2) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }
  if (way < 3) return floatWithin(listed(random, dangerousFloats), low, high);
  if (way < 5 && hints.numbers.length > 0) return floatWithin(hinted(random, hints), low, high);
  if (way === 5) return random.oneIn(2) ? low : high;
  if (way < 11) return floatWithin(nearZero(random, -(2 ** 31), 2 ** 31) / 10 ** random.below(4), low, high);
  if (way === 11) return floatWithin(anyBits(random), low, high);
  const limited = Math.min(high, 1e9) - Math.max(low, -1e9);
  return floatWithin(Math.max(low, -1e9) + random.fraction() * limited, low, high);
}

const bits = new Uint32Array(2);
const asFloat = new Float64Array(bits.buffer);

function anyBits(random: FuzzRandom): number {
  bits[0] = random.nextU32();
  bits[1] = random.nextU32();
  const value = asFloat[0] ?? 0;
  return Number.isFinite(value) ? value : 0;
}

function floatWithin(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Lengths are mostly short: long ones cost time and rarely show more. */
function freshLength(random: FuzzRandom, low: number, high: number): number {
  const most = Math.min(high - low, random.oneIn(32) ? 256 : 16);
  return low + random.below(random.below(most + 1) + 1);
}

export function freshText(random: FuzzRandom, alphabet: Alphabet, low: number, high: number, hints: Hints): string {
  if (random.oneIn(8)) {
    const known = hints.texts.length > 0 && random.oneIn(2) ? hints.texts : dangerousTexts;
    const text = known[random.below(known.length)] ?? '';
    if (fitsText(text, alphabet, low, high)) return text;
  }
  const length = freshLength(random, low, high);
  let text = '';
  while (text.length < length) text += alphabet.random(random);
  // A character of two units may have gone one too far.
  return text.length > high ? `${text.slice(0, -2)}${alphabet.first}` : text;
}

function fitsText(text: string, alphabet: Alphabet, low: number, high: number): boolean {
  if (text.length < low || text.length > high) return false;
  for (const point of text) if (alphabet.rank(point) < 0) return false;
  return true;
}

/** The text with everything taken out that does not belong, cut or filled to fit its bounds. */
export function mendedText(text: string, alphabet: Alphabet, low: number, high: number): string {
  if (fitsText(text, alphabet, low, high)) return text;
  let mended = '';
  for (const point of text) if (alphabet.rank(point) >= 0 && mended.length + point.length <= high) mended += point;
  while (mended.length < low) mended += alphabet.first;
  return mended;
}

export function freshBytes(random: FuzzRandom, low: number, high: number, hints: Hints): Uint8Array {
  if (hints.texts.length > 0 && random.oneIn(8)) {
    const known = Buffer.from(hints.texts[random.below(hints.texts.length)] ?? '', 'utf8');
    if (known.length >= low && known.length <= high) return Uint8Array.from(known);
  }
  const bytes = new Uint8Array(freshLength(random, low, high));
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = random.oneIn(4) ? random.below(256) : random.below(128);
  return bytes;
}

export function mendedBytes(bytes: Uint8Array, low: number, high: number): Uint8Array {
  if (bytes.length >= low && bytes.length <= high) return bytes;
  const mended = new Uint8Array(Math.max(low, Math.min(bytes.length, high)));
  mended.set(bytes.subarray(0, mended.length));
  return mended;
}
