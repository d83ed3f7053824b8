/**
 * The decisions of one run, in order, as they are made. Hot: appending allocates nothing beyond
 * the slots themselves. Readable at any time; packed for disk by log-codec.ts.
 */
import type { Json, JsonObject } from '../base/json.ts';
import { RollingHash } from '../base/rolling-hash.ts';
import { renderU64 } from '../base/u64.ts';
import { type FieldType, Kind, layoutOf } from './kinds.ts';
import { fitsPickWord, isPickWord, pickWord, readPickWord } from './pick-word.ts';
import { SlotList } from './slot-list.ts';
import { fitsTransitionWord, isTransitionWord, numberOfTransition, transitionWord } from './transition-word.ts';

/** Where a task can stand. */
export interface Place {
  readonly label: string;
  readonly path: string;
}

/** Texts known before the run starts (task names, step types, step paths), shared by all runs of one program. */
export class SymbolTable {
  readonly texts: readonly string[];
  /** The places of the program by number, with the ids of their texts. */
  readonly places: readonly { readonly label: number; readonly path: number }[];
  readonly #ids: ReadonlyMap<string, number>;

  constructor(texts: readonly string[], places: readonly Place[] = []) {
    const unique = [...new Set([...texts, ...places.flatMap(({ label, path }) => [label, path])])];
    this.texts = unique;
    this.#ids = new Map(unique.map((text, index) => [text, index]));
    this.places = places.map(({ label, path }) => ({ label: this.idOf(label) ?? 0, path: this.idOf(path) ?? 0 }));
  }

  idOf(text: string): number | undefined {
    return this.#ids.get(text);
  }
}

const NO_SYMBOLS = new SymbolTable([]);

export class DecisionLog {
  readonly #slots = new SlotList();
  readonly payloads: Json[] = [];
  length = 0;
  readonly #hash = new RollingHash();
  /** Slots before this one are in the hash already. */
  #hashed = 0;
  readonly #symbols: SymbolTable;
  readonly #ownTexts: string[] = [];
  #ownIds: Map<string, number> | undefined;
  /** Text ids of the tasks by number. */
  readonly #tasks: number[] = [];
  readonly #taskNumbers = new Map<string, number>();

  constructor(symbols: SymbolTable = NO_SYMBOLS) {
    this.#symbols = symbols;
  }

  textId(text: string): number {
    const shared = this.#symbols.idOf(text);
    if (shared !== undefined) return shared;
    this.#ownIds ??= new Map();
    let id = this.#ownIds.get(text);
    if (id === undefined) {
      id = this.#symbols.texts.length + this.#ownTexts.length;
      this.#ownTexts.push(text);
      this.#ownIds.set(text, id);
    }
    return id;
  }

  /** Tasks are numbered in the order they appear, which keeps the numbers small. */
  taskNumber(name: string): number {
    let number = this.#taskNumbers.get(name);
    if (number === undefined) {
      number = this.#tasks.push(this.textId(name)) - 1;
      this.#taskNumbers.set(name, number);
    }
    return number;
  }

  get textCount(): number {
    return this.#symbols.texts.length + this.#ownTexts.length;
  }

  textOf(id: number): string {
    const shared = this.#symbols.texts;
    const text = id < shared.length ? shared[id] : this.#ownTexts[id - shared.length];
    if (text === undefined) throw new RangeError(`unknown text ${id}`);
    return text;
  }

  payloadOf(id: number): Json {
    const payload = this.payloads[id];
    if (payload === undefined) throw new RangeError(`unknown payload ${id}`);
    return payload;
  }

  /**
   * Over every slot, so over kinds, options, answers and times; equal for equal runs of one program. Traces store the determinism
   * hash instead. Made when somebody asks: most runs are never compared, and mixing costs more than appending.
   */
  get hash(): RollingHash {
    for (; this.#hashed < this.#slots.length; this.#hashed += 1) this.#hash.mix(this.#slots.at(this.#hashed));
    return this.#hash;
  }

  /** `task` is a task number, `place` one of the program's. */
  appendPick(task: number, place: number, options: number, answer: number): void {
    if (!fitsPickWord(task, place, options)) return this.#appendLongPick(task, place, options, answer);
    this.length += 1;
    this.#slots.push(pickWord(task, place, options, answer));
  }

  /** `node` and `label` are texts. */
  appendTransition(node: number, label: number, options: number, answer: number): void {
    if (!fitsTransitionWord(node, label, options)) return this.append4(Kind.transition, node, label, options, answer);
    this.length += 1;
    this.#slots.push(transitionWord(node, label, options, answer));
  }

  #appendLongPick(task: number, place: number, options: number, answer: number): void {
    this.append5(Kind.schedulerPick, this.#taskText(task), this.#placeAt(place).label, this.#placeAt(place).path, options, answer);
  }

  append1(kind: Kind, a: number): void {
    this.#slots.push(kind);
    this.#slots.push(a);
    this.length += 1;
  }

  append2(kind: Kind, a: number, b: number): void {
    this.append1(kind, a);
    this.#slots.push(b);
  }

  append3(kind: Kind, a: number, b: number, c: number): void {
    this.append2(kind, a, b);
    this.#slots.push(c);
  }

  append4(kind: Kind, a: number, b: number, c: number, d: number): void {
    this.append3(kind, a, b, c);
    this.#slots.push(d);
  }

  append5(kind: Kind, a: number, b: number, c: number, d: number, e: number): void {
    this.append3(kind, a, b, c);
    this.#slots.push(d);
    this.#slots.push(e);
  }

  /** A record copied from somewhere else, slot by slot; used by decoders and editors. */
  appendSlots(record: readonly number[]): void {
    for (const slot of record) this.#slots.push(slot);
    this.length += 1;
  }

  appendPayload(kind: Kind, payload: Json): void {
    this.payloads.push(payload);
    this.append1(kind, this.payloads.length - 1);
  }

  /** All decisions as the contract shows them. */
  toRecords(): readonly JsonObject[] {
    const records: JsonObject[] = [];
    this.forEach((at) => records.push(this.recordAt(at)));
    return records;
  }

  /** Visits the first slot of every record. */
  forEach(visit: (at: number, kind: number) => void): void {
    for (let at = 0; at < this.#slots.length; at = this.after(at)) visit(at, this.kindAt(at));
  }

  /** Kind of the record that starts at slot `at`, -1 at the end. */
  kindAt(at: number): number {
    const first = this.#slots.at(at);
    if (isPickWord(first)) return Kind.schedulerPick;
    return isTransitionWord(first) ? Kind.transition : first;
  }

  /** The n-th number of that record as its layout counts them, the kind being number 0. */
  numberAt(at: number, n: number): number {
    const first = this.#slots.at(at);
    if (isPickWord(first)) return this.#numberOfPick(first, n);
    if (isTransitionWord(first)) return n === 0 ? Kind.transition : numberOfTransition(first, n);
    return this.#slots.at(at + n);
  }

  /** Where the next record starts. */
  after(at: number): number {
    const first = this.#slots.at(at);
    return at + (isPickWord(first) || isTransitionWord(first) ? 1 : layoutOf(first).slots);
  }

  #numberOfPick(word: number, n: number): number {
    const { task, place, options, answer } = readPickWord(word);
    switch (n) {
      case 0:
        return Kind.schedulerPick;
      case 1:
        return this.#taskText(task);
      case 2:
        return this.#placeAt(place).label;
      case 3:
        return this.#placeAt(place).path;
      case 4:
        return options;
      default:
        return answer;
    }
  }

  #taskText(task: number): number {
    const text = this.#tasks[task];
    if (text === undefined) throw new RangeError(`unknown task ${task}`);
    return text;
  }

  #placeAt(place: number): SymbolTable['places'][number] {
    const found = this.#symbols.places[place];
    if (found === undefined) throw new RangeError(`unknown place ${place}`);
    return found;
  }

  /** What the record at slot `at` answers: the payload alone where there is one, so that it can be recorded again unchanged. */
  answerAt(at: number): Json {
    const layout = layoutOf(this.kindAt(at));
    return layout.fields[0]?.type === 'payload' ? this.payloadOf(this.numberAt(at, 1)) : this.recordAt(at);
  }

  /** The record that starts at slot `at`. */
  recordAt(at: number): JsonObject {
    const layout = layoutOf(this.kindAt(at));
    const record: { [key: string]: Json } = { kind: layout.name };
    let n = 1;
    for (const { name, type } of layout.fields) {
      if (type === 'u64') record[name] = renderU64(this.numberAt(at, n), this.numberAt(at, n + 1));
      else this.#readField(record, name, type, this.numberAt(at, n));
      n += type === 'u64' ? 2 : 1;
    }
    return record;
  }

  #readField(record: { [key: string]: Json }, name: string, type: Exclude<FieldType, 'u64'>, value: number): void {
    switch (type) {
      case 'text':
        record[name] = this.textOf(value);
        return;
      case 'optional_text':
        if (this.textOf(value) !== '') record[name] = this.textOf(value);
        return;
      case 'id':
        record[name] = value === 0 ? null : value;
        return;
      case 'integer':
        record[name] = value;
        return;
      case 'flag':
        record[name] = value === 1;
        return;
      case 'payload':
        Object.assign(record, this.payloadOf(value));
        return;
    }
  }
}
