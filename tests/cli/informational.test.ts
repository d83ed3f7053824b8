/** version, usage, schema, env and validate, as a user gets them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { commands } from '../../src/commands/table.ts';
import { typed } from '../support/typed.ts';
import { bin, project, runCli } from './run-cli.ts';

const steps = {
  version: 1,
  name: 'cart',
  steps: [
    { type: 'set_kv', key: 'a', value: '1' },
    { type: 'get_kv_assert', key: 'a', equals: '1' },
  ],
};

describe('version', () => {
  const { version } = JSON.parse(readFileSync(join(bin, '../../package.json'), 'utf8'));

  test('is one line for people', async () => {
    for (const args of [['--version'], ['-V'], ['version']])
      expect(await runCli(args)).toMatchObject({ code: 0, stdout: `fozzy ${version}\n`, stderr: '' });
  });

  test('is the version of the build, whatever repository one stands in', async () => {
    const cwd = project({ 'package.json': { name: 'fozzy', version: '99.0.0' } });
    const { json } = await runCli(['version', '--json'], { cwd });
    expect(json()).toMatchObject({ schemaVersion: 'fozzy.version.v1', version });
    expect((await runCli(['--version', '--json'], { cwd })).json()).toEqual(json());
  });
});

describe('usage', () => {
  test('has one item per command, each with a line that parses', async () => {
    const document = (await runCli(['usage', '--json'])).json();
    expect(document).toMatchObject({ schemaVersion: 'fozzy.usage.v1', title: expect.any(String) });
    const items = document['items'];
    if (!Array.isArray(items)) throw new Error('no items');
    expect(items.length).toBeGreaterThan(5);
    const help = (await runCli(['--help'])).stdout;
    for (const item of items) {
      expect(help).toContain(`  ${item.command}`);
      expect(item.how).toMatch(/^fozzy /);
      // Up to where a shell takes over; the line itself is executed by tests/docs.
      const [line = ''] = String(item.how).split(/ [>|] /u);
      const parsed = parseArguments(line.split(' ').slice(1), commands);
      expect([item.how, parsed]).toMatchObject([item.how, { kind: 'perform' }]);
    }
  });
});

describe('schema', () => {
  test('describes every type with an example that validates', async () => {
    const document = (await runCli(['schema', '--json'])).json();
    expect(document).toMatchObject({ schemaVersion: 'fozzy.schema_doc.v5', fileVariants: ['steps', 'distributed', 'suites'] });
    expect(document['stepTypes']).toHaveLength(44);
    for (const [types, schemas] of [
      ['stepTypes', 'stepSchemas'],
      ['distributedStepTypes', 'distributedStepSchemas'],
      ['distributedInvariantTypes', 'distributedInvariantSchemas'],
      ['faultTypes', 'faultSchemas'],
    ] as const) {
      expect(Object.keys(Object(document[schemas]))).toEqual(document[types]);
      for (const schema of Object.values(Object(document[schemas]))) {
        expect(schema).toMatchObject({
          requiredFields: expect.any(Array),
          optionalFields: expect.any(Array),
          example: expect.any(Object),
          notes: expect.any(Array),
        });
      }
    }
  });

  test('holds a JSON Schema that accepts a scenario and rejects a wrong one', async () => {
    const document = (await runCli(['steps', '--json'])).json();
    const check = new Ajv2020({ strict: false, formats: { regex: true } }).compile(Object(document['jsonSchema']));
    expect(check(steps)).toBe(true);
    expect(check({ ...steps, steps: [{ type: 'set_kv' }] })).toBe(false);
  });

  test('lists the error codes with exit code, meaning and hint, and the finding codes', async () => {
    const document = (await runCli(['schema', '--json'])).json();
    expect(document['errorCodes']).toContainEqual({ code: 'usage', exitCode: 2, meaning: expect.any(String), hint: expect.any(String) });
    expect(document['findingCodes']).toContainEqual({
      code: 'assert_ok',
      kind: 'assertion',
      misuse: false,
      warning: false,
      meaning: expect.any(String),
    });
  });

  test('shows one type with its example, and proposes the nearest for a typing mistake', async () => {
    expect((await runCli(['schema', 'http_request'])).stdout).toContain('"type": "http_request"');
    const wrong = await runCli(['schema', 'htp_request', '--json']);
    expect([wrong.code, wrong.json()]).toMatchObject([2, { hint: 'did you mean `fozzy schema http_request`?' }]);
  });
});

describe('env', () => {
  test('tells machine, build and all seven capabilities', async () => {
    const document = (await typed(['env', '--json'], { cwd: project() })).json();
    expect(Object.keys(document)).toEqual(['schemaVersion', 'os', 'arch', 'node', 'fozzy', 'capabilities']);
    expect(document['capabilities']).toEqual({
      time: { backend: 'virtual', deterministic: true },
      rng: { backend: 'chacha20', deterministic: true },
      net: { backend: 'simulated', deterministic: true },
      memory: { backend: 'model', deterministic: true },
      fs: { backend: 'virtual_overlay', deterministic: true },
      http: { backend: 'scripted', deterministic: true },
      proc: { backend: 'scripted', deterministic: true },
    });
  });

  test('reflects flags', async () => {
    const { stdout } = await typed(['env', '--fs-backend', 'host'], { cwd: project() });
    expect(stdout).toMatch(/fs +host +no/);
  });
});

describe('validate', () => {
  test('accepts a good file and counts what is in it', async () => {
    const cwd = project({ 'a.fozzy.json': steps });
    const answer = await typed(['validate', 'a.fozzy.json', '--json'], { cwd });
    expect(answer.code).toBe(0);
    expect(answer.json()).toEqual({
      schemaVersion: 'fozzy.validate.v1',
      ok: true,
      scenario: 'a.fozzy.json',
      variant: 'steps',
      name: 'cart',
      steps: 2,
      problems: [],
    });
  });

  test('lists all problems of a bad one in file order, the first error also as text, exit 2', async () => {
    const cwd = project({
      'b.fozzy.json':
        '{ "version": 1, "name": "b",\n  "steps": [\n    { "type": "sleep", "duration": "5" },\n    { "type": "set_kv", "kee": "a", "value": "1" } ] }\n',
    });
    const answer = await typed(['validate', 'b.fozzy.json', '--json'], { cwd });
    expect(answer.code).toBe(2);
    expect(answer.json()).toMatchObject({
      ok: false,
      variant: 'steps',
      name: 'b',
      problems: [
        { code: 'invalid_duration', line: 3 },
        { code: 'missing_field', line: 4 },
        { code: 'unknown_key', line: 4, hint: 'did you mean "key"?' },
      ],
      error: expect.stringMatching(/^b\.fozzy\.json:3:\d+ invalid_duration /),
    });
    const text = await typed(['validate', 'b.fozzy.json'], { cwd });
    expect(text.stdout).toMatch(/b\.fozzy\.json:4:\d+ unknown_key .*did you mean "key"\?/);
    expect(text.stdout).toContain('invalid b.fozzy.json: 3 errors');
  });

  test('relaxes unknown keys to warnings with --unsafe', async () => {
    const cwd = project({ 'c.fozzy.json': { ...steps, extra: 1 } });
    expect((await typed(['validate', 'c.fozzy.json'], { cwd })).code).toBe(2);
    const unsafe = await typed(['validate', 'c.fozzy.json', '--unsafe', '--json'], { cwd });
    expect([unsafe.code, unsafe.json()]).toMatchObject([0, { ok: true, problems: [{ severity: 'warning', code: 'unknown_key' }] }]);
  });

  test('judges the members of a suites file with it', async () => {
    const cwd = project({
      'tests/all.fozzy.json': {
        version: 1,
        name: 'all',
        suites: { one: { include: ['*.pass.fozzy.json'] }, two: { include: ['bad.fozzy.json'] } },
      },
      'tests/x.pass.fozzy.json': steps,
      'tests/bad.fozzy.json': { version: 1, name: 'bad', steps: [] },
    });
    const answer = await typed(['validate', 'tests/all.fozzy.json', '--json'], { cwd });
    expect([answer.code, answer.json()]).toMatchObject([
      2,
      { ok: false, variant: 'suites', suites: 2, problems: [{ file: 'tests/bad.fozzy.json', code: 'empty_steps' }] },
    ]);
  });

  test('says what is missing and proposes the nearest file', async () => {
    const cwd = project({ 'tests/checkout.fozzy.json': steps });
    const answer = await typed(['validate', 'tests/chekout.fozzy.json', '--json'], { cwd });
    expect([answer.code, answer.json()]).toMatchObject([
      2,
      { code: 'scenario_not_found', hint: 'did you mean tests/checkout.fozzy.json?' },
    ]);
  });
});
