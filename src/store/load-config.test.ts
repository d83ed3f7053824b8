import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import type { Config } from './config.ts';
import { defaultConfig } from './config.ts';
import { configJsonSchema, configKeys, defaultConfigText } from './config-keys.ts';
import { loadConfig } from './load-config.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';

function load(text: string, strict = true, warnings: string[] = []): Promise<Config> {
  const path = join(temporaryDirectory(), 'fozzy.toml');
  writeFileSync(path, text);
  return loadConfig({ path, named: true, strict, warn: ({ code, message }) => warnings.push(`${code} ${message}`) });
}

describe('where the settings come from', () => {
  const rest = { strict: true, warn: () => undefined };

  test('an absent default file means the defaults', async () => {
    const path = join(temporaryDirectory(), 'fozzy.toml');
    expect(await loadConfig({ path, named: false, ...rest })).toEqual(defaultConfig);
  });

  test('an absent named file is config_not_found', async () => {
    const path = join(temporaryDirectory(), 'fozzy.toml');
    await expect(loadConfig({ path, named: true, ...rest })).rejects.toMatchObject({ code: 'config_not_found', details: { path } });
  });

  test('an unreadable file is config_invalid, named or not', async () => {
    const directory = join(temporaryDirectory(), 'fozzy.toml');
    mkdirSync(directory);
    await expect(loadConfig({ path: directory, named: false, ...rest })).rejects.toMatchObject({ code: 'config_invalid' });
  });

  test('an empty file means the defaults', async () => {
    expect(await load('')).toEqual(defaultConfig);
  });
});

test('every key is read', async () => {
  const config = await load(`
base_dir = "out/fozzy"
reporter = "junit"
proc_backend = "host"
fs_backend = "host"
http_backend = "host"
host_allow_commands = ["node", "git"]
host_allow_hosts = []
redact_headers = ["x-session"]
profile_heap_alloc_budget = 4096
profile_heap_in_use_budget = 2048
mem_track = true
mem_limit_mb = 64
mem_fail_after = 0
mem_fragmentation_seed = 18446744073709551615
mem_pressure_wave = "1, 2,4"
fail_on_leak = true
leak_budget = 9007199254740991
hang_timeout = "2s"
mem_artifacts = true
`);
  expect(config).toEqual({
    baseDir: 'out/fozzy',
    reporter: 'junit',
    backends: { proc: 'host', fs: 'host', http: 'host' },
    hostAllowCommands: ['node', 'git'],
    hostAllowHosts: [],
    redactHeaders: ['x-session'],
    heapAllocBudget: 4096,
    heapInUseBudget: 2048,
    hangTimeoutMs: 2000,
    memTrack: true,
    failOnLeak: true,
    memArtifacts: true,
    memLimitMb: 64,
    memFailAfter: 0,
    leakBudget: 9_007_199_254_740_991,
    memFragmentationSeed: '18446744073709551615',
    memPressureWave: '1, 2,4',
  } satisfies Config);
});

test('a seed may be written as a string', async () => {
  expect((await load('mem_fragmentation_seed = "007"')).memFragmentationSeed).toBe('7');
});

describe('mistakes', () => {
  test.each([
    ['base_dir = ', 1, 12],
    ['\n\nreporter = "junit', 3, 12],
    ['base_dir = ".a"\nbase_dir = ".b"', 2, 1],
  ])('in the syntax of %j have a line and column', async (text, line, column) => {
    await expect(load(text)).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining(`:${line}:${column} `),
      details: { line, column },
    });
  });

  test.each([
    ['base_dir = 3', 'base_dir', 12],
    ['base_dir = " "', 'base_dir', 12],
    ['reporter = "xml"', 'reporter', 12],
    ['proc_backend = "virtual"', 'proc_backend', 16],
    ['fs_backend = "scripted"', 'fs_backend', 14],
    ['host_allow_hosts = ["a", 1]', 'host_allow_hosts', 20],
    ['profile_heap_alloc_budget = "10"', 'profile_heap_alloc_budget', 29],
    ['mem_track = "true"', 'mem_track', 13],
    ['mem_limit_mb = 1.0', 'mem_limit_mb', 16],
    ['mem_limit_mb = -1', 'mem_limit_mb', 16],
    ['leak_budget = 9007199254740992', 'leak_budget', 15],
    ['mem_fragmentation_seed = 18446744073709551616', 'mem_fragmentation_seed', 26],
    ['mem_pressure_wave = "1,0"', 'mem_pressure_wave', 21],
    ['reporter.x = 1', 'reporter', 1],
  ])('in the value of %j are placed at the value', async (text, key, column) => {
    const failure = load(`# first line\n${text}\n`);
    await expect(failure).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining(`:2:${column} `),
      details: { line: 2, column },
    });
    await expect(failure).rejects.toThrow(key);
  });

  test('in the name of a key are placed, corrected and refused', async () => {
    await expect(load('reporter = "json"\nbase_dirs = "x"\n')).rejects.toMatchObject({
      code: 'config_unknown_key',
      message: expect.stringContaining(':2:1 unknown config key "base_dirs"'),
      hint: 'did you mean "base_dir"?',
    });
  });

  test('in the name of a table are refused too', async () => {
    await expect(load('[memory]\ntrack = true\n')).rejects.toMatchObject({
      code: 'config_unknown_key',
      details: { key: 'memory', line: 1, column: 2 },
    });
  });

  test('in the name of a key are only warnings when unsafe, and the rest still counts', async () => {
    const warnings: string[] = [];
    const config = await load('base_dirs = "x"\nreporter = "html"\n', false, warnings);
    expect(config).toEqual({ ...defaultConfig, reporter: 'html' });
    expect(warnings).toEqual([expect.stringMatching(/^config_unknown_key .*did you mean "base_dir"/)]);
  });

  test('in a value are errors even when unsafe', async () => {
    await expect(load('mem_track = 1', false)).rejects.toMatchObject({ code: 'config_invalid' });
  });
});

describe('what is made from the list of keys', () => {
  const text = defaultConfigText({ baseDir: '.fozzy', schemaPath: './node_modules/fozzy/schema/config.schema.json' });
  const uncommented = text.replaceAll(/^# ([a-z_]+ = )/gm, '$1');

  test('the default file loads as the defaults', async () => {
    expect(await load(text)).toEqual(defaultConfig);
  });

  test('every sample in it is a valid value of its key', async () => {
    await load(uncommented);
    expect(Object.keys(parse(uncommented))).toEqual(configKeys.map((key) => key.name));
  });

  test('the JSON Schema accepts every sample and refuses unknown keys and wrong values', () => {
    const validate = new Ajv().compile(configJsonSchema());
    expect(validate(parse(uncommented))).toBe(true);
    expect(validate({ base_dirs: 'x' })).toBe(false);
    expect(validate({ reporter: 'xml' })).toBe(false);
    expect(validate({ profile_heap_alloc_budget: '10' })).toBe(false);
  });
});
