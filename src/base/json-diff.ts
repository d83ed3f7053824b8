/** Where two JSON values differ: keys in any order, array items by index, numbers by value. */
import { isArray } from './canonical-json.ts';
import { compareText } from './compare.ts';
import type { Json, JsonObject } from './json.ts';
import { childPointer } from './json-pointer.ts';
import { JSON_DIFFERENCES_MAX } from './limits.ts';

export interface JsonDifference {
  readonly kind: 'missing_key' | 'extra_key' | 'missing_index' | 'extra_index' | 'value_mismatch';
  /** JSON pointer, '' for the whole value. */
  readonly path: string;
  readonly expected?: Json;
  readonly actual?: Json;
}

/** The first `max` differences: keys in sorted order, items by index. */
export function jsonDifferences(expected: Json, actual: Json, max = JSON_DIFFERENCES_MAX): JsonDifference[] {
  const found: JsonDifference[] = [];
  collect(expected, actual, { path: '', found, max });
  return found;
}

interface Place {
  readonly path: string;
  readonly found: JsonDifference[];
  readonly max: number;
}

function collect(expected: Json, actual: Json, place: Place): void {
  if (isArray(expected) && isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    for (let index = 0; index < length && !isFull(place); index += 1) collectChild(expected[index], actual[index], index, place);
  } else if (isObject(expected) && isObject(actual)) {
    for (const key of unionOfKeys(expected, actual)) {
      if (isFull(place)) return;
      collectChild(memberOf(expected, key), memberOf(actual, key), key, place);
    }
  } else if (!atomsEqual(expected, actual)) {
    add(place, { kind: 'value_mismatch', path: place.path, expected, actual });
  }
}

/** A member or an item, of which one side may be absent. */
function collectChild(expected: Json | undefined, actual: Json | undefined, key: string | number, parent: Place): void {
  const path = childPointer(parent.path, key);
  const isKey = typeof key === 'string';
  if (expected !== undefined && actual !== undefined) collect(expected, actual, { ...parent, path });
  else if (expected !== undefined) add(parent, { kind: isKey ? 'missing_key' : 'missing_index', path, expected });
  else if (actual !== undefined) add(parent, { kind: isKey ? 'extra_key' : 'extra_index', path, actual });
}

function add(place: Place, difference: JsonDifference): void {
  if (!isFull(place)) place.found.push(difference);
}

function isFull(place: Place): boolean {
  return place.found.length >= place.max;
}

/** Without paths, so that comparing large values that are equal allocates next to nothing. */
export function jsonEqual(a: Json, b: Json): boolean {
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, index) => presentEqual(item, b[index]));
  if (!isObject(a) || !isObject(b)) return atomsEqual(a, b);
  for (const key of Object.keys(a)) {
    if (!presentEqual(a[key], memberOf(b, key))) return false;
  }
  return Object.keys(b).every((key) => b[key] === undefined || memberOf(a, key) !== undefined);
}

function presentEqual(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : jsonEqual(a, b);
}

function atomsEqual(a: Json, b: Json): boolean {
  if (typeof a === 'number' && typeof b === 'bigint') return Number.isInteger(a) && BigInt(a) === b;
  if (typeof a === 'bigint' && typeof b === 'number') return atomsEqual(b, a);
  return a === b;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

function unionOfKeys(a: JsonObject, b: JsonObject): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(compareText);
}

/** Own members only: a document may use the name of something every object inherits. */
function memberOf(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
