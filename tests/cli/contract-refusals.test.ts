/** What is refused, when, and with which words: record targets, trace files, paths of test. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { perform, refusal } from '../support/in-process.ts';
import { project } from './run-cli.ts';

const pass = { version: 1, name: 'pass', steps: [{ type: 'rand_u64' }] };
const fail = { version: 1, name: 'fail', steps: [{ type: 'fail', message: 'x' }] };
const files = { 'tests/a.fozzy.json': pass, 'tests/b.fozzy.json': pass };

describe('test --record --record-collision error', () => {
  const options = { det: true, record: 'out.fozzy', recordCollision: 'error' };

  test('refuses a taken numbered path before anything runs', async () => {
    const cwd = project({ ...files, 'out.2.fozzy': 'mine' });
    const error = await refusal(cwd, 'test', options);
    expect(error).toMatchObject({ code: 'record_collision', details: { path: join(cwd, 'out.2.fozzy') } });
    expect(existsSync(join(cwd, '.fozzy'))).toBe(false);
    expect(readdirSync(cwd)).not.toContain('out.1.fozzy');
  });

  test('does not mind the path itself when several scenarios are recorded beside it', async () => {
    const cwd = project({ ...files, 'out.fozzy': 'mine' });
    const { results } = await perform(cwd, 'test', options);
    expect(results?.map((result) => result.tracePath)).toEqual([join(cwd, 'out.1.fozzy'), join(cwd, 'out.2.fozzy')]);
  });

  test('refuses the path itself when one scenario is left', async () => {
    const cwd = project({ ...files, 'out.fozzy': 'mine' });
    const error = await refusal(cwd, 'test', { ...options, filter: 'tests/b' });
    expect(error).toMatchObject({ code: 'record_collision', details: { path: join(cwd, 'out.fozzy') } });
  });
});

test('the name of a recorded trace does not depend on how far --fail-fast let the command go', async () => {
  const cwd = project({ 'tests/a.fozzy.json': fail, 'tests/b.fozzy.json': pass });
  const { results } = await perform(cwd, 'test', { det: true, record: 'out.fozzy', failFast: true, jobs: 1 });
  expect(results?.[0]?.tracePath).toBe(join(cwd, 'out.1.fozzy'));
});

test('shrink writes traces only to names that end in .fozzy', async () => {
  const cwd = project(files);
  await perform(cwd, 'run', { scenario: 'tests/a.fozzy.json', det: true, record: 't.fozzy' });
  const error = await refusal(cwd, 'shrink', { runOrTrace: 't.fozzy', out: 'small.json' });
  expect(error).toMatchObject({
    code: 'usage',
    message: "invalid value 'small.json' for '--out <OUT>': a trace ends in .fozzy",
    hint: 'try --out small.fozzy',
  });
});

test('a working directory that is none is refused by the library as by the program', async () => {
  const cwd = join(project(), 'gone');
  expect(await refusal(cwd, 'env')).toMatchObject({ code: 'cwd_invalid', details: { path: cwd } });
});

describe('a file that ends in .fozzy', () => {
  test.each([
    ['not JSON', 'x', 'trace_parse', 'failed to parse trace'],
    ['JSON of any other kind', '[]', 'trace_format', 'unsupported trace format'],
    ['an object of another format', '{"format":"zip"}', 'trace_format', 'unsupported trace format'],
    ['a version written as text', '{"format":"fozzy-trace","version":"5"}', 'trace_version', 'unsupported trace schema version "5"'],
    ['no version', '{"format":"fozzy-trace"}', 'trace_version', 'unsupported trace schema version none'],
  ])('that holds %s is refused by its own code', async (_what, text, code, words) => {
    const cwd = project();
    writeFileSync(join(cwd, 't.fozzy'), text);
    for (const command of ['replay', 'trace verify', 'ci', 'shrink', 'artifacts ls']) {
      const error = await refusal(cwd, command, { runOrTrace: 't.fozzy' });
      expect([command, error.code]).toEqual([command, code]);
      expect(error.message).toContain(words);
    }
  });
});

describe('a path given to test', () => {
  test('that is a directory is answered with a glob for it', async () => {
    const cwd = project(files);
    const error = await refusal(cwd, 'test', { patterns: ['tests'] });
    expect(error).toMatchObject({ code: 'scenario_path_not_found', hint: 'tests is a directory; try "tests/**/*.fozzy.json"' });
  });

  test('that is misspelt is answered with its neighbour, also as one of several', async () => {
    const cwd = project(files);
    const error = await refusal(cwd, 'test', { patterns: ['gone.fozzy.json', 'tests/aa.fozzy.json'] });
    expect(error).toMatchObject({ code: 'scenario_path_not_found', hint: 'did you mean tests/a.fozzy.json?' });
  });
});

describe('what beginners do', () => {
  test('a scenario that is taken for a trace is told what it is, and how to get one', async () => {
    const cwd = project({ 'tests/a.fozzy.json': fail, 'tests/s.fozzy.ts': 'export {};\n', 'notes.txt': '' });
    const hint = async (runOrTrace: string) => (await refusal(cwd, 'replay', { runOrTrace })).hint;
    expect(await hint('tests/a.fozzy.json')).toContain('`fozzy run tests/a.fozzy.json` leaves a trace');
    expect(await hint('tests/s.fozzy.ts')).toContain('`fozzy explore tests/s.fozzy.ts` leaves a trace');
    expect(await hint('notes.txt')).toBe('a trace file ends in .fozzy');
  });

  test('an import of a name that is not exported says so, and no frame of the engine is shown', async () => {
    const head = "import { simulation } from 'fozzy';\n";
    const cwd = project({
      'p.ts': 'export const parse = 1;\n',
      'a.fozzy.ts': `${head}import { prase } from './p.ts';\nexport default simulation('a', () => prase);\n`,
      'b.fozzy.ts': `${head}export default simulation('b', (sim) => { sim.clinet('a'); });\n`,
    });
    const unlinked = await refusal(cwd, 'explore', { scenario: 'a.fozzy.ts' });
    expect(unlinked).toMatchObject({
      code: 'module_load_failed',
      message: expect.stringContaining("does not provide an export named 'prase'"),
      hint: 'correct the name in the import, or export it from that file',
    });
    expect(unlinked.details).not.toHaveProperty('stack');
    const undeclared = await refusal(cwd, 'explore', { scenario: 'b.fozzy.ts' });
    expect(undeclared.message).toMatch(/^b\.fozzy\.ts:2:\d+: .*sim\.clinet is not a function$/u);
    expect(undeclared.details?.['stack']).not.toMatch(/<anonymous>\)/u);
  });
});
