/**
 * Our own JSON reader. JSON.parse rounds large integers, hides repeated keys and knows no positions;
 * validation needs all three. `parseJson` keeps offsets for messages, `parseJsonValue` builds plain
 * values for large documents; both accept exactly the same texts, except that the second refuses
 * repeated keys, which the first leaves for its caller to report.
 */
import { unreachable } from './assert.ts';
import type { Json } from './json.ts';
import { CLOSE_BRACE, CLOSE_BRACKET, JsonScanner, JsonSyntax, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './json-scan.ts';

/** Offsets are UTF-16 code units, `end` exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export interface JsonMember {
  readonly key: string;
  /** The key with its quotes. */
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}

export type JsonNode = Span &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'string'; readonly value: string }
    /** `raw` tells 1 from 1.0 and 1e0, which are no integers to a strict reader. */
    | { readonly kind: 'number'; readonly raw: string; readonly value: number | bigint }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'null' }
  );

interface JsonFailure {
  readonly ok: false;
  readonly offset: number;
  readonly message: string;
}

export type JsonParse = { readonly ok: true; readonly root: JsonNode } | JsonFailure;
export type JsonValueParse = { readonly ok: true; readonly value: Json } | JsonFailure;

export function parseJson(text: string): JsonParse {
  const root = readDocument(text, readNode);
  return root.ok ? { ok: true, root: root.value } : root;
}

export function parseJsonValue(text: string): JsonValueParse {
  return readDocument(text, readValue);
}

/** The plain value of a node; of repeated keys the last one wins. */
export function toJson(node: JsonNode): Json {
  switch (node.kind) {
    case 'object': {
      const object: { [key: string]: Json } = {};
      for (const { key, value } of node.members) setMember(object, key, toJson(value));
      return object;
    }
    case 'array':
      return node.items.map(toJson);
    case 'string':
    case 'number':
    case 'boolean':
      return node.value;
    case 'null':
      return null;
    default:
      return unreachable(node);
  }
}

function readDocument<T>(text: string, read: (scan: JsonScanner) => T): { readonly ok: true; readonly value: T } | JsonFailure {
  try {
    const scan = new JsonScanner(text);
    const value = read(scan);
    scan.end();
    return { ok: true, value };
  } catch (error) {
    if (error instanceof JsonSyntax) return { ok: false, offset: error.offset, message: error.message };
    throw error;
  }
}

function readNode(scan: JsonScanner): JsonNode {
  const code = scan.peek();
  const start = scan.at;
  switch (code) {
    case OPEN_BRACE: {
      const members = readMembers(scan);
      return { kind: 'object', start, end: scan.at, members };
    }
    case OPEN_BRACKET: {
      const items = readItems(scan);
      return { kind: 'array', start, end: scan.at, items };
    }
    case QUOTE: {
      const value = scan.string();
      return { kind: 'string', start, end: scan.at, value };
    }
    default: {
      const value = readAtom(scan, code);
      const { at: end } = scan;
      if (value === null) return { kind: 'null', start, end };
      if (typeof value === 'boolean') return { kind: 'boolean', start, end, value };
      return { kind: 'number', start, end, raw: scan.text.slice(start, end), value };
    }
  }
}

function readMembers(scan: JsonScanner): JsonMember[] {
  const members: JsonMember[] = [];
  scan.open();
  if (scan.closes(CLOSE_BRACE)) return members;
  do {
    scan.peek();
    const keyStart = scan.at;
    const key = scan.key();
    const keyEnd = scan.at;
    scan.colon();
    members.push({ key, keyStart, keyEnd, value: readNode(scan) });
  } while (scan.continues(CLOSE_BRACE));
  return members;
}

function readItems(scan: JsonScanner): JsonNode[] {
  const items: JsonNode[] = [];
  scan.open();
  if (scan.closes(CLOSE_BRACKET)) return items;
  do items.push(readNode(scan));
  while (scan.continues(CLOSE_BRACKET));
  return items;
}

function readValue(scan: JsonScanner): Json {
  const code = scan.peek();
  switch (code) {
    case OPEN_BRACE:
      return readObject(scan);
    case OPEN_BRACKET:
      return readArray(scan);
    case QUOTE:
      return scan.string();
    default:
      return readAtom(scan, code);
  }
}

function readObject(scan: JsonScanner): Json {
  const object: { [key: string]: Json } = {};
  scan.open();
  if (scan.closes(CLOSE_BRACE)) return object;
  do {
    scan.peek();
    const keyStart = scan.at;
    const key = scan.key();
    // The plain read is fast and almost always enough; hasOwn only tells inherited names like `toString` apart.
    if (object[key] !== undefined && Object.hasOwn(object, key)) scan.fail(`repeated key ${JSON.stringify(key)}`, keyStart);
    scan.colon();
    setMember(object, key, readValue(scan));
  } while (scan.continues(CLOSE_BRACE));
  return object;
}

function readArray(scan: JsonScanner): Json {
  const items: Json[] = [];
  scan.open();
  if (scan.closes(CLOSE_BRACKET)) return items;
  do items.push(readValue(scan));
  while (scan.continues(CLOSE_BRACKET));
  return items;
}

/** Plain assignment to `__proto__` would replace the prototype instead of adding a member. */
export function setMember(object: { [key: string]: Json }, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

function readAtom(scan: JsonScanner, code: number): null | boolean | number | bigint {
  switch (code) {
    case 0x74:
      scan.word('true');
      return true;
    case 0x66:
      scan.word('false');
      return false;
    case 0x6e:
      scan.word('null');
      return null;
    default:
      if (code !== 0x2d && !(code >= 0x30 && code <= 0x39)) scan.unexpected('a value');
      return scan.number();
  }
}
