/**
 * JSON out. The canonical form has one text per value (sorted keys, no blanks, shortest numbers) and
 * is what hashes, checksums and scripted bodies are made of; the pretty form keeps the given key
 * order and is what people read. Both write bigint as digits and skip undefined members.
 */
import { assert } from './assert.ts';
import { compareText } from './compare.ts';
import type { Json, JsonObject } from './json.ts';

/** Large enough that the receiver's cost per piece vanishes, small enough to stay in cache. */
const PIECE_CHARS = 65_536;

export function canonicalJson(value: Json): string {
  let text = '';
  canonicalParts(value, (piece) => {
    text += piece;
  });
  return text;
}

/** The canonical text in pieces, none of which ends inside a string, so that a huge document needs no single string. */
export function canonicalParts(value: Json, emit: (piece: string) => void): void {
  const writer = new CanonicalWriter(emit);
  writer.value(value);
  writer.flush();
}

class CanonicalWriter {
  private readonly emit: (piece: string) => void;
  private piece = '';

  constructor(emit: (piece: string) => void) {
    this.emit = emit;
  }

  value(value: Json): void {
    if (value === null || typeof value !== 'object') this.write(renderAtom(value));
    else if (roomAfter(value, PIECE_CHARS) > 0) this.write(JSON.stringify(value));
    else if (isArray(value)) this.array(value);
    else this.object(value);
  }

  flush(): void {
    if (this.piece !== '') this.emit(this.piece);
    this.piece = '';
  }

  private array(items: readonly Json[]): void {
    let before = '[';
    for (const item of items) {
      this.piece += before;
      this.value(item);
      before = ',';
    }
    this.write(items.length === 0 ? '[]' : ']');
  }

  private object(object: JsonObject): void {
    let before = '{';
    for (const key of Object.keys(object).sort(compareText)) {
      const member = object[key];
      if (member === undefined) continue;
      this.piece += `${before}${JSON.stringify(key)}:`;
      this.value(member);
      before = ',';
    }
    this.write(before === '{' ? '{}' : '}');
  }

  private write(text: string): void {
    this.piece += text;
    if (this.piece.length >= PIECE_CHARS) this.flush();
  }
}

/**
 * Most values are built in order and hold no bigint. JSON.stringify writes the canonical text of
 * these several times faster than we can, so it is worth a look. What is left of `room` characters,
 * roughly; negative once it is used up or something needs our own writer.
 */
function roomAfter(value: Json, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (value === null || typeof value === 'boolean') return room - 4;
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? room - 8 : -1;
  if (typeof value === 'bigint') return -1;
  return isArray(value) ? roomAfterItems(value, room) : roomAfterMembers(value, room);
}

function roomAfterItems(items: readonly Json[], room: number): number {
  let left = room - 2;
  for (let at = 0; at < items.length && left > 0; at += 1) left = roomAfter(items[at] ?? null, left);
  return left;
}

function roomAfterMembers(object: JsonObject, room: number): number {
  let left = room - 2;
  let before: string | undefined;
  for (const key of Object.keys(object)) {
    if (left <= 0 || (before !== undefined && before > key)) return -1;
    left = roomAfter(object[key] ?? null, left - key.length);
    before = key;
  }
  return left;
}

/** Two blanks per level, keys as given; without a final line feed. */
export function prettyJson(value: Json): string {
  const pieces: string[] = [];
  writePretty(value, '\n', pieces);
  return pieces.join('');
}

function writePretty(value: Json, newline: string, pieces: string[]): void {
  if (value === null || typeof value !== 'object') {
    pieces.push(renderAtom(value));
    return;
  }
  const inner = `${newline}  `;
  const brackets = isArray(value) ? '[]' : '{}';
  let before = brackets.charAt(0);
  for (const [key, member] of isArray(value) ? value.entries() : Object.entries(value)) {
    if (member === undefined) continue;
    pieces.push(before, inner, typeof key === 'string' ? `${JSON.stringify(key)}: ` : '');
    writePretty(member, inner, pieces);
    before = ',';
  }
  pieces.push(before === ',' ? newline + brackets.charAt(1) : brackets);
}

/** JSON.stringify escapes lone surrogates, so the text is always valid UTF-8. */
function renderAtom(value: null | boolean | number | bigint | string): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' ? renderNumber(value) : String(value);
}

/**
 * The shortest text, as JSON.stringify has it, except for integers from 2^53 to 1e21: there the
 * shortest digits name another integer than the double holds, and our reader keeps every digit.
 */
function renderNumber(value: number): string {
  assert(Number.isFinite(value), `${value} has no JSON form`);
  const magnitude = Math.abs(value);
  return magnitude > Number.MAX_SAFE_INTEGER && magnitude < 1e21 ? BigInt(value).toString() : String(value);
}

/** Array.isArray does not narrow readonly arrays. */
export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
