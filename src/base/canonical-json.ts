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
    for (const key of sortedKeys(object)) {
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

/** Most objects are built in order, and looking is cheaper than sorting. */
function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  const ordered = keys.every((key, at) => at === 0 || (keys[at - 1] ?? '') < key);
  return ordered ? keys : keys.sort(compareText);
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
  assert(typeof value !== 'number' || Number.isFinite(value), `${String(value)} has no JSON form`);
  // String(-0) is '0', the shorter of two texts for equal numbers.
  return String(value);
}

/** Array.isArray does not narrow readonly arrays. */
export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
