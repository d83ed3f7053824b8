/** Faults and invariants as a scenario file would hold them: the inverse of reading one. */
import type { JsonObject } from '../../base/json.ts';
import type { Match } from '../text.ts';
import { writtenText } from '../text.ts';
import type { Fault, Invariant } from './record.ts';

export function faultJson(fault: Fault): JsonObject {
  if (fault.type !== 'delay') return { ...fault };
  const { byMs, ...rest } = fault;
  return { ...rest, by: `${byMs}ms` };
}

export function invariantJson(invariant: Invariant): JsonObject {
  const { withinMs, ...rest } = invariant;
  const within = withinMs === undefined ? {} : { within: `${withinMs}ms` };
  return rest.type === 'kv_node_equals' ? { ...rest, equals: matchJson(rest.equals), ...within } : { ...rest, ...within };
}

function matchJson(match: Match): string | JsonObject {
  if (match.kind === 'matches') return { matches: match.pattern.source };
  const text = typeof match.text === 'string' ? writtenText(match.text) : match.text.source;
  return match.kind === 'exact' ? text : { contains: text };
}
