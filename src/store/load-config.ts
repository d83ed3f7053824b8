/**
 * Reads `fozzy.toml`. The defaults hold only if the default file is absent; anything else that is
 * wrong is an error with its place, never a warning followed by other settings than the user wrote.
 * The TOML parsers are loaded only when there is a file to parse.
 */
import { nearest } from '../base/nearest.ts';
import { FozzyError } from '../base/problem.ts';
import type { Config } from './config.ts';
import { defaultConfig } from './config.ts';
import type { ConfigKey, ConfigValue } from './config-keys.ts';
import { configKeys } from './config-keys.ts';
import { errnoOf } from './file-error.ts';
import { readText } from './json-file.ts';

export interface LoadOptions {
  /** Absolute. */
  readonly path: string;
  /** Whether the user named the file; a named file must exist. */
  readonly named: boolean;
  /** Unknown keys are errors; otherwise warnings. */
  readonly strict: boolean;
  readonly warn: (warning: { readonly code: string; readonly message: string }) => void;
}

export async function loadConfig(options: LoadOptions): Promise<Config> {
  const text = readConfigText(options.path);
  if (text !== undefined) return parseConfig(text, options);
  if (options.named)
    throw new FozzyError('config_not_found', `config file not found: ${options.path}`, { details: { path: options.path } });
  return defaultConfig;
}

async function parseConfig(text: string, options: LoadOptions): Promise<Config> {
  const values = new Map<string, ConfigValue>();
  for (const [name, value] of Object.entries(await parseToml(text, options.path))) {
    const key = configKeys.find((known) => known.name === name);
    if (key === undefined) {
      const error = await unknownKey(name, text, options.path);
      if (options.strict) throw error;
      options.warn({ code: error.code, message: error.message });
      continue;
    }
    const read = key.type.read(value);
    if (read === undefined) throw await wrongValue(key, text, options.path);
    values.set(name, read);
  }
  return configOf(values);
}

function readConfigText(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    throw new FozzyError('config_invalid', `cannot read config file ${path}: ${errnoOf(error.cause) ?? error.message}`, {
      hint: 'check that it is a readable file',
      details: { path },
      cause: error,
    });
  }
}

async function parseToml(text: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    // Integers as bigint: the exact digits are kept, and 1.0 stays recognisable as no integer.
    return parse(text, { integersAsBigInt: true });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = 'it does not parse'] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw invalid(path, error, reason, 'correct the TOML syntax at that place');
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function invalid(path: string, { line, column }: Place, reason: string, hint: string): FozzyError {
  return new FozzyError('config_invalid', `${path}:${line}:${column} invalid config: ${reason}`, { hint, details: { path, line, column } });
}

async function wrongValue(key: ConfigKey, text: string, path: string): Promise<FozzyError> {
  const { value } = await placeOf(key.name, text);
  return invalid(path, value, `${key.name} must be ${key.type.expected}`, `for example ${key.name} = ${key.sample}`);
}

async function unknownKey(name: string, text: string, path: string): Promise<FozzyError> {
  const { line, column } = (await placeOf(name, text)).key;
  const near = nearest(
    name,
    configKeys.map((key) => key.name),
  );
  const hint = near === undefined ? undefined : `did you mean ${JSON.stringify(near)}?`;
  const message = `${path}:${line}:${column} unknown config key ${JSON.stringify(name)}${hint === undefined ? '' : `; ${hint}`}`;
  return new FozzyError('config_unknown_key', message, {
    ...(hint === undefined ? {} : { hint }),
    details: { path, key: name, line, column },
  });
}

/** 1-based places of a top-level key and of its value; the value of a table is its header. */
async function placeOf(name: string, text: string): Promise<{ readonly key: Place; readonly value: Place }> {
  const { parseTOML } = await import('toml-eslint-parser');
  for (const node of parseTOML(text).body[0].body) {
    const [first] = node.key.keys;
    if (first === undefined || (first.type === 'TOMLBare' ? first.name : first.value) !== name) continue;
    const value = node.type === 'TOMLKeyValue' && node.key.keys.length === 1 ? node.value : first;
    return { key: oneBased(first.loc.start), value: oneBased(value.loc.start) };
  }
  return { key: { line: 1, column: 1 }, value: { line: 1, column: 1 } };
}

/** The parser counts columns from 0. */
function oneBased(place: Place): Place {
  return { line: place.line, column: place.column + 1 };
}

/** Each value was read by the type its key declares, so only the names have to be matched here. */
function configOf(values: ReadonlyMap<string, ConfigValue>): Config {
  const { backends } = defaultConfig;
  return {
    baseDir: textOf(values, 'base_dir') ?? defaultConfig.baseDir,
    reporter: pick(['pretty', 'json', 'junit', 'html'], values.get('reporter')) ?? defaultConfig.reporter,
    backends: {
      proc: pick(['scripted', 'host'], values.get('proc_backend')) ?? backends.proc,
      fs: pick(['virtual', 'host'], values.get('fs_backend')) ?? backends.fs,
      http: pick(['scripted', 'host'], values.get('http_backend')) ?? backends.http,
    },
    hostAllowCommands: textsOf(values, 'host_allow_commands'),
    hostAllowHosts: textsOf(values, 'host_allow_hosts'),
    redactHeaders: textsOf(values, 'redact_headers') ?? defaultConfig.redactHeaders,
    heapAllocBudget: numberOf(values, 'profile_heap_alloc_budget'),
    heapInUseBudget: numberOf(values, 'profile_heap_in_use_budget'),
    hangTimeoutMs: numberOf(values, 'hang_timeout') ?? defaultConfig.hangTimeoutMs,
    memTrack: values.get('mem_track') === true,
    failOnLeak: values.get('fail_on_leak') === true,
    memArtifacts: values.get('mem_artifacts') === true,
    memLimitMb: numberOf(values, 'mem_limit_mb'),
    memFailAfter: numberOf(values, 'mem_fail_after'),
    leakBudget: numberOf(values, 'leak_budget'),
    memFragmentationSeed: textOf(values, 'mem_fragmentation_seed'),
    memPressureWave: textOf(values, 'mem_pressure_wave'),
  };
}

function textOf(values: ReadonlyMap<string, ConfigValue>, name: string): string | undefined {
  const value = values.get(name);
  return typeof value === 'string' ? value : undefined;
}

function numberOf(values: ReadonlyMap<string, ConfigValue>, name: string): number | undefined {
  const value = values.get(name);
  return typeof value === 'number' ? value : undefined;
}

function textsOf(values: ReadonlyMap<string, ConfigValue>, name: string): readonly string[] | undefined {
  const value = values.get(name);
  return typeof value === 'object' ? value : undefined;
}

function pick<const T extends string>(known: readonly T[], value: ConfigValue | undefined): T | undefined {
  return known.find((candidate) => candidate === value);
}
