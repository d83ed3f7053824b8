/**
 * Checks that a parsed trace has the members and types the rest of Fozzy relies on. A checksum
 * proves that nobody changed a file, not that a Fozzy wrote it.
 */
import { isArray } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { FozzyError } from '../base/problem.ts';
import { DRIVEN_PREFIX, type TraceDocument } from './document.ts';

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
  ['simulation', 'object', 'optional'],
  ['explore', 'object', 'optional'],
  ['fuzz', 'object', 'optional'],
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

/** Members that say one of a few words. */
const WORDS: readonly (readonly [path: string, words: readonly string[]])[] = [
  ['mode', ['run', 'test', 'fuzz', 'explore', 'replay', 'shrink']],
  ['params.backends.proc', ['scripted', 'host']],
  ['params.backends.fs', ['virtual', 'host']],
  ['params.backends.http', ['scripted', 'host']],
  ['summary.status', ['pass', 'fail', 'error', 'timeout', 'crash']],
];

/** The same for the parts of a simulation, where there is one. */
const SIMULATION_RULES: typeof RULES = [
  ['simulation.file', 'string'],
  ['simulation.name', 'string'],
  ['simulation.options', 'object'],
  ['simulation.sources', 'array'],
  ['simulation.packages', 'array'],
  ['simulation.withoutClients', 'array', 'optional'],
  ['simulation.withoutNodes', 'array', 'optional'],
  ['simulation.minimised', 'object', 'optional'],
];

/** The same for the parts of an explored scenario. */
const EXPLORE_RULES: typeof RULES = [
  ['scenario', 'object'],
  ['explore.schedule', 'string'],
  ['explore.steps', 'number'],
  ['explore.sources', 'array'],
  ['explore.packages', 'array'],
  ['explore.origins', 'object', 'optional'],
  ['explore.minimised', 'object', 'optional'],
];

/** The same for a fuzzed function. */
const FUZZ_RULES: typeof RULES = [
  ['fuzz.target', 'string'],
  ['fuzz.input_hex', 'string'],
  ['fuzz.form', 'string'],
  ['fuzz.value', 'string'],
  ['fuzz.hangTimeoutMs', 'number'],
  ['fuzz.maxInputBytes', 'number'],
  ['fuzz.allowHost', 'boolean'],
  ['fuzz.isolation', 'string', 'optional'],
  ['fuzz.expected', 'array'],
  ['fuzz.against', 'string', 'optional'],
  ['fuzz.laws', 'array'],
  ['fuzz.sources', 'array'],
  ['fuzz.packages', 'array'],
];

/** And for a scenario that was driven by an input. */
const DRIVEN_RULES: typeof RULES = [
  ['fuzz.target', 'string'],
  ['fuzz.input_hex', 'string'],
  ['fuzz.sources', 'array'],
];

/** And of a shrunk one. */
function minimisedRules(part: string): typeof RULES {
  return [
    [`${part}.minimised.entropy`, 'string'],
    [`${part}.minimised.answers`, 'array'],
  ];
}

const ISOLATIONS = ['shared', 'fresh', 'context', 'process'];

const SIMULATION_WORDS: typeof WORDS = [
  ['simulation.httpPath', ['fast', 'wire']],
  ['simulation.isolation', ISOLATIONS],
];

const SOURCE_MEMBERS: readonly (readonly [key: string, kind: Kind])[] = [
  ['path', 'string'],
  ['blake3', 'string'],
];

const ANSWER_MEMBERS: readonly (readonly [key: string, kind: Kind])[] = [
  ['kind', 'string'],
  ['question', 'string'],
  ['asked', 'string'],
  ['told', 'string'],
  ['calmer', 'array'],
];

/** Lists whose items are objects, and what each of these must have. */
const LISTS: readonly (readonly [path: string, members: readonly (readonly [key: string, kind: Kind])[]])[] = [
  [
    'events',
    [
      ['time_ms', 'number'],
      ['name', 'string'],
      ['source', 'string'],
      ['fields', 'object'],
    ],
  ],
  ['simulation.sources', SOURCE_MEMBERS],
  ['explore.sources', SOURCE_MEMBERS],
  ['fuzz.sources', SOURCE_MEMBERS],
  ['simulation.minimised.answers', ANSWER_MEMBERS],
  ['explore.minimised.answers', ANSWER_MEMBERS],
  [
    'summary.findings',
    [
      ['kind', 'string'],
      ['title', 'string'],
      ['message', 'string'],
      ['fingerprint', 'string'],
    ],
  ],
  [
    'summary.faults',
    [
      ['id', 'string'],
      ['type', 'string'],
      ['fired', 'boolean'],
      ['count', 'number'],
    ],
  ],
];

export function checkShape(raw: JsonObject, name: string): Omit<TraceDocument, 'decisions'> {
  const flaw = firstFlaw(raw);
  if (flaw !== undefined) throw new FozzyError('trace_parse', `failed to parse trace ${name}: ${flaw}`);
  // Reason for the cast: the rules checked every member that is read without a further look.
  return {
    version: raw['version'],
    engine: raw['engine'],
    mode: raw['mode'],
    params: raw['params'],
    scenarioPath: raw['scenario_path'],
    scenario: raw['scenario'],
    ...(raw['simulation'] === undefined ? {} : { simulation: raw['simulation'] }),
    ...(raw['explore'] === undefined ? {} : { explore: raw['explore'] }),
    ...(raw['fuzz'] === undefined ? {} : { [isDriven(raw) ? 'driven' : 'fuzz']: raw['fuzz'] }),
    ...(raw['memory'] === undefined ? {} : { memory: raw['memory'] }),
    events: raw['events'],
    summary: raw['summary'],
    ...(raw['shrunk_from'] === undefined ? {} : { shrunkFrom: raw['shrunk_from'] }),
  } as unknown as Omit<TraceDocument, 'decisions'>;
}

function isDriven(raw: JsonObject): boolean {
  const target = memberAt(raw, 'fuzz.target');
  return typeof target === 'string' && target.startsWith(DRIVEN_PREFIX);
}

function firstFlaw(raw: JsonObject): string | undefined {
  return memberFlaw(raw) ?? wordFlaw(raw) ?? listFlaw(raw);
}

function memberFlaw(raw: JsonObject): string | undefined {
  for (const [path, kind, presence] of rulesFor(raw)) {
    const value = memberAt(raw, path);
    if (presence === 'optional' && value === undefined) continue;
    if (presence === 'nullable' && value === null) continue;
    if (kindOf(value) !== kind) return `"${path}" must be ${told(kind)}`;
  }
  return undefined;
}

function rulesFor(raw: JsonObject): typeof RULES {
  const rules = [...RULES];
  if (raw['simulation'] !== undefined) rules.push(...SIMULATION_RULES);
  if (raw['explore'] !== undefined) rules.push(...EXPLORE_RULES);
  if (raw['fuzz'] !== undefined) rules.push(...(isDriven(raw) ? DRIVEN_RULES : FUZZ_RULES));
  for (const part of ['simulation', 'explore']) if (memberAt(raw, `${part}.minimised`) !== undefined) rules.push(...minimisedRules(part));
  return rules;
}

function wordFlaw(raw: JsonObject): string | undefined {
  const rules = [...WORDS];
  if (raw['simulation'] !== undefined) rules.push(...SIMULATION_WORDS);
  if (raw['explore'] !== undefined) rules.push(['explore.isolation', ISOLATIONS]);
  if (raw['fuzz'] !== undefined && !isDriven(raw)) rules.push(['fuzz.mode', ['coverage', 'property']]);
  const found = rules.find(([path, words]) => !words.some((word) => word === memberAt(raw, path)));
  return found === undefined ? undefined : `"${found[0]}" must be one of ${found[1].join(', ')}`;
}

function listFlaw(raw: JsonObject): string | undefined {
  for (const [path, members] of LISTS) {
    const list = memberAt(raw, path);
    if (list === undefined || list === null || typeof list !== 'object' || !isArray(list)) continue;
    for (const [index, item] of list.entries()) {
      const flaw = members.find(([key, kind]) => kindOf(ownMember(item, key)) !== kind);
      if (flaw !== undefined) return `"${path}[${index}].${flaw[0]}" must be ${told(flaw[1])}`;
    }
  }
  return undefined;
}

function told(kind: Kind): string {
  return kind === 'array' ? 'an array' : `of type ${kind}`;
}

function memberAt(root: Json, path: string): Json | undefined {
  let value: Json | undefined = root;
  for (const key of path.split('.')) value = ownMember(value, key);
  return value;
}

function ownMember(value: Json | undefined, key: string): Json | undefined {
  return typeof value !== 'object' || value === null || isArray(value) ? undefined : value[key];
}

function kindOf(value: Json | undefined): Kind | 'other' {
  if (value === null || value === undefined) return 'other';
  if (typeof value === 'object') return isArray(value) ? 'array' : 'object';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'other';
}
