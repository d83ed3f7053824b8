/**
 * An input as the draws it was made of: typed values with their bounds, and labelled spans that say which draws belong together. A
 * sequence never changes; edits make new ones, which need not fit the generator any more (a replay mends them).
 */
import { ChoiceKind, choiceWord, detailOfWord, kindOfWord } from './choice-kind.ts';

/** Numbers per draw: value, low, high. */
export const NUMBERS = 3;
/** Numbers per span: label, first draw, end, depth. */
export const SPAN = 4;

export type ChoiceObject = string | Uint8Array;

export interface Span {
  readonly label: number;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

export class ChoiceSequence {
  readonly words: Int32Array;
  readonly numbers: Float64Array;
  readonly objects: readonly ChoiceObject[];
  /** Of every span in the order they were opened. */
  readonly spanNumbers: Int32Array;
  #spans: readonly Span[] | undefined;

  constructor(words: Int32Array, numbers: Float64Array, objects: readonly ChoiceObject[], spanNumbers: Int32Array) {
    this.words = words;
    this.numbers = numbers;
    this.objects = objects;
    this.spanNumbers = spanNumbers;
  }

  get length(): number {
    return this.words.length;
  }

  kindAt(at: number): ChoiceKind {
    return kindOfWord(this.words[at] ?? 0);
  }

  detailAt(at: number): number {
    return detailOfWord(this.words[at] ?? 0);
  }

  valueAt(at: number): number {
    return this.numbers[at * NUMBERS] ?? 0;
  }

  lowAt(at: number): number {
    return this.numbers[at * NUMBERS + 1] ?? 0;
  }

  highAt(at: number): number {
    return this.numbers[at * NUMBERS + 2] ?? 0;
  }

  /** The text or the bytes of a draw that has them. */
  objectAt(at: number): ChoiceObject {
    return this.objects[this.valueAt(at)] ?? '';
  }

  /** Those with draws in them, parents before their children. */
  get spans(): readonly Span[] {
    if (this.#spans === undefined) {
      const spans: Span[] = [];
      const { spanNumbers } = this;
      for (let at = 0; at < spanNumbers.length; at += SPAN) {
        const [label = 0, start = 0, end = 0, depth = 0] = spanNumbers.subarray(at, at + SPAN);
        if (end > start) spans.push({ label, start, end, depth });
      }
      this.#spans = spans;
    }
    return this.#spans;
  }

  /** Draws and everything inside texts and bytes: what length limits and reports count. */
  get size(): number {
    let size = this.length;
    for (let at = 0; at < this.length; at += 1) if (hasObject(this.kindAt(at))) size += this.objectAt(at).length;
    return size;
  }

  /** The draws of the parts, one after the other. Spans are left behind: they no longer say what they said. */
  static join(...parts: readonly ChoiceSequence[]): ChoiceSequence {
    const draws = parts.reduce((sum, { length }) => sum + length, 0);
    const words = new Int32Array(draws);
    const numbers = new Float64Array(draws * NUMBERS);
    const objects: ChoiceObject[] = [];
    let at = 0;
    for (const part of parts) {
      words.set(part.words, at);
      numbers.set(part.numbers, at * NUMBERS);
      for (let draw = 0; draw < part.length; draw += 1) {
        if (!hasObject(part.kindAt(draw))) continue;
        numbers[(at + draw) * NUMBERS] = objects.push(part.objectAt(draw)) - 1;
      }
      at += part.length;
    }
    return new ChoiceSequence(words, numbers, objects, NO_SPANS);
  }

  slice(from: number, end: number): ChoiceSequence {
    return new ChoiceSequence(this.words.subarray(from, end), this.numbers.subarray(from * NUMBERS, end * NUMBERS), this.objects, NO_SPANS);
  }

  without(from: number, end: number): ChoiceSequence {
    return ChoiceSequence.join(this.slice(0, from), this.slice(end, this.length));
  }

  /** With another value at some places: a number, or a text or bytes for draws that have them. Spans stay. */
  with(edits: ReadonlyMap<number, number | ChoiceObject>): ChoiceSequence {
    const numbers = this.numbers.slice();
    const objects = [...this.objects];
    for (const [at, value] of edits) {
      if (typeof value === 'number') numbers[at * NUMBERS] = value;
      else numbers[at * NUMBERS] = objects.push(value) - 1;
    }
    return new ChoiceSequence(this.words, numbers, objects, this.spanNumbers);
  }

  withOne(at: number, value: number | ChoiceObject): ChoiceSequence {
    return this.with(new Map([[at, value]]));
  }

  /** One draw that is made anew when the sequence is replayed. */
  withHole(at: number): ChoiceSequence {
    const words = this.words.slice();
    words[at] = choiceWord(ChoiceKind.hole, 0);
    return new ChoiceSequence(words, this.numbers, this.objects, this.spanNumbers);
  }
}

const NO_SPANS = new Int32Array();

export function hasObject(kind: ChoiceKind): boolean {
  return kind === ChoiceKind.bytes || kind === ChoiceKind.text;
}
