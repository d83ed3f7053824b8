/** JSON values inside human output: on one line where it fits the eye, indented where it is to be copied. */
import type { Json, JsonObject } from '../base/json.ts';

export function jsonLine(value: Json): string {
  if (isList(value)) return value.length === 0 ? '[]' : `[${value.map(jsonLine).join(', ')}]`;
  if (isObject(value)) {
    const members = membersOf(value);
    return members.length === 0 ? '{}' : `{ ${members.map(([key, item]) => `${JSON.stringify(key)}: ${jsonLine(item)}`).join(', ')} }`;
  }
  return scalarText(value);
}

/** Indented, with whatever fits on a line kept on one. */
export function jsonBlock(value: Json, indent = ''): string {
  const line = jsonLine(value);
  if (line.length + indent.length <= lineLengthMax) return line;
  const inner = `${indent}  `;
  if (isList(value)) return `[\n${value.map((item) => inner + jsonBlock(item, inner)).join(',\n')}\n${indent}]`;
  if (!isObject(value)) return line;
  const members = membersOf(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${jsonBlock(item, inner)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
}

const lineLengthMax = 72;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function membersOf(value: JsonObject): (readonly [string, Json])[] {
  return Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const]));
}

/** 64-bit numbers arrive as bigint and are shown with all their digits. */
function scalarText(value: null | boolean | number | bigint | string | JsonObject): string {
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}
