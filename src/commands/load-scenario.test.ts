import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCENARIO_BYTES_MAX } from '../base/limits.ts';
import { FozzyError } from '../base/problem.ts';
import { defaultConfig } from '../store/config.ts';
import { distributedInTest, loadScenario, requireVariant } from './load-scenario.ts';
import type { ScenarioContext } from './read-scenario.ts';

let cwd = '';
const base = { strict: true, config: defaultConfig, backendFlags: {} };
const steps = { version: 1, name: 's', steps: [{ type: 'set_kv', key: 'a', value: '1' }] };

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fozzy-load-'));
  mkdirSync(join(cwd, 'tests'));
  write('tests/checkout.fozzy.json', steps);
  write('tests/dist.fozzy.json', {
    version: 1,
    name: 'd',
    distributed: { nodes: ['a', 'b'], steps: [{ type: 'client_put', node: 'a', key: 'k', value: 'v' }], invariants: [] },
  });
  write('tests/odd.fozzy.json', { ...steps, version: 2, extra: 1 });
  write('tests/all.suites.fozzy.json', { version: 1, name: 'all', suites: { one: { include: ['checkout.fozzy.json', 'd*.fozzy.json'] } } });
  write('tests/loop.fozzy.json', { version: 1, name: 'loop', suites: { again: { include: ['inner.fozzy.json'] } } });
  write('tests/inner.fozzy.json', { version: 1, name: 'inner', suites: { back: { include: ['loop.fozzy.json'] } } });
  write('tests/covers.fozzy.json', { ...steps, covers: ['nothing.ts', 'checkout.fozzy.json'] });
  writeFileSync(join(cwd, 'tests/latin1.fozzy.json'), Buffer.from('{"name":"\xe9"}', 'latin1'));
  writeFileSync(join(cwd, 'tests/broken.fozzy.json'), '{\n  "version": 1,,\n}');
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function write(path: string, document: object): void {
  writeFileSync(join(cwd, path), JSON.stringify(document));
}

function load(path: string, extra: Partial<ScenarioContext> = {}) {
  return loadScenario(path, { ...base, cwd, ...extra });
}

function refusal(action: () => unknown): FozzyError {
  try {
    action();
  } catch (error) {
    if (error instanceof FozzyError) return error;
    throw error;
  }
  throw new Error('accepted');
}

describe('loading', () => {
  test('gives the scenario with its text and its absolute path', () => {
    const loaded = load('tests/checkout.fozzy.json');
    expect(loaded).toMatchObject({
      path: 'tests/checkout.fozzy.json',
      file: join(cwd, 'tests/checkout.fozzy.json'),
      text: JSON.stringify(steps),
      problems: [],
    });
    expect(requireVariant(loaded, 'steps', 'run').steps).toHaveLength(1);
  });

  test('proposes the nearest file when there is none of that name', () => {
    expect(refusal(() => load('tests/chekout.fozzy.json'))).toMatchObject({
      code: 'scenario_not_found',
      hint: 'did you mean tests/checkout.fozzy.json?',
      details: { path: 'tests/chekout.fozzy.json' },
    });
    expect(refusal(() => load('tests/checkout')).hint).toBe('did you mean tests/checkout.fozzy.json?');
    expect(refusal(() => load('tests/checkout.fozy.json')).hint).toBe('did you mean tests/checkout.fozzy.json?');
    expect(refusal(() => load('tests/zzz.fozzy.json')).hint).toBe('check the path');
    expect(refusal(() => load('nowhere/at/all.json')).code).toBe('scenario_not_found');
    expect(refusal(() => load('tests/checkout.fozzy.json/x')).code).toBe('scenario_not_found');
  });

  test('refuses a directory and says what to do with it', () => {
    expect(refusal(() => load('tests'))).toMatchObject({ code: 'io', hint: expect.stringContaining('fozzy test') });
  });

  test('lists all problems with file and place', () => {
    const error = refusal(() => load('tests/odd.fozzy.json'));
    expect(error.code).toBe('scenario_invalid');
    expect(error.details?.['problems']).toMatchObject([
      { file: 'tests/odd.fozzy.json', code: 'unsupported_version', line: 1 },
      { file: 'tests/odd.fozzy.json', code: 'unknown_key', line: 1 },
    ]);
  });

  test('tells where a file is no JSON', () => {
    const error = refusal(() => load('tests/broken.fozzy.json'));
    expect(error.message).toContain('failed to parse scenario at 2:16');
    expect(error.details?.['problems']).toMatchObject([
      { code: 'json_syntax', line: 2, column: 16, hint: expect.stringContaining('fozzy schema --json') },
    ]);
  });

  test('refuses what is not UTF-8 and what is too large, without reading it', () => {
    expect(refusal(() => load('tests/latin1.fozzy.json')).details?.['problems']).toMatchObject([{ code: 'json_syntax' }]);
    write('huge.fozzy.json', {});
    truncateSync(join(cwd, 'huge.fozzy.json'), SCENARIO_BYTES_MAX + 1);
    expect(refusal(() => load('huge.fozzy.json')).details?.['problems']).toMatchObject([{ code: 'out_of_range' }]);
  });

  test('warns about unknown keys only, without strictness', () => {
    write('loose.fozzy.json', { ...steps, extra: 1 });
    expect(load('loose.fozzy.json', { strict: false }).problems).toMatchObject([{ code: 'unknown_key', severity: 'warning' }]);
    expect(refusal(() => load('loose.fozzy.json')).code).toBe('scenario_invalid');
  });

  test('asks the disk what a covers entry names', () => {
    expect(load('tests/covers.fozzy.json').problems).toMatchObject([{ code: 'covers_missing', severity: 'warning' }]);
  });

  test('resolves the members of suites and finds suites that never end', () => {
    expect(load('tests/all.suites.fozzy.json').scenario.variant).toBe('suites');
    const cycle = refusal(() => load('tests/loop.fozzy.json'));
    expect(cycle.details?.['problems']).toMatchObject([{ code: 'suite_cycle', pointer: '/suites/again' }]);
    expect(cycle.message).toContain('tests/loop.fozzy.json → tests/inner.fozzy.json → tests/loop.fozzy.json');
  });

  test('sees an edit at once', () => {
    write('edited.fozzy.json', steps);
    expect(load('edited.fozzy.json').scenario.name).toBe('s');
    write('edited.fozzy.json', { ...steps, name: 't' });
    expect(load('edited.fozzy.json').scenario.name).toBe('t');
  });
});

describe('the wrong variant', () => {
  test('distributed files belong to explore', () => {
    const error = refusal(() => requireVariant(load('tests/dist.fozzy.json'), 'steps', 'run'));
    expect(error).toMatchObject({ code: 'wrong_variant', message: expect.stringContaining('use `fozzy explore`') });
  });

  test('steps files belong to run, and the message says what a distributed file needs', () => {
    const { message } = refusal(() => requireVariant(load('tests/checkout.fozzy.json'), 'distributed', 'explore'));
    for (const part of ['steps scenario', 'Use `fozzy run`', '`distributed`', '`nodes`']) expect(message).toContain(part);
  });

  test('suites files belong to test', () => {
    const { message } = refusal(() => requireVariant(load('tests/all.suites.fozzy.json'), 'steps', 'run'));
    expect(message).toContain('is a suites scenario');
    expect(message).toContain('use `fozzy test`');
  });

  test('loose distributed files given to test are all named', () => {
    expect(distributedInTest(['a', 'b'])).toMatchObject({ code: 'distributed_in_test', details: { paths: ['a', 'b'] } });
    expect(distributedInTest(['a', 'b']).message).toContain('must be run with `fozzy explore`');
  });
});
