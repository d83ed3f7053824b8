/** Texts with references, text matches, and truth values that may come from kv. */
import { cutValue } from '../../base/cut-text.ts';
import type { JsonNode } from '../../base/json-text.ts';
import type { Kind } from '../field.ts';
import type { Inspection } from '../inspection.ts';
import type { ObjectNode, StringNode } from '../node.ts';
import { type Match, parseText, type Text } from '../text.ts';

/** Where no scenario kv exists, only these can resolve. */
const fuzzReferences: ReadonlySet<string> = new Set(['fuzz.input', 'fuzz.input_hex']);

type ReadText = (node: StringNode, inspection: Inspection) => Text | undefined;

const anyText: ReadText = (node) => parseText(node.value);

/** Text of a distributed step: there is no kv to refer to. */
const kvFreeText: ReadText = (node, inspection) => {
  const text = parseText(node.value);
  if (typeof text === 'string') return text;
  let resolvable = true;
  for (const part of text.parts) {
    if (typeof part === 'string' || fuzzReferences.has(part.key)) continue;
    resolvable = false;
    const hint = 'distributed steps have no scenario kv; only ${fuzz.input} and ${fuzz.input_hex} resolve, and $${ is a literal ${';
    inspection.error('unknown_reference', node.start, `\${${cutValue(part.key)}} cannot resolve in a distributed scenario`, hint);
  }
  return resolvable ? text : undefined;
};

export const text = textKind(anyText);
export const match = matchKind(anyText);
export const clientText = textKind(kvFreeText);
export const clientMatch = matchKind(kvFreeText);

/** A flag, or a text that resolves to one. */
export const truth: Kind<boolean | Text> = {
  label: 'bool, or text that resolves to `true` or `false`',
  nullIsValue: false,
  read(node, inspection) {
    if (node.kind === 'boolean') return node.value;
    const value = node.kind === 'string' ? parseText(node.value) : undefined;
    if (value === 'true' || value === 'false') return value === 'true';
    return typeof value === 'object' ? value : inspection.wrongType(node, 'true, false, or a text with ${…} that resolves to one of them');
  },
  schema: (ref) => ref('truth'),
};

function textKind(readText: ReadText): Kind<Text> {
  return {
    label: 'text',
    nullIsValue: false,
    read: (node, inspection) => (node.kind === 'string' ? readText(node, inspection) : inspection.wrongType(node, 'a string')),
    schema: (ref) => ref('text'),
  };
}

function matchKind(readText: ReadText): Kind<Match> {
  return {
    label: 'match',
    nullIsValue: false,
    read(node, inspection) {
      if (node.kind === 'object') return readMatchObject(node, inspection, readText);
      if (node.kind !== 'string') return inspection.wrongType(node, expectedMatch);
      const exact = readText(node, inspection);
      return exact === undefined ? undefined : { kind: 'exact', text: exact };
    },
    schema: (ref) => ref('match'),
  };
}

const expectedMatch = 'a string, {"contains": text} or {"matches": pattern}';
const matchKeys = ['contains', 'matches'];

function readMatchObject(node: ObjectNode, inspection: Inspection, readText: ReadText): Match | undefined {
  const members = node.members.filter((member) => matchKeys.includes(member.key));
  for (const member of node.members) {
    if (!matchKeys.includes(member.key)) inspection.unknownKey(member, matchKeys, 'a match');
  }
  const [member, second] = members.filter((candidate) => candidate.value.kind !== 'null');
  if (member === undefined) return inspection.wrongType(node, expectedMatch);
  if (second !== undefined && second.key !== member.key) {
    inspection.enter(second.key);
    inspection.error('conflicting_fields', second.keyStart, '"contains" and "matches" exclude each other', 'keep one of the two');
    inspection.leave();
    return undefined;
  }
  inspection.enter(member.key);
  const found = member.key === 'contains' ? readContains(member.value, inspection, readText) : readPattern(member.value, inspection);
  inspection.leave();
  return found;
}

function readContains(node: JsonNode, inspection: Inspection, readText: ReadText): Match | undefined {
  if (node.kind !== 'string') return inspection.wrongType(node, 'a string');
  const contained = readText(node, inspection);
  return contained === undefined ? undefined : { kind: 'contains', text: contained };
}

function readPattern(node: JsonNode, inspection: Inspection): Match | undefined {
  if (node.kind !== 'string') return inspection.wrongType(node, 'a regular expression as a string');
  try {
    return { kind: 'matches', pattern: new RegExp(node.value, 'u') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    inspection.error('invalid_pattern', node.start, cutValue(reason), 'the pattern is an ECMAScript regular expression with the u flag');
    return undefined;
  }
}
