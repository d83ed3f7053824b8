/**
 * Variations of a choice sequence: draws get boundary values, hints or something new; spans are deleted, repeated, swapped, grown anew or
 * replaced by spans of the same label, from the same input or another. What comes out need not fit: replaying it mends it.
 */
import type { ComparedPair, Hints } from '../hints.ts';
import { ChoiceKind, nearestToZero } from './choice-kind.ts';
import { type ChoiceObject, ChoiceSequence, hasObject, type Span } from './choice-sequence.ts';
import { dangerousFloats, dangerousNumbers } from './dangerous.ts';
import type { FuzzRandom } from './fuzz-random.ts';
import { Havoc } from './havoc.ts';
import { editedText } from './edit.ts';
import { meetings } from './meet-comparison.ts';
import { bytePalette, textPalette } from './unit-palette.ts';
import { UnitText } from './unit-text.ts';

export interface Variation {
  readonly prefix: ChoiceSequence;
  /** A span of the prefix to draw anew. */
  readonly regrow: Span | undefined;
}

const DRAW_OPERATORS = 6;
const SPAN_OPERATORS = 8;
const REPEATS_MAX = 16;
const MET_MAX = 64;
const textHavoc = new Havoc('text', textPalette);
const byteHavoc = new Havoc('bytes', bytePalette);
const texts = new UnitText();

export class ChoiceMutator {
  readonly #random: FuzzRandom;
  readonly #hints: Hints;
  readonly #sizeMax: number;

  constructor(random: FuzzRandom, hints: Hints, sizeMax: number) {
    this.#random = random;
    this.#hints = hints;
    this.#sizeMax = sizeMax;
  }

  vary(parent: ChoiceSequence, other: ChoiceSequence | undefined): Variation {
    if (parent.length === 0) return { prefix: parent, regrow: undefined };
    const random = this.#random;
    const isStructural = parent.spans.length > 0 && random.oneIn(2);
    let prefix = parent;
    const edits = isStructural ? random.below(2) : 1 + random.skewedBelow(4);
    for (let edit = 0; edit < edits; edit += 1) prefix = this.#editDraw(prefix);
    return isStructural ? this.#editSpan(prefix, other) : { prefix, regrow: undefined };
  }

  /** Bits of `resting` count the operators of draws first, then those of spans. */
  #operator(count: number, first: number): number {
    let operator = this.#random.below(count);
    for (let tries = 0; tries < 4 && ((this.#hints.resting >>> (first + operator)) & 1) === 1; tries += 1)
      operator = this.#random.below(count);
    return operator;
  }

  #editDraw(sequence: ChoiceSequence): ChoiceSequence {
    const at = this.#random.below(sequence.length);
    switch (this.#operator(DRAW_OPERATORS, 0)) {
      case 0:
        return sequence.withHole(at);
      case 1:
        return this.#boundary(sequence, at);
      case 2:
        return this.#nudge(sequence, at);
      case 3:
        return this.#hinted(sequence, at);
      default:
        return this.#meetComparison(sequence, at);
    }
  }

  #boundary(sequence: ChoiceSequence, at: number): ChoiceSequence {
    const random = this.#random;
    const kind = sequence.kindAt(at);
    const low = sequence.lowAt(at);
    const high = sequence.highAt(at);
    if (kind === ChoiceKind.boolean) return sequence.withOne(at, 1 - sequence.valueAt(at));
    if (hasObject(kind)) return sequence.withOne(at, this.#resized(sequence.objectAt(at), low, high));
    const listed = kind === ChoiceKind.float ? dangerousFloats : dangerousNumbers;
    const options = [low, high, low + 1, high - 1, nearestToZero(low, high), listed[random.below(listed.length)] ?? 0];
    return sequence.withOne(at, options[random.below(options.length)] ?? 0);
  }

  /** As short, or as long, as it may be. */
  #resized(object: ChoiceObject, low: number, high: number): ChoiceObject {
    const length = this.#random.oneIn(2) ? low : Math.min(high, this.#sizeMax, Math.max(1, object.length) * 2);
    if (typeof object === 'string')
      return object.length >= length ? object.slice(0, length) : object + (object || 'a').repeat(2).slice(0, length - object.length);
    const resized = new Uint8Array(length);
    resized.set(object.subarray(0, length));
    return resized;
  }

  #nudge(sequence: ChoiceSequence, at: number): ChoiceSequence {
    const random = this.#random;
    if (hasObject(sequence.kindAt(at))) return sequence.withOne(at, this.#havoc(sequence.objectAt(at), undefined));
    const value = sequence.valueAt(at);
    const step = 1 + random.skewedBelow(64);
    const moved = [value + step, value - step, -value, value * 2, Math.trunc(value / 2), value ^ (1 << random.below(31))];
    return sequence.withOne(at, moved[random.below(moved.length)] ?? value);
  }

  #havoc(object: ChoiceObject, other: ChoiceObject | undefined): ChoiceObject {
    const isText = typeof object === 'string';
    const havoc = isText ? textHavoc : byteHavoc;
    havoc.mutate(object, typeof other === typeof object ? other : undefined, this.#random, this.#hints, this.#sizeMax);
    return isText ? texts.of(havoc.units, havoc.length) : Uint8Array.from(havoc.units.subarray(0, havoc.length));
  }

  #hinted(sequence: ChoiceSequence, at: number): ChoiceSequence {
    const hint = this.#hints.take(this.#random);
    const kind = sequence.kindAt(at);
    if (hint === undefined) return sequence.withHole(at);
    if (kind === ChoiceKind.text) return sequence.withOne(at, String(hint));
    if (kind === ChoiceKind.bytes) return sequence.withOne(at, Uint8Array.from(Buffer.from(String(hint))));
    return typeof hint === 'number' ? sequence.withOne(at, hint) : this.#nudge(sequence, at);
  }

  /** The draw that was compared, if one is found, gets the value it was compared with. */
  #meetComparison(sequence: ChoiceSequence, at: number): ChoiceSequence {
    const { pairs } = this.#hints;
    const pair = pairs[this.#random.below(Math.max(1, pairs.length))];
    if (pair === undefined) return this.#hinted(sequence, at);
    for (let step = 0; step < sequence.length; step += 1) {
      const place = (at + step) % sequence.length;
      const met = metBy(sequence, place, pair);
      if (met !== undefined) return sequence.withOne(place, met);
    }
    return sequence.kindAt(at) === ChoiceKind.text ? sequence.withOne(at, String(pair.wanted)) : this.#hinted(sequence, at);
  }

  #editSpan(sequence: ChoiceSequence, other: ChoiceSequence | undefined): Variation {
    const random = this.#random;
    const { spans } = sequence;
    // A variation of at least one span is only asked for where there is one.
    const span = spans[random.below(spans.length)] as Span;
    const own = sequence.slice(span.start, span.end);
    const replace = (...parts: readonly ChoiceSequence[]): Variation => ({
      prefix: ChoiceSequence.join(sequence.slice(0, span.start), ...parts, sequence.slice(span.end, sequence.length)),
      regrow: undefined,
    });
    switch (this.#operator(SPAN_OPERATORS, DRAW_OPERATORS)) {
      case 0:
        return { prefix: sequence, regrow: span };
      case 1:
        return replace();
      case 2:
        return replace(own, own);
      case 3:
        return replace(...Array.from({ length: 2 + random.below(REPEATS_MAX) }, () => own));
      case 4:
        return this.#swap(sequence, span);
      case 5:
      case 6: {
        const foreign = this.#alike(other, span) ?? this.#alike(sequence, span);
        if (foreign === undefined) return { prefix: sequence, regrow: span };
        return random.oneIn(2) ? replace(foreign) : replace(own, foreign);
      }
      default: {
        // Around itself: the tree becomes its own subtree's parent.
        const outer = this.#alike(sequence, span);
        return outer === undefined ? replace(own, own) : replace(outer);
      }
    }
  }

  /** The draws of any span with the same label. */
  #alike(sequence: ChoiceSequence | undefined, span: Span): ChoiceSequence | undefined {
    const alike = sequence?.spans.filter(({ label }) => label === span.label) ?? [];
    const found = alike[this.#random.below(Math.max(1, alike.length))];
    return found === undefined || sequence === undefined ? undefined : sequence.slice(found.start, found.end);
  }

  #swap(sequence: ChoiceSequence, span: Span): Variation {
    const apart = sequence.spans.filter(({ label, start, end }) => label === span.label && (start >= span.end || end <= span.start));
    const partner = apart[this.#random.below(Math.max(1, apart.length))];
    if (partner === undefined) return { prefix: sequence, regrow: span };
    const [first, second] = span.start < partner.start ? [span, partner] : [partner, span];
    const prefix = ChoiceSequence.join(
      sequence.slice(0, first.start),
      sequence.slice(second.start, second.end),
      sequence.slice(first.end, second.start),
      sequence.slice(first.start, first.end),
      sequence.slice(second.end, sequence.length),
    );
    return { prefix, regrow: undefined };
  }
}

/** Every draw that holds what was compared, with what was wanted instead, one at a time. */
export function metSequences(sequence: ChoiceSequence, pair: ComparedPair, sizeMax: number): readonly ChoiceSequence[] {
  const made: ChoiceSequence[] = [];
  for (let at = 0; at < sequence.length && made.length < MET_MAX; at += 1) {
    const kind = sequence.kindAt(at);
    const object = hasObject(kind) ? sequence.objectAt(at) : undefined;
    if (typeof object === 'string') {
      for (const edit of meetings(object, object, pair, 'text', sizeMax)) made.push(sequence.withOne(at, editedText(object, edit)));
      continue;
    }
    const met = metBy(sequence, at, pair);
    if (met !== undefined) made.push(sequence.withOne(at, met));
  }
  return made;
}

function metBy(sequence: ChoiceSequence, at: number, pair: ComparedPair): number | ChoiceObject | undefined {
  const kind = sequence.kindAt(at);
  if (kind === ChoiceKind.integer || kind === ChoiceKind.float || kind === ChoiceKind.index) {
    return sequence.valueAt(at) === pair.actual ? Number(pair.wanted) : undefined;
  }
  const object = hasObject(kind) ? sequence.objectAt(at) : undefined;
  if (typeof object !== 'string') return undefined;
  const actual = String(pair.actual);
  if (actual === '') return object === '' ? String(pair.wanted) : undefined;
  return object.includes(actual) ? object.replace(actual, () => String(pair.wanted)) : undefined;
}
