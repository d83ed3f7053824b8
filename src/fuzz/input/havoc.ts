/**
 * Mutation of a row of units: bytes, or the code units of a text. A few random edits in place in a scratch row that is kept between calls,
 * so that a mutation allocates only its result.
 */
import type { Hints } from '../hints.ts';
import type { Edit } from './edit.ts';
import { AwakeOperators } from './awake-operators.ts';
import { findUnits, isDigit } from './find-units.ts';
import type { FuzzRandom } from './fuzz-random.ts';
import { copyUnits, moveUnits } from './move-units.ts';
import { RowUnits } from './row-units.ts';
import { NUMBERS, type Palette } from './unit-palette.ts';
import { formCount, type UnitKind, writtenForm } from './written-forms.ts';

export const OPERATORS = 18;

type Row = Uint8Array | string;
type Units = Uint8Array | Uint16Array;

export class Havoc {
  units = new Uint16Array(1024);
  length = 0;
  readonly #palette: Palette;
  readonly #kind: UnitKind;
  #random!: FuzzRandom;
  #hints!: Hints;
  /** Most variations do without. */
  #other: Row | undefined;
  #sizeMax = 0;
  readonly #rows = new RowUnits();
  readonly #awake = new AwakeOperators(OPERATORS);

  constructor(kind: UnitKind, palette: Palette) {
    this.#kind = kind;
    this.#palette = palette;
  }

  generate(random: FuzzRandom, sizeMax: number): void {
    this.#reserve(sizeMax);
    this.length = random.skewedBelow(sizeMax + 1);
    for (let at = 0; at < this.length; at += 1) this.units[at] = this.#palette.unit(random);
  }

  /** Leaves the variation of `parent` in `units`, up to `length`. */
  mutate(parent: Row, other: Row | undefined, random: FuzzRandom, hints: Hints, sizeMax: number): void {
    this.#random = random;
    this.#hints = hints;
    this.#awake.rest(hints.resting);
    this.#other = other;
    this.#sizeMax = sizeMax;
    this.#reserve(Math.max(sizeMax, parent.length));
    this.length = Math.min(parent.length, sizeMax);
    copyUnits(this.#rows.again(parent), 0, this.units, 0, this.length);
    const edits = random.oneIn(2) ? 1 : 1 + random.skewedBelow(8);
    for (let edit = 0; edit < edits; edit += 1) this.#edit();
  }

  /** Leaves what was edited in the same place. */
  edit({ of, start, end, text }: Edit<Row>): void {
    const from = this.#rows.alone(of);
    const tail = from.length - end;
    this.length = start + text.length + tail;
    this.#reserve(this.length);
    copyUnits(from, 0, this.units, 0, start);
    this.#put(text, start, text.length);
    copyUnits(from, end, this.units, start + text.length, tail);
  }

  #reserve(size: number): void {
    if (size <= this.units.length) return;
    const wider = new Uint16Array(2 ** Math.ceil(Math.log2(size)));
    wider.set(this.units);
    this.units = wider;
  }

  #edit(): void {
    const random = this.#random;
    let operator = this.#awake.one(random);
    if (this.length === 0 && operator > 1) operator = random.below(2);
    switch (operator) {
      case 0:
        return this.#insertRun();
      case 1:
        return this.#insertHint();
      case 2:
        return this.#set(this.#place(), this.#palette.unit(random));
      case 3:
        return this.#set(this.#place(), this.#palette.strange(random));
      case 4:
        return this.#nudge();
      case 5:
        return this.#flip();
      case 6:
      case 7:
        return this.#remove(this.#place(), 1 + random.skewedBelow(this.length));
      case 8:
        return this.#duplicate(1);
      case 9:
        return this.#duplicate(1 + random.skewedBelow(64));
      case 10:
        return this.#overwriteRange();
      case 11:
        return this.#shuffle();
      case 12:
        return this.#overwriteHint();
      case 13:
      case 14:
        return this.#meetComparison();
      case 15:
        return this.#replaceNumber();
      case 16:
        return this.#spliceIn();
      default:
        return this.#cross();
    }
  }

  #place(): number {
    return this.#random.below(this.length);
  }

  #set(at: number, unit: number): void {
    this.units[at] = unit;
  }

  #nudge(): void {
    const at = this.#place();
    const delta = 1 + this.#random.below(16);
    this.#set(at, ((this.units[at] ?? 0) + (this.#random.oneIn(2) ? delta : -delta)) & this.#palette.unitMax);
  }

  #flip(): void {
    const at = this.#place();
    this.#set(at, (this.units[at] ?? 0) ^ (1 << this.#random.below(8)));
  }

  /** Makes room at `at`; fewer units than asked when the size limit is near. Gives the room made. */
  #open(at: number, count: number): number {
    const room = Math.min(count, this.#sizeMax - this.length);
    if (room <= 0) return 0;
    moveUnits(this.units, at + room, at, this.length - at);
    this.length += room;
    return room;
  }

  #remove(at: number, count: number): void {
    const end = Math.min(this.length, at + count);
    moveUnits(this.units, at, end, this.length - end);
    this.length -= end - at;
  }

  #insertRun(): void {
    const random = this.#random;
    const at = random.below(this.length + 1);
    const room = this.#open(at, 1 + random.skewedBelow(random.oneIn(8) ? 256 : 16));
    const repeated = random.oneIn(2);
    let unit = this.#palette.unit(random);
    for (let next = at; next < at + room; next += 1) {
      this.#set(next, unit);
      if (!repeated) unit = this.#palette.unit(random);
    }
  }

  /** A range again, right behind itself: nesting and repetition. */
  #duplicate(times: number): void {
    const from = this.#place();
    const width = Math.min(this.length - from, 1 + this.#random.skewedBelow(this.length));
    const room = this.#open(from + width, width * times);
    // What was just written is what comes next.
    for (let next = from; next < from + room; next += 1) this.#set(next + width, this.units[next] ?? 0);
  }

  #overwriteRange(): void {
    const from = this.#place();
    const to = this.#place();
    const width = Math.min(this.length - Math.max(from, to), 1 + this.#random.skewedBelow(this.length));
    moveUnits(this.units, to, from, width);
  }

  #shuffle(): void {
    const from = this.#place();
    const end = Math.min(this.length, from + 2 + this.#random.below(7));
    for (let at = end - 1; at > from; at -= 1) {
      const other = from + this.#random.below(at - from + 1);
      const unit = this.units[at] ?? 0;
      this.#set(at, this.units[other] ?? 0);
      this.#set(other, unit);
    }
  }

  #hint(): string | undefined {
    const value = this.#hints.take(this.#random);
    if (value === undefined) return undefined;
    // Most often as it is; the other forms are for values that travel escaped.
    const form = this.#random.oneIn(4) ? this.#random.below(formCount(value, this.#kind)) : 0;
    return writtenForm(value, form, this.#kind);
  }

  /** Half of the time with something that keeps it apart from what stands before or behind. */
  #insert(text: string): void {
    const random = this.#random;
    const glue = random.oneIn(2) ? '' : this.#hints.glue(random);
    const isBehind = random.oneIn(3);
    const at = random.below(this.length + 1);
    const room = this.#open(at, text.length + glue.length);
    const first = Math.min(room, isBehind ? text.length : glue.length);
    this.#put(isBehind ? text : glue, at, first);
    this.#put(isBehind ? glue : text, at + first, room - first);
  }

  #insertHint(): void {
    const hint = this.#hint();
    if (hint === undefined) return this.#insertRun();
    this.#insert(hint);
  }

  #overwriteHint(): void {
    const text = this.#hint();
    if (text === undefined) return this.#overwriteRange();
    const at = this.#place();
    this.#put(text, at, Math.min(text.length, this.length - at));
  }

  #put(text: string, at: number, count: number): void {
    for (let next = 0; next < count; next += 1) this.#set(at + next, text.charCodeAt(next) & this.#palette.unitMax);
  }

  #replace(at: number, width: number, text: string): void {
    const shared = Math.min(width, text.length);
    this.#put(text, at, shared);
    if (text.length < width) this.#remove(at + shared, width - shared);
    else if (this.#open(at + shared, text.length - width) > 0) this.#put(text, at, Math.min(text.length, this.length - at));
  }

  /** Where the input holds what was compared, in whatever form, it now holds what was wanted. */
  #meetComparison(): void {
    const { pairs } = this.#hints;
    const pair = pairs[this.#random.below(Math.max(1, pairs.length))];
    if (pair === undefined) return this.#overwriteHint();
    const forms = formCount(pair.actual, this.#kind);
    const first = this.#random.oneIn(2) ? 0 : this.#random.below(forms);
    const place = this.#place();
    let missing: string | undefined = '';
    for (let step = 0; step < forms; step += 1) {
      const form = (first + step) % forms;
      const actual = writtenForm(pair.actual, form, this.#kind);
      // Most values look the same in most forms.
      if (actual === missing) continue;
      missing = actual;
      const at = actual === undefined ? -1 : findUnits(this.units, this.length, actual, place);
      // Only what stands there is worth writing the other side for.
      const wanted = at < 0 ? undefined : writtenForm(pair.wanted, form, this.#kind);
      if (actual !== undefined && wanted !== undefined) return this.#replace(at, actual.length, wanted);
    }
    const text = writtenForm(pair.wanted, 0, this.#kind);
    if (text !== undefined) this.#insert(text);
  }

  #replaceNumber(): void {
    const start = this.#place();
    for (let step = start; step < start + this.length; step += 1) {
      const at = step < this.length ? step : step - this.length;
      if (!isDigit(this.units[at])) continue;
      let end = at + 1;
      while (end < this.length && isDigit(this.units[end])) end += 1;
      return this.#replace(at, end - at, NUMBERS[this.#random.below(NUMBERS.length)] ?? '0');
    }
    return this.#nudge();
  }

  #spliceIn(): void {
    if (this.#other === undefined || this.#other.length === 0) return this.#duplicate(1);
    const other = this.#rows.of(this.#other);
    if (this.#random.oneIn(3)) return this.#append(other);
    const from = this.#random.below(other.length);
    const at = this.#random.below(this.length + 1);
    const room = this.#open(at, Math.min(other.length - from, 1 + this.#random.skewedBelow(other.length)));
    copyUnits(other, from, this.units, at, room);
  }

  /** Both as they are, one behind the other. */
  #append(other: Units): void {
    const glue = this.#hints.glue(this.#random);
    const at = this.length;
    const room = this.#open(at, glue.length + other.length);
    for (let next = 0; next < room; next += 1)
      this.#set(at + next, next < glue.length ? glue.charCodeAt(next) & this.#palette.unitMax : (other[next - glue.length] ?? 0));
  }

  /** The head of this one with the tail of the other. */
  #cross(): void {
    if (this.#other === undefined || this.#other.length === 0) return this.#shuffle();
    const other = this.#rows.of(this.#other);
    const at = this.#place();
    const from = this.#random.below(other.length);
    const end = Math.min(this.#sizeMax, at + other.length - from);
    copyUnits(other, from, this.units, at, Math.max(0, end - at));
    this.length = Math.max(at, end);
  }
}
