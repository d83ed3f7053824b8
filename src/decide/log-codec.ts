/**
 * The decision log for disk: columns per kind and field, texts by guess, numbers by difference, both as
 * variable-length integers, texts and payloads once each, all of it deflated. Repetition, which is most of a log, costs
 * almost nothing this way; a pick takes well under two bytes.
 */
import { deflateSync, Inflate } from 'fflate';
import { base64Decode, base64Encode } from '../base/base64.ts';
import { canonicalJson, isArray } from '../base/canonical-json.ts';
import type { Json } from '../base/json.ts';
import { parseJsonValue } from '../base/json-text.ts';
import { parseU64, renderU64, type U64 } from '../base/u64.ts';
import { utf8Decode, utf8Encode } from '../base/utf8.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { type Column, columns, contextOf, TextGuess } from './columns.ts';
import { determinismHash } from './determinism-hash.ts';
import { isTextField, Kind, layoutOf } from './kinds.ts';
import { DecisionLog } from './log.ts';
import { SeedStream } from './seed-stream.ts';

const ENCODING = 'columns-1';

/** A log of this many bytes before deflating is refused: it would not fit the memory of a small machine. */
const UNPACKED_BYTES_MAX = 1 << 30;

export interface PackedLog {
  readonly encoding: typeof ENCODING;
  readonly count: number;
  /** Determinism hash of the run (determinism-hash.ts). */
  readonly hash: string;
  /** Present when random numbers are written as places in the stream of this seed. */
  readonly seed?: string;
  readonly data: string;
}

/** With the seed of the run, random numbers take a byte instead of eight. */
export function packLog(log: DecisionLog, seed?: U64): PackedLog {
  const out = new ByteWriter();
  out.varint(log.length);
  const present = new Set<number>();
  log.forEach((_at, kind) => {
    out.byte(kind);
    present.add(kind);
  });
  const tables = new Tables(log);
  const stream = seed === undefined || !present.has(Kind.randU64) ? undefined : new SeedStream(seed);
  stream?.prepare(log.length);
  for (const column of columns) if (present.has(column.kind)) packColumn(log, column, { tables, stream }, out);
  out.bytes(utf8Encode(canonicalJson([tables.texts, tables.payloads])));
  return {
    encoding: ENCODING,
    count: log.length,
    hash: determinismHash(log),
    ...(seed === undefined || stream === undefined ? {} : { seed: renderU64(seed.hi, seed.lo) }),
    data: base64Encode(deflateSync(out.done(), { level: 6 })),
  };
}

interface Packing {
  readonly tables: Tables;
  readonly stream: SeedStream | undefined;
}

function packColumn(log: DecisionLog, column: Column, { tables, stream }: Packing, out: ByteWriter): void {
  const guess = new TextGuess();
  let previous = 0;
  log.forEach((at, kind) => {
    if (kind !== column.kind) return;
    const raw = log.numberAt(at, column.slot);
    if (column.type === 'u64') {
      packU64(out, raw, log.numberAt(at, column.slot + 1), stream);
    } else if (isTextField(column.type)) {
      const context = contextOf(column, (slot) => tables.text(log.numberAt(at, slot)));
      out.varint(guess.encode(context, tables.text(raw)));
    } else {
      const value = column.type === 'payload' ? tables.payload(raw) : raw;
      out.signed(value - previous);
      previous = value;
    }
  });
}

function packU64(out: ByteWriter, hi: number, lo: number, stream: SeedStream | undefined): void {
  if (stream !== undefined) return stream.write(out, hi, lo);
  out.u32(hi);
  out.u32(lo);
}

/** Renumbers texts and payloads by first use; equal payloads share one entry. */
class Tables {
  readonly texts: string[] = [];
  readonly payloads: Json[] = [];
  readonly #log: DecisionLog;
  readonly #textIds = new Map<number, number>();
  readonly #payloadIds = new Map<string, number>();

  constructor(log: DecisionLog) {
    this.#log = log;
  }

  text(id: number): number {
    let renumbered = this.#textIds.get(id);
    if (renumbered === undefined) {
      renumbered = this.texts.push(this.#log.textOf(id)) - 1;
      this.#textIds.set(id, renumbered);
    }
    return renumbered;
  }

  payload(id: number): number {
    const value = this.#log.payloadOf(id);
    const key = canonicalJson(value);
    let renumbered = this.#payloadIds.get(key);
    if (renumbered === undefined) {
      renumbered = this.payloads.push(value) - 1;
      this.#payloadIds.set(key, renumbered);
    }
    return renumbered;
  }
}

/** The log, or undefined when the data is not what packLog writes. */
export function unpackLog(packed: Json | undefined): { readonly log: DecisionLog; readonly hash: string } | undefined {
  if (typeof packed !== 'object' || packed === null || isArray(packed)) return undefined;
  const { encoding, count, hash, seed, data } = packed;
  if (encoding !== ENCODING || typeof count !== 'number' || typeof hash !== 'string' || typeof data !== 'string') return undefined;
  const parsedSeed = typeof seed === 'string' ? parseU64(seed) : undefined;
  if (seed !== undefined && parsedSeed === undefined) return undefined;
  const bytes = base64Decode(data);
  const plain = bytes === undefined ? undefined : inflate(bytes);
  if (plain === undefined) return undefined;
  try {
    const log = unpackColumns(new ByteReader(plain), count, parsedSeed && new SeedStream(parsedSeed));
    return log === undefined ? undefined : { log, hash };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function inflate(bytes: Uint8Array): Uint8Array | undefined {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let complete = false;
  try {
    const stream = new Inflate((chunk, last) => {
      size += chunk.length;
      if (size > UNPACKED_BYTES_MAX) throw new RangeError('the decision log is too large');
      chunks.push(chunk);
      complete ||= last;
    });
    stream.push(bytes, true);
  } catch {
    return undefined;
  }
  if (!complete) return undefined;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function unpackColumns(input: ByteReader, count: number, stream: SeedStream | undefined): DecisionLog | undefined {
  if (input.varint() !== count) return undefined;
  const kinds = input.take(count);
  const positions: number[] = [];
  let slotCount = 0;
  for (const kind of kinds) {
    positions.push(slotCount);
    slotCount += layoutOf(kind).slots;
  }
  const slots = new Array<number>(slotCount).fill(0);
  positions.forEach((at, index) => {
    slots[at] = kinds[index] ?? 0;
  });
  const present = new Set(kinds);
  for (const column of columns) if (present.has(column.kind)) unpackColumn(input, column, { kinds, positions, slots, stream });
  return rebuild(input, { kinds, positions, slots, stream });
}

interface Flat {
  readonly kinds: Uint8Array;
  readonly positions: readonly number[];
  readonly slots: number[];
  readonly stream: SeedStream | undefined;
}

function unpackColumn(input: ByteReader, column: Column, flat: Flat): void {
  const guess = new TextGuess();
  let previous = 0;
  for (let index = 0; index < flat.kinds.length; index += 1) {
    if (flat.kinds[index] !== column.kind) continue;
    const start = flat.positions[index] ?? 0;
    const at = start + column.slot;
    if (column.type === 'u64') {
      const { hi, lo } = flat.stream?.read(input) ?? { hi: input.u32(), lo: input.u32() };
      flat.slots[at] = hi;
      flat.slots[at + 1] = lo;
    } else if (isTextField(column.type)) {
      const context = contextOf(column, (slot) => flat.slots[start + slot] ?? -1);
      flat.slots[at] = guess.decode(context, input.varint());
    } else {
      previous += input.signed();
      flat.slots[at] = previous;
    }
  }
}

/** Texts and payloads are appended first, so that ids in the slots mean what the table says. */
function rebuild(input: ByteReader, flat: Flat): DecisionLog | undefined {
  const text = utf8Decode(input.rest(), { fatal: true });
  const parsed = text === undefined ? undefined : parseJsonValue(text);
  if (parsed?.ok !== true || !isList(parsed.value)) return undefined;
  const [texts, payloads] = parsed.value;
  if (!isList(texts) || !isList(payloads)) return undefined;
  const log = new DecisionLog();
  for (const entry of texts) {
    if (typeof entry !== 'string' || log.textId(entry) !== log.textCount - 1) return undefined;
  }
  // One by one: spreading a long list into a call would end on the stack limit.
  for (const payload of payloads) log.payloads.push(payload);
  for (let index = 0; index < flat.kinds.length; index += 1) {
    const at = flat.positions[index] ?? 0;
    const record = flat.slots.slice(at, at + layoutOf(flat.kinds[index] ?? -1).slots);
    if (!isWellFormed(record, log)) return undefined;
    log.appendSlots(record);
  }
  return log;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return value !== undefined && isArray(value);
}

/** Whether every slot of the record holds what its field can hold. */
function isWellFormed(record: readonly number[], log: DecisionLog): boolean {
  let slot = 1;
  for (const { type } of layoutOf(record[0] ?? -1).fields) {
    const value = record[slot] ?? -1;
    if (type !== 'u64' && !(Number.isSafeInteger(value) && value >= 0)) return false;
    if (isTextField(type) && value >= log.textCount) return false;
    if (type === 'flag' && value > 1) return false;
    if (type === 'payload' && !isPayload(log.payloads[value])) return false;
    slot += type === 'u64' ? 2 : 1;
  }
  return true;
}

/** The kind stands beside the payload in a record; a payload with its own would hide it. */
function isPayload(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && !isArray(value) && value['kind'] === undefined;
}
