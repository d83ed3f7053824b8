/**
 * Every key of `fozzy.toml`: its type, its default and what it is for. The loader, the JSON Schema
 * for editors and the file that `init` writes are all made from this list.
 */
import { parseDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/json.ts';
import { u64FromJson } from '../base/u64.ts';

export type ConfigValue = string | number | boolean | readonly string[];
/** What TOML can hold, integers as bigint so that 1 and 1.0 differ. */
export type TomlValue = unknown;

export interface ConfigType {
  /** Finishes the sentence "expected …". */
  readonly expected: string;
  /** Undefined if the value does not fit. */
  readonly read: (value: TomlValue) => ConfigValue | undefined;
  readonly schema: JsonObject;
}

export interface ConfigKey {
  readonly name: string;
  readonly type: ConfigType;
  readonly about: string;
  /** TOML text: the default, or an example where there is none. */
  readonly sample: string;
}

const path: ConfigType = {
  expected: 'a non-empty path',
  read: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  schema: { type: 'string', minLength: 1 },
};

const flag: ConfigType = {
  expected: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  schema: { type: 'boolean' },
};

const texts: ConfigType = {
  expected: 'a list of strings',
  read: (value) => (Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined),
  schema: { type: 'array', items: { type: 'string' } },
};

const u53: ConfigType = {
  expected: 'a whole number from 0 to 9007199254740991',
  read: (value) => (typeof value === 'bigint' && value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : undefined),
  schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
};

const u64: ConfigType = {
  expected: 'a whole number from 0 to 18446744073709551615, or its digits as a string',
  read: (value) => {
    if (typeof value !== 'bigint' && typeof value !== 'string') return undefined;
    return u64FromJson(value) === undefined ? undefined : BigInt(value).toString();
  },
  schema: {
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', pattern: '^[0-9]+$' },
    ],
  },
};

/** Cyclic multipliers: positive whole numbers with commas between them. */
const wave: ConfigType = {
  expected: 'positive whole numbers separated by commas, such as "1,2,4"',
  read: (value) => (typeof value === 'string' && /^\s*0*[1-9][0-9]*\s*(,\s*0*[1-9][0-9]*\s*)*$/.test(value) ? value : undefined),
  schema: { type: 'string', pattern: '^\\s*0*[1-9][0-9]*\\s*(,\\s*0*[1-9][0-9]*\\s*)*$' },
};

/** Kept as milliseconds. */
const duration: ConfigType = {
  expected: 'a duration longer than nothing, such as "10s" or "500ms"',
  read: (value) => {
    const parsed = typeof value === 'string' ? parseDuration(value) : undefined;
    return parsed?.ok === true && parsed.ms > 0 ? parsed.ms : undefined;
  },
  schema: { type: 'string', pattern: '^[0-9]+(ms|s|m|h)$' },
};

function choice(...values: readonly string[]): ConfigType {
  return {
    expected: `one of ${values.map((value) => `"${value}"`).join(', ')}`,
    read: (value) => values.find((known) => known === value),
    schema: { enum: values },
  };
}

export const configKeys: readonly ConfigKey[] = [
  { name: 'base_dir', type: path, about: 'Where runs, traces and reports are kept.', sample: '".fozzy"' },
  {
    name: 'reporter',
    type: choice('pretty', 'json', 'junit', 'html'),
    about: 'Default of --reporter; "json" acts as --json.',
    sample: '"pretty"',
  },
  {
    name: 'proc_backend',
    type: choice('scripted', 'host'),
    about: 'Processes: declared by proc_when, or really started.',
    sample: '"scripted"',
  },
  {
    name: 'fs_backend',
    type: choice('virtual', 'host'),
    about: 'Files: in memory, or really written below the working directory.',
    sample: '"virtual"',
  },
  {
    name: 'http_backend',
    type: choice('scripted', 'host'),
    about: 'Requests: answered by http_when, or really sent.',
    sample: '"scripted"',
  },
  { name: 'host_allow_commands', type: texts, about: 'When set, host processes are limited to these commands.', sample: '["node"]' },
  { name: 'host_allow_hosts', type: texts, about: 'When set, host requests are limited to these hosts.', sample: '["127.0.0.1"]' },
  {
    name: 'redact_headers',
    type: texts,
    about: 'Headers whose values are secret, besides authorization, cookies and the like.',
    sample: '["x-session"]',
  },
  {
    name: 'hang_timeout',
    type: duration,
    about: 'How long one call into your code may take before it counts as a hang (fuzz).',
    sample: '"10s"',
  },
  { name: 'mem_track', type: flag, about: 'Report the memory model even without memory steps.', sample: 'false' },
  { name: 'mem_limit_mb', type: u53, about: 'Ceiling of simulated memory.', sample: '64' },
  { name: 'mem_fail_after', type: u53, about: 'Every allocation after this many fails.', sample: '100' },
  { name: 'mem_fragmentation_seed', type: u64, about: 'Adds a seeded overhead to every allocation.', sample: '"7"' },
  { name: 'mem_pressure_wave', type: wave, about: 'Cyclic multipliers of allocation sizes.', sample: '"1,2,4"' },
  { name: 'fail_on_leak', type: flag, about: 'A leak fails the run even within the budget.', sample: 'false' },
  { name: 'leak_budget', type: u53, about: 'Bytes that may leak.', sample: '0' },
  { name: 'mem_artifacts', type: flag, about: 'Write memory.*.json files, for passing runs too.', sample: 'false' },
  {
    name: 'profile_heap_alloc_budget',
    type: u53,
    about: 'Warn when the memory model allocates more bytes than this in one run.',
    sample: '1048576',
  },
  {
    name: 'profile_heap_in_use_budget',
    type: u53,
    about: 'Warn when more bytes than this are in use at once in the memory model.',
    sample: '1048576',
  },
];

/** JSON Schema draft-07, which TOML editors understand. */
export function configJsonSchema(): JsonObject {
  const properties = Object.fromEntries(configKeys.map(({ name, type, about }) => [name, { description: about, ...type.schema }]));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'fozzy.toml',
    type: 'object',
    additionalProperties: false,
    properties,
  };
}

/** What `init` writes: nothing is set but the base directory, everything is explained. */
export function defaultConfigText(options: { readonly baseDir: string; readonly schemaPath: string }): string {
  const lines = [`#:schema ${options.schemaPath}`, '# Fozzy settings. Every key is optional; command line flags win.', ''];
  for (const { name, about, sample } of configKeys) {
    const set = name === 'base_dir' ? `${name} = ${JSON.stringify(options.baseDir)}` : `# ${name} = ${sample}`;
    lines.push(`# ${about}`, set, '');
  }
  return lines.slice(0, -1).join('\n').concat('\n');
}
