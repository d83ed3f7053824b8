/**
 * The decisions of one run, in order, as they are made. Hot: appending allocates nothing beyond
 * the slots themselves. Readable at any time; packed for disk by log-codec.ts.
 */
import type { Json, JsonObject } from '../base/json.ts';
import { RollingHash } from '../base/rolling-hash.ts';
import { renderU64 } from '../base/u64.ts';
import type { FieldType, Kind } from './kinds.ts';
import { layoutOf } from './kinds.ts';
import { SlotList } from './slot-list.ts';

/** Texts known before the run starts (task names, step types, step paths), shared by all runs of one program. */
export class SymbolTable {
  readonly texts: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;

  constructor(texts: Iterable<string>) {
    const unique = [...new Set(texts)];
    this.texts = unique;
    this.#ids = new Map(unique.map((text, index) => [text, index]));
  }

  idOf(text: string): number | undefined {
    return this.#ids.get(text);
  }
}

const NO_SYMBOLS = new SymbolTable([]);

export class DecisionLog {
  readonly slots = new SlotList();
  readonly payloads: Json[] = [];
  length = 0;
  readonly #hash = new RollingHash();
  /** Slots before this one are in the hash already. */
  #hashed = 0;
  readonly #symbols: SymbolTable;
  readonly #ownTexts: string[] = [];
  #ownIds: Map<string, number> | undefined;

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
    for (; this.#hashed < this.slots.length; this.#hashed += 1) this.#hash.mix(this.slots.at(this.#hashed));
    return this.#hash;
  }

  append1(kind: Kind, a: number): void {
    this.slots.push2(kind, a);
    this.length += 1;
  }

  append2(kind: Kind, a: number, b: number): void {
    this.slots.push3(kind, a, b);
    this.length += 1;
  }

  append3(kind: Kind, a: number, b: number, c: number): void {
    this.slots.push4(kind, a, b, c);
    this.length += 1;
  }

  append4(kind: Kind, a: number, b: number, c: number, d: number): void {
    this.slots.push2(kind, a);
    this.slots.push3(b, c, d);
    this.length += 1;
  }

  append5(kind: Kind, a: number, b: number, c: number, d: number, e: number): void {
    this.slots.push6(kind, a, b, c, d, e);
    this.length += 1;
  }

  /** A record copied from somewhere else, slot by slot; used by decoders and editors. */
  appendSlots(record: readonly number[]): void {
    for (const slot of record) this.slots.push(slot);
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
    for (let at = 0; at < this.slots.length; ) {
      const kind = this.slots.at(at);
      visit(at, kind);
      at += layoutOf(kind).slots;
    }
  }

  /** What the record at slot `at` answers: the payload alone where there is one, so that it can be recorded again unchanged. */
  answerAt(at: number): Json {
    const layout = layoutOf(this.slots.at(at));
    return layout.fields[0]?.type === 'payload' ? this.payloadOf(this.slots.at(at + 1)) : this.recordAt(at);
  }

  /** The record that starts at slot `at`. */
  recordAt(at: number): JsonObject {
    const layout = layoutOf(this.slots.at(at));
    const record: { [key: string]: Json } = { kind: layout.name };
    let slot = at + 1;
    for (const field of layout.fields) {
      this.#readField(record, field.name, field.type, slot);
      slot += field.type === 'u64' ? 2 : 1;
    }
    return record;
  }

  #readField(record: { [key: string]: Json }, name: string, type: FieldType, slot: number): void {
    const value = this.slots.at(slot);
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
      case 'u64':
        record[name] = renderU64(value, this.slots.at(slot + 1));
        return;
      case 'payload':
        Object.assign(record, this.payloadOf(value));
        return;
    }
  }
}
