/**
 * Checks that a parsed trace has the members and types the rest of Fozzy relies on. A checksum
 * proves that nobody changed a file, not that a Fozzy wrote it.
 */
import { isArray } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { FozzyError } from '../base/problem.ts';
import type { TraceDocument } from './document.ts';

type Kind = 'object' | 'array' | 'string' | 'number' | 'boolean';

/** Path of a member, its type, and whether it may be absent or null. */
const RULES: readonly (readonly [path: string, kind: Kind, presence?: 'optional' | 'nullable'])[] = [
  ['engine', 'object'],
  ['engine.version', 'string'],
  ['mode', 'string'],
  ['params', 'object'],
  ['params.det', 'boolean'],
  ['params.timeoutMs', 'number', 'optional'],
  ['params.backends', 'object'],
  ['params.commandLine', 'array'],
  ['scenario_path', 'string', 'nullable'],
  ['scenario', 'object', 'nullable'],
  ['memory', 'object', 'optional'],
  ['memory.options', 'object', 'optional'],
  ['memory.summary', 'object', 'optional'],
  ['events', 'array'],
  ['summary', 'object'],
  ['summary.status', 'string'],
  ['summary.mode', 'string'],
  ['summary.identity', 'object'],
  ['summary.identity.runId', 'string'],
  ['summary.identity.seed', 'string'],
  ['summary.findings', 'array'],
  ['summary.faults', 'array'],
  ['summary.virtualTimeMs', 'number'],
  ['shrunk_from', 'object', 'optional'],
  ['shrunk_from.origins', 'object', 'optional'],
];

export function checkShape(raw: JsonObject, name: string): Omit<TraceDocument, 'decisions'> {
  for (const [path, kind, presence] of RULES) {
    const value = memberAt(raw, path);
    if (presence === 'optional' && value === undefined) continue;
    if (presence === 'nullable' && value === null) continue;
    if (kindOf(value) !== kind) {
      throw new FozzyError('trace_parse', `failed to parse trace ${name}: "${path}" must be ${kind === 'array' ? 'an array' : `of type ${kind}`}`);
    }
  }
  // Reason for the cast: the rules above checked every member that is read without a further look.
  return {
    version: raw['version'],
    engine: raw['engine'],
    mode: raw['mode'],
    params: raw['params'],
    scenarioPath: raw['scenario_path'],
    scenario: raw['scenario'],
    ...(raw['memory'] === undefined ? {} : { memory: raw['memory'] }),
    events: raw['events'],
    summary: raw['summary'],
    ...(raw['shrunk_from'] === undefined ? {} : { shrunkFrom: raw['shrunk_from'] }),
  } as unknown as Omit<TraceDocument, 'decisions'>;
}

function memberAt(raw: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = raw;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || isArray(value)) return undefined;
    value = value[key];
  }
  return value;
}

function kindOf(value: Json | undefined): Kind | 'other' {
  if (value === null || value === undefined) return 'other';
  if (typeof value === 'object') return isArray(value) ? 'array' : 'object';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'other';
}
