/** A saved failure: a test that is red until the failure is mended, for both runners, and never in the way of what people wrote. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../docs/markdown.ts';
import { project, runCli } from './run-cli.ts';

const wrong = `export function parse(text: string): string {
  const [key, value] = text.split('=');
  return key === '' ? '' : value!.trim();
}
`;
const right = wrong.replace('value!.trim()', "(value ?? '').trim()");

function write(cwd: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

function withLibrary(files: Readonly<Record<string, string>>): string {
  const cwd = project({ 'package.json': '{"type":"module"}', ...files });
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(root, join(cwd, 'node_modules', 'fozzy'));
  symlinkSync(join(root, 'node_modules', 'vitest'), join(cwd, 'node_modules', 'vitest'));
  return cwd;
}

function node(cwd: string, ...args: readonly string[]): number | null {
  // Without this the runner would take itself for a part of the one around it.
  const { NODE_TEST_CONTEXT: _context, VITEST: _vitest, ...env } = process.env;
  return spawnSync(process.execPath, args, { cwd, env, stdio: 'pipe' }).status;
}

const vitest = (cwd: string, path: string): number | null =>
  node(cwd, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--root', cwd, path);
const nodeTest = (cwd: string, path: string): number | null => node(cwd, '--test', path);

test('a saved test is red before the function is mended and green after, in vitest and in node:test', async () => {
  const cwd = withLibrary({ 'src/parse.ts': wrong });
  const found = await runCli(['fuzz', 'src/parse.ts#parse', '--input', 'string', '--runs', '300', '--seed', '1', '--json'], { cwd });
  expect(found.code).toBe(4);
  const asCall = await runCli(['save', 'last-fail', '--as', 'vitest', '--out', 'tests/call.test.ts', '--json'], { cwd });
  const asReplay = await runCli(['save', 'last-fail', '--as', 'node-test', '--out', 'tests/replay.test.mjs', '--json'], { cwd });
  expect(JSON.parse(asCall.stdout)).toMatchObject({ schemaVersion: 'fozzy.save.v1', as: 'vitest', shows: 'call', trace: null });
  expect(JSON.parse(asReplay.stdout)).toMatchObject({ as: 'node-test', shows: 'replay', trace: join(cwd, 'tests', 'replay.fozzy') });
  expect(readFileSync(join(cwd, 'tests', 'call.test.ts'), 'utf8')).toMatch(
    /import \{ parse \} from '..\/src\/parse.ts';[\s\S]*await parse\('/u,
  );
  expect([vitest(cwd, 'tests/call.test.ts'), nodeTest(cwd, 'tests/replay.test.mjs')]).toEqual([1, 1]);
  write(cwd, { 'src/parse.ts': right });
  expect([vitest(cwd, 'tests/call.test.ts'), nodeTest(cwd, 'tests/replay.test.mjs')]).toEqual([0, 0]);
});

test('a failing scenario is saved as a run of it', async () => {
  const scenario = (value: string): string =>
    JSON.stringify({ version: 1, name: 'greeting', steps: [{ type: 'assert_eq_str', a: value, b: 'hello' }] });
  const cwd = withLibrary({ 'tests/greeting.fozzy.json': scenario('hullo') });
  await runCli(['run', 'tests/greeting.fozzy.json', '--det', '--seed', '3'], { cwd });
  const saved = await runCli(['save', 'last-fail', '--json'], { cwd });
  const { path, shows, as } = JSON.parse(saved.stdout) as { path: string; shows: string; as: string };
  expect([shows, as]).toEqual(['run', 'node-test']);
  expect(nodeTest(cwd, path)).toBe(1);
  write(cwd, { 'tests/greeting.fozzy.json': scenario('hello') });
  expect(nodeTest(cwd, path)).toBe(0);
});

describe('what was not written by save', () => {
  test('is never overwritten, nor is what was changed since; what was not is', async () => {
    const cwd = project();
    write(cwd, {
      'tests/a.fozzy.json': JSON.stringify({ version: 1, name: 'a', steps: [{ type: 'fail', message: 'x' }] }),
      'mine.test.mjs': '// mine\n',
    });
    await runCli(['run', 'tests/a.fozzy.json', '--det'], { cwd });
    const save = (out: string) => runCli(['save', 'last-fail', '--out', out, '--json'], { cwd });
    const refused = await save('mine.test.mjs');
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([2, { code: 'output_exists' }]);
    expect(readFileSync(join(cwd, 'mine.test.mjs'), 'utf8')).toBe('// mine\n');
    expect([(await save('own.test.mjs')).code, (await save('own.test.mjs')).code]).toEqual([0, 0]);
    write(cwd, { 'own.test.mjs': `${readFileSync(join(cwd, 'own.test.mjs'), 'utf8')}// changed\n` });
    expect((await save('own.test.mjs')).code).toBe(2);
  });
});

test('the command that runs it can be pasted, whatever its path holds', async () => {
  const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps: [{ type: 'fail', message: 'no' }] } });
  await runCli(['run', 'a.fozzy.json', '--det'], { cwd });
  const { stdout } = await runCli(['save', 'last-fail', '--as', 'node-test', '--out', 'to be mended/a.test.mjs'], { cwd });
  expect(stdout).toContain("node --test 'to be mended/a.test.mjs'");
});

test('a finding is found by its fingerprint, and what did not fail is refused', async () => {
  const cwd = project();
  write(cwd, {
    'tests/bad.fozzy.json': JSON.stringify({ version: 1, name: 'bad', steps: [{ type: 'fail', message: 'x' }] }),
    'tests/good.fozzy.json': JSON.stringify({ version: 1, name: 'good', steps: [{ type: 'set_kv', key: 'a', value: 'b' }] }),
  });
  const failed = await runCli(['run', 'tests/bad.fozzy.json', '--det', '--json'], { cwd });
  const { findings } = JSON.parse(failed.stdout) as { findings: { fingerprint: string }[] };
  const passed = await runCli(['run', 'tests/good.fozzy.json', '--det', '--record', 'good.fozzy', '--json'], { cwd });
  expect(passed.code).toBe(0);
  const saved = await runCli(['save', findings[0]?.fingerprint ?? '', '--json'], { cwd });
  expect([saved.code, readdirSync(join(cwd, 'tests', 'regressions')).length]).toEqual([0, 1]);
  const unknown = await runCli(['save', '0123456789abcdef', '--json'], { cwd });
  expect([unknown.code, JSON.parse(unknown.stdout)]).toMatchObject([2, { code: 'selector_not_found' }]);
  const nothing = await runCli(['save', 'good.fozzy', '--json'], { cwd });
  expect([nothing.code, JSON.parse(nothing.stdout)]).toMatchObject([2, { code: 'nothing_to_save' }]);
});
