/** Header maps. Names are trimmed and lower-cased; nothing may smuggle a line break into a request. */
import type { JsonMember, JsonNode } from '../../base/json-text.ts';
import type { Kind } from '../field.ts';
import type { Inspection } from '../inspection.ts';
import type { HeaderMatches, Headers } from '../step.ts';
import { match, text } from './text.ts';

export const headers: Kind<Headers> = {
  label: 'map of header name to text',
  nullIsValue: false,
  read: (node, inspection) => readHeaderMap(node, inspection, text),
  schema: (ref) => ({ type: 'object', additionalProperties: text.schema(ref), propertyNames: headerName }),
};

export const headerMatches: Kind<HeaderMatches> = {
  label: 'map of header name to match',
  nullIsValue: false,
  read: (node, inspection) => readHeaderMap(node, inspection, match),
  schema: (ref) => ({ type: 'object', additionalProperties: match.schema(ref), propertyNames: headerName }),
};

const headerName = { pattern: '^[^\\r\\n]*[^\\s][^\\r\\n]*$' };

function readHeaderMap<V>(node: JsonNode, inspection: Inspection, kind: Kind<V>): readonly (readonly [string, V])[] | undefined {
  if (node.kind !== 'object') return inspection.wrongType(node, 'an object of header names and values');
  const entries: (readonly [string, V])[] = [];
  const firstSpelling = new Map<string, string>();
  let complete = true;
  for (const member of node.members) {
    inspection.enter(member.key);
    const name = readName(member, firstSpelling, inspection);
    const value = readValue(member.value, inspection, kind);
    inspection.leave();
    if (name === undefined || value === undefined) complete = false;
    else entries.push([name, value]);
  }
  return complete ? entries : undefined;
}

function readName(member: JsonMember, firstSpelling: Map<string, string>, inspection: Inspection): string | undefined {
  const name = member.key.trim().toLowerCase();
  if (hasLineBreak(member.key)) return invalid(member.keyStart, 'a header name must not contain a line break', inspection);
  if (name === '') return invalid(member.keyStart, 'a header name must not be empty', inspection);
  const earlier = firstSpelling.get(name);
  if (earlier === member.key) return undefined;
  if (earlier !== undefined) {
    return invalid(member.keyStart, `"${member.key}" is the same header as "${earlier}"; names are compared in lower case`, inspection);
  }
  firstSpelling.set(name, member.key);
  return name;
}

function readValue<V>(node: JsonNode, inspection: Inspection, kind: Kind<V>): V | undefined {
  const literal = node.kind === 'object' ? node.members.find((member) => member.key === 'contains')?.value : node;
  if (literal?.kind === 'string' && hasLineBreak(literal.value)) {
    return invalid(literal.start, 'a header value must not contain a line break', inspection);
  }
  return kind.read(node, inspection);
}

function hasLineBreak(written: string): boolean {
  return written.includes('\r') || written.includes('\n');
}

function invalid(offset: number, message: string, inspection: Inspection): undefined {
  inspection.error('invalid_header', offset, message);
  return undefined;
}
