/**
 * What generators draw from. A tape replays a sequence as far as it reaches, mending what does not fit any more; where it has nothing to
 * replay it draws at random, or the simplest value when there is no randomness. Whatever happened is recorded, so that the sequence of a
 * tape, replayed, gives the same value again. Hot: a draw writes numbers into rows that are kept from input to input.
 */
import { type Hints, NO_HINTS } from '../hints.ts';
import { type Alphabet, anyText } from './alphabet.ts';
import { ChoiceKind, choiceWord, FloatDetail, kindOfWord, nearestToZero } from './choice-kind.ts';
import { type ChoiceObject, ChoiceSequence, hasObject, NUMBERS, type Span, SPAN } from './choice-sequence.ts';
import { freshBytes, freshFloat, freshInteger, freshText, mendedBytes, mendedText } from './fresh-values.ts';
import type { FuzzRandom } from './fuzz-random.ts';

/** Thrown by a generator, or an assumption, that cannot go on: the input is none, and nobody is to blame. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
}

/** A generator that draws this often does not end. */
const DRAWS_MAX = 4_000_000;

/** Draws that are allowed beyond the size limit at a time. */
const INSISTED = 16;

const SIMPLEST = 0;
const FRESH = 1;
const TAKEN = 2;

export interface TapeOptions {
  readonly prefix?: ChoiceSequence | undefined;
  readonly random?: FuzzRandom | undefined;
  readonly hints?: Hints | undefined;
  /** Beyond it, only simplest values are drawn, which is how every generator comes to its end. */
  readonly sizeMax?: number | undefined;
  /** A span of the prefix that is drawn anew, whatever it grows to. */
  readonly regrow?: Span | undefined;
}

export class Tape {
  length = 0;
  spanCount = 0;
  #words = new Int32Array(256);
  #numbers = new Float64Array(256 * NUMBERS);
  #spans = new Int32Array(64 * SPAN);
  #objects: ChoiceObject[] = [];
  /** Places of the spans that are open. */
  #open = new Int32Array(64);
  #depth = 0;

  #prefix: ChoiceSequence | undefined;
  #position = 0;
  #random: FuzzRandom | undefined;
  #hints: Hints = NO_HINTS;
  #room = 0;
  #regrow: Span | undefined;
  /** Depth of the span that is being drawn anew; 0 when none is. */
  #regrowing = 0;
  /** While above 0, every draw is the simplest one: how recursion that went deep enough comes back. */
  calming = 0;

  begin(options: TapeOptions): this {
    this.length = 0;
    this.spanCount = 0;
    this.#objects = [];
    this.#depth = 0;
    this.#prefix = options.prefix;
    this.#position = 0;
    this.#random = options.random;
    this.#hints = options.hints ?? NO_HINTS;
    this.#room = options.sizeMax ?? DRAWS_MAX;
    this.#regrow = options.regrow;
    this.#regrowing = 0;
    this.calming = 0;
    return this;
  }

  /** Everything drawn since `begin`. */
  sequence(): ChoiceSequence {
    return new ChoiceSequence(
      this.#words.slice(0, this.length),
      this.#numbers.slice(0, this.length * NUMBERS),
      this.#objects,
      this.#spans.slice(0, this.spanCount * SPAN),
    );
  }

  /** True with this probability; false is the simple answer. */
  boolean(probability = 0.5): boolean {
    const way = this.#next(ChoiceKind.boolean);
    const value = way === TAKEN ? this.#given() !== 0 : way === FRESH && this.#source().chance(probability);
    this.#note(ChoiceKind.boolean, value ? 1 : 0, 0, 1);
    return value;
  }

  /** Both bounds are integers and belong to the range. */
  integer(low: number, high: number): number {
    const way = this.#next(ChoiceKind.integer);
    let value: number;
    if (way === TAKEN) value = Math.min(Math.max(Math.round(this.#given()), low), high);
    else value = way === FRESH ? freshInteger(this.#source(), low, high, this.#hints) : nearestToZero(low, high);
    this.#note(ChoiceKind.integer, value, low, high);
    return value;
  }

  /** One of `count` alternatives. */
  index(count: number): number {
    const way = this.#next(ChoiceKind.index);
    let value = 0;
    if (way === TAKEN) value = Math.min(Math.max(Math.round(this.#given()), 0), count - 1);
    else if (way === FRESH) value = this.#source().below(count);
    this.#note(ChoiceKind.index, value, 0, count - 1);
    return value;
  }

  float(low: number, high: number, detail = 0): number {
    const way = this.#next(ChoiceKind.float);
    let value: number;
    if (way === TAKEN) value = mendedFloat(this.#given(), low, high, detail);
    else value = way === FRESH ? freshFloat(this.#source(), low, high, detail, this.#hints) : nearestToZero(low, high);
    this.#note(choiceWord(ChoiceKind.float, detail), value, low, high);
    return value;
  }

  bytes(low: number, high: number): Uint8Array {
    const way = this.#next(ChoiceKind.bytes);
    const given = way === TAKEN ? this.#givenObject() : undefined;
    let value: Uint8Array;
    if (given instanceof Uint8Array) value = mendedBytes(given, low, high);
    else value = way === FRESH ? freshBytes(this.#source(), low, this.#longest(low, high), this.#hints) : new Uint8Array(low);
    this.#noteObject(ChoiceKind.bytes, value, low, high);
    // A target may change what it gets; the record must not change with it.
    return value.slice();
  }

  text(low: number, high: number, alphabet: Alphabet = anyText): string {
    const way = this.#next(ChoiceKind.text);
    const given = way === TAKEN ? this.#givenObject() : undefined;
    let value: string;
    if (typeof given === 'string') value = mendedText(given, alphabet, low, high);
    else
      value = way === FRESH ? freshText(this.#source(), alphabet, low, this.#longest(low, high), this.#hints) : alphabet.first.repeat(low);
    this.#noteObject(choiceWord(ChoiceKind.text, alphabet.number), value, low, high);
    return value;
  }

  /** How likely a list goes on after each element; some lists are long. Not recorded: it changes what is drawn, not what it means. */
  appetite(): number {
    return this.#random !== undefined && this.#random.oneIn(24) ? 0.97 : 0.75;
  }

  /** Draws until the matching `close` belong together. */
  open(label: number): void {
    if (this.#depth === this.#open.length) this.#open = widened(this.#open);
    if ((this.spanCount + 1) * SPAN > this.#spans.length) this.#spans = widened(this.#spans);
    this.#open[this.#depth] = this.spanCount;
    this.#depth += 1;
    const at = this.spanCount * SPAN;
    this.#spans[at] = label;
    this.#spans[at + 1] = this.length;
    this.#spans[at + 2] = this.length;
    this.#spans[at + 3] = this.#depth;
    this.spanCount += 1;
    if (this.#regrow !== undefined && this.#regrow.start === this.#position && this.#regrow.label === label && this.#random !== undefined) {
      this.#regrowing = this.#depth;
    }
  }

  close(): void {
    if (this.#regrowing === this.#depth && this.#regrow !== undefined) {
      this.#position = this.#regrow.end;
      this.#regrow = undefined;
      this.#regrowing = 0;
    }
    this.#depth -= 1;
    this.#spans[(this.#open[this.#depth] ?? 0) * SPAN + 2] = this.length;
  }

  /** Forgets draws that led nowhere, so that no replay has to repeat them. At the depth at which both counts were taken. */
  rewind(length: number, spanCount: number): void {
    for (let at = length; at < this.length; at += 1) if (hasObject(kindOfWord(this.#words[at] ?? 0))) this.#objects.pop();
    this.length = length;
    this.spanCount = spanCount;
  }

  /** Room for a few more draws, where the simplest values are not good enough: elements that have to differ. */
  insist(): void {
    this.#room = Math.max(this.#room, INSISTED);
  }

  #next(kind: ChoiceKind): number {
    const isOver = this.#room <= 0 || this.calming > 0;
    const other = isOver || this.#random === undefined ? SIMPLEST : FRESH;
    const prefix = this.#prefix;
    if (prefix === undefined || this.#regrowing > 0 || this.#position >= prefix.length) return other;
    const given = prefix.kindAt(this.#position);
    // Also when nothing is taken: what was recorded here has its place, and the next draw the next one.
    this.#position += 1;
    if (isOver) return SIMPLEST;
    // Booleans, indexes and integers can stand for each other; anything else has lost its place.
    return given === kind || (given <= ChoiceKind.index && kind <= ChoiceKind.index) ? TAKEN : other;
  }

  #given(): number {
    return this.#prefix?.valueAt(this.#position - 1) ?? 0;
  }

  #givenObject(): ChoiceObject {
    return this.#prefix?.objectAt(this.#position - 1) ?? '';
  }

  #source(): FuzzRandom {
    if (this.#random === undefined) throw new Rejected('nothing to draw from');
    return this.#random;
  }

  #longest(low: number, high: number): number {
    return Math.max(low, Math.min(high, this.#room));
  }

  #noteObject(word: number, object: ChoiceObject, low: number, high: number): void {
    this.#note(word, this.#objects.push(object) - 1, low, high);
    this.#room -= object.length;
  }

  #note(word: number, value: number, low: number, high: number): void {
    if (this.length === this.#words.length) this.#grow();
    const at = this.length * NUMBERS;
    this.#words[this.length] = word;
    this.#numbers[at] = value;
    this.#numbers[at + 1] = low;
    this.#numbers[at + 2] = high;
    this.length += 1;
    this.#room -= 1;
  }

  #grow(): void {
    if (this.length >= DRAWS_MAX) throw new Rejected('the generator does not come to an end');
    this.#words = widened(this.#words);
    const numbers = new Float64Array(this.#numbers.length * 2);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }
}

function widened(row: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(row.length * 2);
  wider.set(row);
  return wider;
}

function mendedFloat(value: number, low: number, high: number, detail: number): number {
  if (Number.isNaN(value)) return (detail & FloatDetail.nan) === 0 ? nearestToZero(low, high) : value;
  if (!Number.isFinite(value) && (detail & FloatDetail.infinity) !== 0) return value;
  return Math.min(Math.max(value, low), high);
}
