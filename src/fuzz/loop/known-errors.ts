/**
 * Tells at once whether an error was seen before, without a stack: most inputs a parser refuses, it refuses with words that are known. What
 * differs from input to input, numbers and quoted text, is left out while the words are hashed, so that nothing is written for an error that is known.
 */
import { blankMessage, errorText } from '../oracle/bucket.ts';

const CACHE_MAX = 4096;
/** The error is part of the contract of the target. */
export const EXPECTED = -2;
export const UNKNOWN = -1;

/** A message that is no more than this besides what it repeats could be any message. */
const WORDS_MIN = 4;

/** What is the same in all messages of a failure that repeat parts of their inputs. */
interface Pattern {
  readonly name: string;
  readonly parts: readonly string[];
  readonly bucket: number;
}

export class KnownErrors {
  readonly #patterns: Pattern[] = [];
  /** By the hash of class and message. */
  readonly #hashed = new Map<number, number>();
  /** By class and message without particulars. */
  readonly #blanked = new Map<string, number>();
  readonly #isExpected: (error: unknown) => boolean;

  constructor(isExpected: (error: unknown) => boolean) {
    this.#isExpected = isExpected;
  }

  /** The number of its bucket, EXPECTED or UNKNOWN. */
  find(error: unknown): number {
    if (this.#isExpected(error)) return EXPECTED;
    const { name, message } = errorText(error);
    const key = hashOf(name, message);
    const known = this.#hashed.get(key);
    if (known !== undefined) return known;
    const blanked = blankMessage(message);
    const bucket = this.#blanked.get(`${name}\n${blanked}`) ?? this.#patterns.find((pattern) => fits(pattern, name, blanked))?.bucket;
    if (bucket === undefined) return UNKNOWN;
    if (this.#hashed.size >= CACHE_MAX) this.#hashed.clear();
    this.#hashed.set(key, bucket);
    return bucket;
  }

  /** `told` is what the failure is told by: its second line is the message without what it repeats. */
  learn(error: unknown, bucket: number, told = ''): void {
    const { name, message } = errorText(error);
    const blanked = blankMessage(message);
    const [, shape = blanked] = told.split('\n');
    const parts = shape.split('…');
    if (shape !== blanked && parts.length > 1 && parts.join('').replace(/\W/gu, '').length >= WORDS_MIN)
      this.#patterns.push({ name, parts, bucket });
    const key = `${name}\n${blanked}`;
    if (!this.#blanked.has(key)) this.#blanked.set(key, bucket);
  }
}

function fits({ name, parts }: Pattern, asked: string, message: string): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (name !== asked || !message.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = message.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return message.length - last.length >= at && message.endsWith(last);
}

const DIGITS = 1;
const QUOTED = 2;
const OPEN = 3;

/** 53 bits; equal for messages that differ in runs of digits and in quoted text only, which are equal without their particulars too. */
function hashOf(name: string, message: string): number {
  let high = 0;
  let low = 0;
  for (let at = 0; at < name.length; at += 1) {
    const unit = name.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    low = Math.imul(low + unit, 0x9e3779b1) ^ (low >>> 15);
  }
  for (let at = 0; at < message.length; at += 1) {
    let unit = message.charCodeAt(at);
    if (unit >= 48 && unit <= 57) {
      const end = digitsEnd(message, at);
      // The first digit of a hexadecimal number decides whether it is one.
      if (!isX(message, end)) {
        unit = DIGITS;
        at = end - 1;
      }
    } else if (unit === 34 || unit === 39 || unit === 96) {
      const end = quoteEnd(message, at, unit);
      unit = end < 0 ? OPEN : QUOTED;
      at = end < 0 ? message.length : end;
    }
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 13);
    low = Math.imul(low + unit, 0x9e3779b1) ^ (low >>> 15);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

function digitsEnd(message: string, from: number): number {
  let end = from;
  for (let unit = message.charCodeAt(end); unit >= 48 && unit <= 57; unit = message.charCodeAt(end)) end += 1;
  return end;
}

function isX(message: string, at: number): boolean {
  return (message.charCodeAt(at) | 32) === 120;
}

/** Where the quotation that begins at `from` ends; below 0 where it does not. */
function quoteEnd(message: string, from: number, quote: number): number {
  // A single character may be a quote or a backslash itself.
  if (message.charCodeAt(from + 2) === quote) return from + 2;
  for (let at = from + 1; at < message.length; at += 1) {
    const unit = message.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === 92 && quote !== 96) at += 1;
  }
  return -1;
}
