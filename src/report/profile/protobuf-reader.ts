/** Reads protocol buffers back, field by field, without a schema: how an exported profile is checked. */
import { utf8Decode } from '../../base/utf8.ts';

export type FieldValue = number | Uint8Array;

/** The values of every field in order; undefined when the bytes are no message. */
function readMessage(bytes: Uint8Array): ReadonlyMap<number, readonly FieldValue[]> | undefined {
  const fields = new Map<number, FieldValue[]>();
  const cursor = { at: 0 };
  while (cursor.at < bytes.length) {
    const key = readVarint(bytes, cursor);
    if (key === undefined) return undefined;
    const value = key % 8 === 0 ? readVarint(bytes, cursor) : key % 8 === 2 ? readBlock(bytes, cursor) : undefined;
    if (value === undefined) return undefined;
    const field = Math.floor(key / 8);
    const known = fields.get(field);
    if (known === undefined) fields.set(field, [value]);
    else known.push(value);
  }
  return fields;
}

function readPacked(bytes: Uint8Array): readonly number[] {
  const values: number[] = [];
  for (const cursor = { at: 0 }; cursor.at < bytes.length; ) values.push(readVarint(bytes, cursor) ?? 0);
  return values;
}

export interface PprofSample {
  /** Leaf first. */
  readonly stack: readonly string[];
  /** By the name of the column. */
  readonly values: Readonly<Record<string, number>>;
}

/** The samples of an unpacked pprof profile by name; undefined when it is none. */
export function readPprof(bytes: Uint8Array): readonly PprofSample[] | undefined {
  const profile = readMessage(bytes);
  const texts = blocks(profile, 6).map((text) => utf8Decode(text));
  if (profile === undefined || texts[0] !== '') return undefined;
  const numberIn = (message: Uint8Array, field: number): number => {
    const [value] = readMessage(message)?.get(field) ?? [];
    return typeof value === 'number' ? value : 0;
  };
  const columns = blocks(profile, 1).map((type) => texts[numberIn(type, 1)] ?? '');
  const functions = new Map(blocks(profile, 5).map((each) => [numberIn(each, 1), texts[numberIn(each, 2)] ?? '']));
  const locations = new Map(
    blocks(profile, 4).map((each) => {
      const [line] = blocks(readMessage(each), 4);
      return [numberIn(each, 1), line === undefined ? '' : (functions.get(numberIn(line, 1)) ?? '')];
    }),
  );
  return blocks(profile, 2).map((sample) => {
    const fields = readMessage(sample);
    const [stack] = blocks(fields, 1);
    const [values] = blocks(fields, 2);
    const numbers = values === undefined ? [] : readPacked(values);
    return {
      stack: (stack === undefined ? [] : readPacked(stack)).map((id) => locations.get(id) ?? ''),
      values: Object.fromEntries(columns.map((column, index) => [column, numbers[index] ?? 0])),
    };
  });
}

function blocks(message: ReturnType<typeof readMessage>, field: number): readonly Uint8Array[] {
  return (message?.get(field) ?? []).filter((value): value is Uint8Array => typeof value !== 'number');
}

function readVarint(bytes: Uint8Array, cursor: { at: number }): number | undefined {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[cursor.at];
    if (byte === undefined) return undefined;
    cursor.at += 1;
    value += (byte % 128) * factor;
    if (byte < 128) return value;
  }
}

function readBlock(bytes: Uint8Array, cursor: { at: number }): Uint8Array | undefined {
  const length = readVarint(bytes, cursor);
  if (length === undefined || cursor.at + length > bytes.length) return undefined;
  cursor.at += length;
  return bytes.subarray(cursor.at - length, cursor.at);
}
