/** `fozzy gate`: passes on a good project, and every one of its steps fails when exactly that thing is broken. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusal } from '../support/built.ts';
import { replaced, type Sabotage, slower, work } from '../support/workflow.ts';
import { project, runCli } from './run-cli.ts';

const good = { version: 1, name: 'good', steps: [{ type: 'rand_u64', key: 'r' }] };
const bad = { version: 1, name: 'bad', steps: [{ type: 'fail', message: 'no' }] };
const suites = { version: 1, name: 's', suites: { all: { include: ['bad.fozzy.json'], expect: 'fail' } } };

/** The audit starts processes; two of them are enough to disagree. */
const quick = { doctorRuns: 2 };

function edit(name: string, change: (text: string) => string): (folder: string) => void {
  return (folder) => writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
}

describe('gate', () => {
  test('passes on a good project, keeps nothing and moves no alias', async () => {
    const cwd = project({ 'tests/a.fozzy.json': good, 'tests/bad.fozzy.json': bad, 'tests/s.fozzy.json': suites });
    const { exitCode, steps, document } = await work(cwd, 'gate', quick);
    expect([exitCode, steps.map(({ name, status }) => [name, status])]).toEqual([
      0,
      [
        ['clean_tree', 'skipped'],
        ['discover', 'passed'],
        ['scope_match', 'passed'],
        ['doctor_deep', 'passed'],
        ['test_det_strict', 'passed'],
        ['run_record_trace', 'passed'],
        ['trace_verify', 'passed'],
        ['replay', 'passed'],
        ['ci', 'passed'],
        ['profile_top', 'passed'],
        ['profile_diff', 'passed'],
        ['profile_explain', 'passed'],
      ],
    ]);
    expect(document).toMatchObject({
      schemaVersion: 'fozzy.gate_report.v1',
      matchedScenarios: ['tests/a.fozzy.json', 'tests/bad.fozzy.json'],
    });
    expect(readdirSync(join(cwd, '.fozzy'))).toEqual(['cache']);
    expect(readdirSync(join(cwd, '.fozzy/cache'))).toEqual([]);
    expect(await refusal(cwd, 'report show', { runOrTrace: 'latest' })).toMatchObject({ code: 'alias_unresolved' });
  });

  test('in a log every step is one line, in the order of the work, and the verdict is the last', async () => {
    const cwd = project({ 'tests/a.fozzy.json': good });
    const { stdout, stderr } = await runCli(['gate', '--doctor-runs', '2'], { cwd });
    const words = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +/u)[1]);
    expect(words).toEqual(['clean_tree', 'discover', 'scope_match', ...afterScope, 'ok']);
    expect(stderr).toBe('');
  });

  test('says what there is instead of steps scenarios', async () => {
    const simulation = "import { simulation } from 'fozzy'; export const one = simulation('one', () => undefined);";
    const cwd = project({ 'tests/one.fozzy.ts': simulation });
    const { exitCode, steps } = await work(cwd, 'gate', quick);
    expect(exitCode).toBe(1);
    expect(steps.find(({ status }) => status === 'failed')?.detail).toBe(
      'no steps scenario below tests; what else is there is checked by `fozzy test` and `fozzy explore`: tests/one.fozzy.ts',
    );
  });

  test('tells of changes in the work tree, and fails for none of them', async () => {
    const cwd = project({ 'tests/a.fozzy.json': good, '.gitignore': '.fozzy\n' });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@e', ...args], { cwd, stdio: 'pipe' });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'all');
    const scoped = { scope: ['nothing'] };
    expect((await work(cwd, 'gate', scoped)).ended('clean_tree')).toBe('passed');
    for (const name of ['x', 'y', 'z', 'w']) writeFileSync(join(cwd, name), '');
    expect((await work(cwd, 'gate', scoped)).steps[0]).toEqual({
      name: 'clean_tree',
      status: 'advisory',
      detail: '4 changes: w, x, y and 1 more',
      durationMs: expect.any(Number),
    });
    expect((await work(cwd, 'gate', scoped, { strict: false })).ended('clean_tree')).toBe('skipped');
  });

  const afterScope = [
    'doctor_deep',
    'test_det_strict',
    'run_record_trace',
    'trace_verify',
    'replay',
    'ci',
    'profile_top',
    'profile_diff',
    'profile_explain',
  ];
  const brokenBefore: readonly (readonly [string, Readonly<Record<string, object | string>>, object, Sabotage, readonly string[]])[] = [
    ['an invalid file', { 'tests/a.fozzy.json': good, 'tests/b.fozzy.json': '{' }, {}, {}, ['discover']],
    ['no steps scenario', { 'tests/s.fozzy.json': { ...suites, suites: {} } }, {}, {}, ['discover']],
    ['a scope nothing matches', { 'tests/a.fozzy.json': good }, { scope: ['zzz'] }, {}, ['scope_match']],
    ['a test that fails', { 'tests/a.fozzy.json': good, 'tests/bad.fozzy.json': bad }, {}, {}, ['test_det_strict']],
    ['a primary scenario that fails', { 'tests/bad.fozzy.json': bad, 'tests/s.fozzy.json': suites }, {}, {}, ['run_record_trace']],
    [
      'a recording without its checksum',
      { 'tests/a.fozzy.json': good },
      {},
      { trace_verify: edit('primary.fozzy', (text) => text.replace(/,?"checksum":"[0-9a-f]+"/u, '')) },
      ['trace_verify', 'ci'],
    ],
  ];

  test.each(brokenBefore)('fails for %s, and only there', async (_what, files, options, before, failed) => {
    const cwd = project(files);
    const worked = await work(cwd, 'gate', { ...quick, ...options }, { before });
    expect([worked.exitCode, worked.failed]).toEqual([1, failed]);
    const [first = ''] = failed;
    for (const name of afterScope) {
      if (first === 'discover' || first === 'scope_match')
        expect(worked.steps.find((step) => step.name === name)?.detail).toMatch(/^blocked by/u);
    }
    expect(readdirSync(join(cwd, '.fozzy/cache'))).toHaveLength(1);
  });

  test('fails for each thing that is broken while it is looked at, and for nothing else', async () => {
    const cwd = project({ 'tests/a.fozzy.json': good });
    const unreadable = replaced('primary.fozzy', '{}');
    const late = replaced('primary.fozzy', slower);
    const broken = { trace_verify: unreadable, ci: unreadable, profile_top: unreadable, profile_diff: late, profile_explain: late };
    expect((await work(cwd, 'gate', quick, { broken })).failed).toEqual(Object.keys(broken));
    const other = project({ 'tests/a.fozzy.json': good });
    const replay = await work(other, 'gate', quick, { broken: { replay: unreadable } });
    const blocked = replay.steps.filter(({ detail }) => detail === 'blocked by replay').map(({ name }) => name);
    expect([replay.failed, blocked]).toEqual([['replay'], ['profile_diff', 'profile_explain']]);
  });

  test('fails when the doctor has something to say', async () => {
    const cwd = project({ 'tests/a.fozzy.json': good });
    mkdirSync(join(cwd, '.fozzy/runs/0c1d5a1e-0000-4000-8000-000000000000'), { recursive: true });
    expect(await work(cwd, 'gate', quick)).toMatchObject({ exitCode: 1, failed: ['doctor_deep'] });
  });

  test('refuses what it cannot honour', async () => {
    const cwd = project({ 'tests/a.fozzy.json': good });
    expect(await refusal(cwd, 'gate', { doctorRuns: 1 })).toMatchObject({ code: 'usage' });
    expect(await refusal(cwd, 'gate', {}, { backends: { proc: 'host' } })).toMatchObject({ code: 'backend_not_supported' });
    expect((await work(project(), 'gate', {})).failed).toEqual(['discover']);
  });
});
