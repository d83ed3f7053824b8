/** `fozzy full`: passes on a good project, and every one of its steps fails when exactly that thing is broken. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusal } from '../support/built.ts';
import { type Sabotage, work } from '../support/workflow.ts';
import { project } from './run-cli.ts';

const good = { version: 1, name: 'good', steps: [{ type: 'rand_u64', key: 'r' }] };
const bad = {
  version: 1,
  name: 'bad',
  steps: [
    { type: 'set_kv', key: 'a', value: '1' },
    { type: 'fail', message: 'no' },
  ],
};
const memory = {
  version: 1,
  name: 'm',
  steps: [
    { type: 'memory_alloc', key: 'm', bytes: 10 },
    { type: 'memory_free', key: 'm' },
  ],
};
const leaking = { version: 1, name: 'm', steps: [{ type: 'memory_alloc', key: 'm', bytes: 10 }] };
const host = {
  version: 1,
  name: 'h',
  steps: [
    { type: 'proc_when', cmd: 'true', exit_code: 0 },
    { type: 'proc_spawn', cmd: 'true' },
  ],
};
const suites = { version: 1, name: 's', suites: { all: { include: ['bad.fozzy.json'], expect: 'fail' } } };
const nodes = {
  nodes: ['a', 'b'],
  steps: [{ type: 'client_put', node: 'a', key: 'x', value: '1' }],
  invariants: [{ type: 'kv_all_equal', key: 'x' }],
};
const distributed = { version: 1, name: 'd', distributed: nodes };

const files = {
  'tests/a.fozzy.json': good,
  'tests/bad.fozzy.json': bad,
  'tests/m.fozzy.json': memory,
  'tests/s.fozzy.json': suites,
  'tests/d.fozzy.json': distributed,
};

/** What a test is not about costs nothing: a skipped step is not executed. */
const slow = ['doctor_deep', 'test_det', 'init', 'explore', 'clean_tree', 'shrink', 'replay_shrunk'];

function except(...names: readonly string[]): { readonly skipSteps: readonly string[] } {
  return { skipSteps: slow.filter((name) => !names.includes(name)) };
}

describe('full', () => {
  test('tries everything, says what it could not check, and leaves nothing behind', async () => {
    const cwd = project(files);
    const { exitCode, steps, document } = await work(cwd, 'full', { doctorRuns: 2 });
    expect(steps.filter(({ status }) => status !== 'passed').map(({ name, status }) => [name, status])).toEqual([
      ['clean_tree', 'skipped'],
      ['host_backends_run', 'skipped'],
    ]);
    expect([exitCode, document['shrinkClassification'], document['guidance']]).toEqual([
      0,
      'preserved',
      ['clean_tree was not checked: no git work tree', 'host_backends_run was not checked: no host backend is enabled by flag or config'],
    ]);
    expect(readdirSync(join(cwd, '.fozzy/cache'))).toEqual([]);
  });

  const garbage =
    (name: string, text = '{}') =>
    (folder: string): void =>
      writeFileSync(join(folder, name), text);
  const blockedDirectory =
    (name: string) =>
    (folder: string): void => {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'mine'), 'mine');
    };
  const broken: readonly (readonly [string, Sabotage, readonly string[]])[] = [
    ['trace_verify', { trace_verify: garbage('primary.fozzy') }, []],
    ['replay', { replay: garbage('primary.fozzy') }, []],
    ['ci', { ci: garbage('primary.fozzy') }, []],
    ['artifacts_ls', { artifacts_ls: garbage('primary.fozzy') }, []],
    ['artifacts_export', { artifacts_export: blockedDirectory('export') }, []],
    ['artifacts_pack', { artifacts_pack: blockedDirectory('pack.zip') }, []],
    ['artifacts_diff', { artifacts_diff: garbage('primary.fozzy') }, []],
    ['report_show', { report_show: garbage('primary.fozzy') }, []],
    ['report_query', { report_query: garbage('primary.fozzy') }, []],
    ['report_query_paths', { report_query_paths: garbage('primary.fozzy') }, []],
    ['report_flaky', { report_flaky: garbage('primary.fozzy') }, []],
    ['memory_top', { memory_graph: () => undefined, memory_top: (folder) => mkdirSync(join(folder, 'memory.fozzy')) }, []],
    ['memory_graph', { memory_graph: garbage('memory.fozzy') }, []],
    ['memory_diff', { memory_diff: garbage('memory.fozzy') }, []],
    ['replay_shrunk', { replay_shrunk: garbage('shrunk.fozzy') }, ['shrink', 'replay_shrunk']],
    ['corpus_export', { corpus_export: blockedDirectory('corpus.zip') }, []],
    ['corpus_import', { corpus_import: garbage('corpus.zip') }, []],
  ];

  test.each(broken)('%s fails when its thing is broken', async (name, before, needed) => {
    const cwd = project(files);
    const worked = await work(cwd, 'full', except(...needed), { before });
    expect([worked.exitCode, worked.failed[0]]).toEqual([1, name]);
  });

  test('memory_top fails on leaks, also where they are allowed', async () => {
    const cwd = project({ ...files, 'tests/m.fozzy.json': leaking, 'fozzy.toml': 'leak_budget = 100\n' });
    expect((await work(cwd, 'full', except())).failed).toEqual(['memory_top']);
  });

  test('explore fails when a schedule does', async () => {
    const unequal = { ...nodes, steps: [...nodes.steps, { type: 'client_get_assert', node: 'a', key: 'x', equals: '2' }] };
    const cwd = project({ ...files, 'tests/d.fozzy.json': { ...distributed, distributed: unequal } });
    expect((await work(cwd, 'full', except('explore'))).failed).toEqual(['explore']);
  });

  test('shrink fails, with its reason, when what should fail does not', async () => {
    const cwd = project({ ...files, 'tests/bad.fozzy.json': { ...good, name: 'bad' } });
    const worked = await work(cwd, 'full', except('shrink', 'replay_shrunk'));
    expect([
      worked.failed,
      worked.document['shrinkClassification'],
      worked.steps.find(({ name }) => name === 'replay_shrunk')?.detail,
    ]).toEqual([['shrink'], 'not_reproducible', 'blocked by shrink']);
  });

  test('host_backends_run runs only where the host was allowed, and then really', async () => {
    const cwd = project({ 'tests/a.fozzy.json': good, 'tests/h.fozzy.json': host, 'fozzy.toml': 'host_allow_commands = ["true"]\n' });
    expect((await work(cwd, 'full', except())).ended('host_backends_run')).toBe('skipped');
    expect((await work(cwd, 'full', except(), { backends: { proc: 'host' } })).ended('host_backends_run')).toBe('passed');
    writeFileSync(join(cwd, 'fozzy.toml'), 'host_allow_commands = ["other"]\n');
    expect((await work(cwd, 'full', except(), { backends: { proc: 'host' } })).failed).toEqual(['host_backends_run']);
  });

  test('a step that was skipped is not executed, and one that was required must have passed', async () => {
    const cwd = project(files);
    let started = false;
    const before = { corpus_export: (folder: string) => (started = readdirSync(folder).includes('corpus')) };
    const { steps, exitCode } = await work(cwd, 'full', { skipSteps: [...slow, 'corpus_export'] }, { before });
    const named = (name: string) => steps.find((step) => step.name === name);
    expect([exitCode, started, named('corpus_export')?.detail, named('corpus_import')?.detail]).toEqual([
      0,
      false,
      'skipped by --skip-steps',
      'blocked by corpus_export',
    ]);
    const required = await work(cwd, 'full', {
      skipSteps: [...slow, 'corpus_export'],
      requiredSteps: ['corpus_import', 'host_backends_run'],
    });
    expect([required.exitCode, required.failed]).toEqual([1, ['corpus_import', 'host_backends_run']]);
  });

  test('expected failures count as failures unless they are allowed', async () => {
    const cwd = project({ 'tests/bad.fozzy.json': bad, 'tests/s.fozzy.json': suites });
    expect((await work(cwd, 'full', except('test_det'))).failed).toEqual(['run_record_trace']);
    expect((await work(cwd, 'full', { ...except('test_det', 'shrink', 'replay_shrunk'), allowExpectedFailures: true })).failed).toEqual([]);
  });

  test('wrong names of steps, contradictions and filters that match nothing are told', async () => {
    const cwd = project(files);
    for (const options of [{ skipSteps: ['replai'] }, { requiredSteps: ['x'] }, { skipSteps: ['ci'], requiredSteps: ['ci'] }]) {
      expect(await refusal(cwd, 'full', options)).toMatchObject({ code: 'usage' });
    }
    expect((await work(cwd, 'full', { ...except(), scenarioFilter: 'zzz' })).failed).toEqual(['discover_scenarios']);
    expect((await work(cwd, 'full', { ...except(), scenarioFilter: 'a.fozzy' })).failed).toEqual([]);
  });
});
