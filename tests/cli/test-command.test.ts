/** `fozzy test` over suites: membership, expectations, selection and counting. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { perform, refusal } from '../support/in-process.ts';
import { project, runCli } from './run-cli.ts';

const pass = (name = 'pass') => ({ version: 1, name, steps: [{ type: 'rand_u64' }] });
const fail = { version: 1, name: 'fail', steps: [{ type: 'fail', message: 'x' }] };
const crash = { version: 1, name: 'crash', steps: [{ type: 'panic', message: 'x' }] };
const slow = { version: 1, name: 'slow', steps: [{ type: 'sleep', duration: '1h' }] };
const suites = (groups: object) => ({ version: 1, name: 's', suites: groups });

describe('a suite', () => {
  test('judges each member by what its group expects', async () => {
    const cwd = project({
      'tests/ok.fozzy.json': pass(),
      'tests/fail.fozzy.json': fail,
      'tests/crash.fozzy.json': crash,
      'tests/slow.fozzy.json': slow,
      'tests/all.fozzy.json': suites({
        good: { include: ['ok.fozzy.json'], tags: ['fast'] },
        bad: { include: ['fail.fozzy.json'], expect: 'fail' },
        worse: { include: ['crash.fozzy.json'], expect: 'crash' },
        late: { include: ['slow.fozzy.json'], expect: 'timeout', timeout: '1s' },
      }),
    });
    const summary = await perform(cwd, 'test', { det: true });
    expect(summary).toMatchObject({ status: 'pass', tests: { passed: 4, failed: 0, skipped: 0, notRun: 0 } });
    expect(summary.results?.map(({ path, group, status, ok }) => [path, group, status, ok])).toEqual([
      ['tests/ok.fozzy.json', 'good', 'pass', true],
      ['tests/fail.fozzy.json', 'bad', 'fail', true],
      ['tests/crash.fozzy.json', 'worse', 'crash', true],
      ['tests/slow.fozzy.json', 'late', 'timeout', true],
    ]);
  });

  test('fails when a member passes that was expected to fail', async () => {
    const cwd = project({ 'a.fozzy.json': pass(), 's.fozzy.json': suites({ g: { include: ['a.fozzy.json'], expect: 'fail' } }) });
    const summary = await perform(cwd, 'test', { patterns: ['s.fozzy.json'], det: true });
    expect([summary.status, summary.tests?.failed]).toEqual(['fail', 1]);
  });

  test('gives its members the seed of the group, derived by path, and the smaller timeout wins', async () => {
    const cwd = project({
      'tests/example.fozzy.json': pass(),
      'tests/slow.fozzy.json': slow,
      's.fozzy.json': suites({
        seeded: { include: ['tests/example.fozzy.json'], seed: 7 },
        late: { include: ['tests/slow.fozzy.json'], timeout: '2h' },
      }),
    });
    const run = async (timeout?: string) =>
      (await perform(cwd, 'test', { patterns: ['s.fozzy.json'], det: true, seed: 1, timeout })).results;
    expect((await run())?.map(({ seed, status }) => [seed, status])).toMatchObject([
      ['14229281465285507490', 'pass'],
      [expect.any(String), 'pass'],
    ]);
    expect((await run('1s'))?.[1]?.status).toBe('timeout');
  });

  test('lets the inner group of a nested suite win, and runs a member once per group that names it', async () => {
    const cwd = project({
      'a.fozzy.json': fail,
      'b.fozzy.json': pass('b'),
      'inner.fozzy.json': suites({ own: { include: ['a.fozzy.json'], expect: 'fail', tags: ['inner'] } }),
      'outer.fozzy.json': suites({
        wrap: { include: ['inner.fozzy.json', 'b.fozzy.json'], tags: ['outer'] },
        again: { include: ['b.fozzy.json'] },
      }),
    });
    const { status, results } = await perform(cwd, 'test', { patterns: ['*.fozzy.json'], det: true });
    expect(status).toBe('pass');
    expect(results?.map(({ path, tags }) => [path, tags])).toEqual(
      expect.arrayContaining([
        ['a.fozzy.json', ['inner']],
        ['b.fozzy.json', ['outer']],
        ['b.fozzy.json', []],
      ]),
    );
    expect(results?.filter(({ path }) => path === 'b.fozzy.json')).toHaveLength(2);
  });

  test.each([
    ['suite_member_missing', { g: { include: ['none.fozzy.json'] } }],
    ['suite_empty', { g: { include: ['none/*.fozzy.json'] } }],
    ['suite_empty', { g: { include: ['a.fozzy.json'], exclude: ['a.fozzy.json'] } }],
    ['suite_bad_expectation', { g: { include: ['a.fozzy.json'], expect: 'success' } }],
    ['suite_cycle', { g: { include: ['s.fozzy.json'] } }],
  ])('with the flaw %s is invalid and is never a pass', async (code, groups) => {
    const cwd = project({ 'a.fozzy.json': pass(), 's.fozzy.json': suites(groups) });
    expect(await perform(cwd, 'validate', { scenario: 's.fozzy.json' })).toMatchObject({ ok: false, problems: [{ code }] });
    const { status, results } = await perform(cwd, 'test', { patterns: ['s.fozzy.json', 'a.fozzy.json'], det: true });
    expect([status, results?.find((result) => result.path === 's.fozzy.json')?.status]).toEqual(['error', 'error']);
  });
});

describe('a selection', () => {
  const files = {
    'tests/one.fozzy.json': pass('first'),
    'tests/two.fozzy.json': fail,
    's.fozzy.json': suites({
      fast: { include: ['tests/one.fozzy.json'], tags: ['fast'] },
      slow: { include: ['tests/two.fozzy.json'], tags: ['slow'] },
    }),
  };

  test('by --filter looks at path and name, and lists what it left out', async () => {
    for (const filter of ['one', 'first']) {
      const { status, tests, results } = await perform(project(files), 'test', { det: true, filter });
      expect([status, tests]).toEqual(['pass', { passed: 1, failed: 0, skipped: 1, notRun: 0 }]);
      expect(results?.[1]).toMatchObject({ status: 'skipped', reason: expect.stringContaining(filter) });
    }
  });

  test('by --tag looks at groups, and one that matches nothing is refused', async () => {
    const cwd = project(files);
    expect((await perform(cwd, 'test', { patterns: ['s.fozzy.json'], det: true, tag: ['fast'] })).tests).toEqual({
      passed: 1,
      failed: 0,
      skipped: 1,
      notRun: 0,
    });
    expect((await refusal(cwd, 'test', { patterns: ['s.fozzy.json'], det: true, tag: ['none'] })).code).toBe('no_tests_selected');
  });

  test('with --fail-fast starts nothing after a failure and says so', async () => {
    const cwd = project({
      'tests/a.fozzy.json': pass(),
      'tests/b.fozzy.json': fail,
      'tests/c.fozzy.json': pass(),
      'tests/d.fozzy.json': pass(),
    });
    const { status, tests, results } = await perform(cwd, 'test', { det: true, failFast: true, jobs: 1 });
    expect([status, tests]).toEqual(['fail', { passed: 1, failed: 1, skipped: 0, notRun: 2 }]);
    expect(results?.[3]).toMatchObject({ status: 'not_run', reason: expect.any(String) });
  });
});

describe('the aggregate', () => {
  test.each([
    [['pass'], 'pass'],
    [['pass', 'timeout'], 'timeout'],
    [['timeout', 'fail'], 'fail'],
    [['timeout', 'fail', 'crash'], 'crash'],
    [['timeout', 'fail', 'crash', 'invalid'], 'error'],
  ] as const)('of %j is %s', async (members, status) => {
    const contents = { pass: pass(), timeout: slow, fail, crash, invalid: { version: 1, name: 'i', steps: [] } };
    const cwd = project(Object.fromEntries(members.map((member) => [`tests/${member}.fozzy.json`, contents[member]])));
    expect((await perform(cwd, 'test', { det: true, timeout: '1m' })).status).toBe(status);
  });

  test('merges equal findings, sums memory and keeps every trace of a failure', async () => {
    const leak = { version: 1, name: 'leak', steps: [{ type: 'memory_alloc', bytes: 10 }] };
    const cwd = project({ 'tests/a.fozzy.json': leak, 'tests/b.fozzy.json': leak, 'tests/c.fozzy.json': pass() });
    const summary = await perform(cwd, 'test', { det: true, memArtifacts: true });
    expect(summary.memory).toMatchObject({ allocCount: 2, leakedBytes: 20, peakBytes: 10 });
    const traces = summary.results?.map((result) => result.tracePath);
    expect(traces?.map((path) => path !== undefined && existsSync(path))).toEqual([true, true, false]);
    const manifest = JSON.parse(readFileSync(join(cwd, summary.identity.artifactsDir, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ testsPassed: 1, testsFailed: 2, findingsCount: summary.findings.length });
  });

  test('says which scenario a fault belongs to, and so does whoever tells of it', async () => {
    const rule = { version: 1, name: 'rule', steps: [{ type: 'memory_limit_mb', mb: 1 }] };
    const cwd = project({ 'tests/a.fozzy.json': pass(), 'tests/b.fozzy.json': rule, 'tests/c.fozzy.json': rule });
    const { faults } = await perform(cwd, 'test', { det: true });
    expect(faults).toMatchObject([
      { id: 'f0', type: 'memory_limit_mb', fired: false, ordinal: 2 },
      { id: 'f1', type: 'memory_limit_mb', fired: false, ordinal: 3 },
    ]);
    const { stdout } = await runCli(['report', 'show', 'latest'], { cwd });
    expect(stdout).toContain('f1  memory_limit_mb  /steps/0  tests/c.fozzy.json rule');
    expect((await runCli(['report', 'show', 'latest', '--format', 'html'], { cwd })).stdout).toContain('tests/c.fozzy.json rule');
  });
});
