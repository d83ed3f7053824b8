/** JSON for people to edit: what fits on a line stays on it, so that a scenario shows one step per line. */
import type { Json } from '../../base/json.ts';
import { isArray } from '../../base/canonical-json.ts';

const WIDTH_MAX = 120;

export function layoutJson(value: Json): string {
  return `${lay(value, '')}\n`;
}

function lay(value: Json, indent: string): string {
  const line = oneLine(value);
  // The whole document and lists of several objects are always opened up, however short.
  if (indent !== '' && !holdsObjects(value) && indent.length + line.length <= WIDTH_MAX) return line;
  if (value === null || typeof value !== 'object') return line;
  const inner = `${indent}  `;
  const members = isArray(value)
    ? value.map((item) => inner + lay(item, inner))
    : membersOf(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${lay(member, inner)}`);
  const [open, close] = isArray(value) ? '[]' : '{}';
  return [`${open}`, members.join(',\n'), `${indent}${close}`].join('\n');
}

function holdsObjects(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  const members = isArray(value) ? value : membersOf(value).map(([, member]) => member);
  const isList = isArray(value) && value.filter((item) => typeof item === 'object').length > 1;
  return isList || members.some(holdsObjects);
}

function oneLine(value: Json): string {
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  if (isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const members = membersOf(value).map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function membersOf(value: { readonly [key: string]: Json | undefined }): readonly (readonly [string, Json])[] {
  return Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, member] as const]));
}
