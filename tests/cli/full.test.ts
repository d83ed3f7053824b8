/** `fozzy full`: passes on a good project, and every one of its steps fails when exactly that thing is broken. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusal } from '../support/built.ts';
import { type Breakage, replaced, slower, withoutTemporaryFolder, work } from '../support/workflow.ts';
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

/** Branches, waits and calls outside: enough that a map asks for tests. */
const risky = `export async function f(url: string): Promise<number> {
  for (let at = 0; at < 3; at += 1) {
    try {
      const answer = await Promise.all([fetch(url), fetch(url + '/b')]);
      if (answer[0].ok && answer[1].ok) return 1;
      else if (at > 1) throw new Error('no');
    } catch (error) {
      if (at === 2) throw error;
    }
  }
  return 0;
}
`;

/** What a test is not about costs nothing: a skipped step is not executed. */
const slow = ['doctor_deep', 'test_det', 'init', 'fuzz', 'explore', 'clean_tree', 'shrink', 'replay_shrunk'];

function except(...names: readonly string[]): { readonly skipSteps: readonly string[] } {
  return { skipSteps: slow.filter((name) => !names.includes(name)) };
}

describe('full', () => {
  test('tries everything, says what it could not check, and leaves nothing behind', async () => {
    const cwd = project(files);
    const { exitCode, steps, document } = await work(cwd, 'full', { doctorRuns: 2, fuzzTime: '100ms' });
    expect(steps.filter(({ status }) => status !== 'passed').map(({ name, status }) => [name, status])).toEqual([
      ['clean_tree', 'skipped'],
      ['topology_coverage', 'skipped'],
      ['host_backends_run', 'skipped'],
    ]);
    expect([exitCode, document['shrinkClassification'], document['guidance']]).toEqual([
      0,
      'preserved',
      [
        'clean_tree was not checked: no git work tree',
        'topology_coverage was not checked: no --require-topology-coverage <ROOT> names a source tree',
        'host_backends_run was not checked: no host backend is enabled by flag or config',
      ],
    ]);
    expect(readdirSync(join(cwd, '.fozzy/cache'))).toEqual([]);
  });

  /** A directory of somebody else where the step wants to write. */
  const occupied =
    (name: string): Breakage =>
    (folder) => {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'mine'), 'mine');
      return () => rmSync(join(folder, name), { recursive: true });
    };
  /** Not where it was. */
  const moved =
    (name: string): Breakage =>
    (folder) => {
      renameSync(join(folder, name), join(folder, 'elsewhere'));
      return () => {
        rmSync(join(folder, name), { recursive: true, force: true });
        renameSync(join(folder, 'elsewhere'), join(folder, name));
      };
    };
  const [trace, memoryTrace] = [replaced('primary.fozzy', '{}'), replaced('memory.fozzy', '{}')];
  const breakages: readonly (readonly [string, Breakage, readonly string[]])[] = [
    ['init', withoutTemporaryFolder, ['init']],
    ['trace_verify', trace, []],
    ['replay', trace, []],
    ['ci', trace, []],
    ['artifacts_ls', trace, []],
    ['artifacts_export', occupied('export'), []],
    ['artifacts_pack', occupied('pack.zip'), []],
    ['artifacts_diff', trace, []],
    ['report_show', trace, []],
    ['report_query', trace, []],
    ['report_query_paths', trace, []],
    ['report_flaky', trace, []],
    ['memory_top', occupied('memory.fozzy'), []],
    ['memory_graph', memoryTrace, []],
    ['memory_diff', memoryTrace, []],
    ['profile_top', trace, []],
    ['profile_diff', replaced('primary.fozzy', slower), []],
    ['profile_explain', replaced('primary.fozzy', slower), []],
    ['shrink', occupied('shrunk.fozzy'), ['shrink', 'replay_shrunk']],
    ['replay_shrunk', replaced('shrunk.fozzy', '{}'), ['shrink', 'replay_shrunk']],
    ['corpus_add', replaced('samples', 'a file where a directory should be'), []],
    ['corpus_list', moved('corpus'), []],
    ['corpus_minimize', moved('corpus'), []],
    ['corpus_export', occupied('corpus.zip'), []],
    ['corpus_import', replaced('corpus.zip', '{}'), []],
  ];

  test.each(breakages)('%s fails when its thing is broken, and nothing else does', async (name, breakage, needed) => {
    const cwd = project(files);
    const worked = await work(cwd, 'full', except(...needed), { broken: { [name]: breakage } });
    expect([worked.exitCode, worked.failed]).toEqual([1, [name]]);
  });

  const others: readonly (readonly [string, Readonly<Record<string, object | string>>, object])[] = [
    ['discover_scenarios', { ...files, 'tests/b.fozzy.json': '{' }, {}],
    ['discover_scenarios', { 'tests/s.fozzy.json': { ...suites, suites: {} } }, {}],
    ['test_det', { ...files, 'tests/z.fozzy.json': { ...bad, name: 'z' } }, {}],
    ['run_record_trace', { 'tests/bad.fozzy.json': bad, 'tests/s.fozzy.json': suites }, {}],
    ['topology_coverage', { ...files, 'src/a.ts': risky }, { requireTopologyCoverage: 'src', topologyMinRisk: 20 }],
    ['topology_coverage', files, { requireTopologyCoverage: 'nowhere' }],
  ];

  test.each(others)('%s fails for a project in which its thing is broken, and nothing else does', async (name, made, options) => {
    const worked = await work(project(made), 'full', { ...except(name), ...options });
    expect([worked.exitCode, worked.failed]).toEqual([1, [name]]);
  });

  test('doctor_deep fails when the doctor has something to say', async () => {
    const cwd = project(files);
    mkdirSync(join(cwd, '.fozzy/runs/0c1d5a1e-0000-4000-8000-000000000000'), { recursive: true });
    expect((await work(cwd, 'full', { ...except('doctor_deep'), doctorRuns: 2 })).failed).toEqual(['doctor_deep']);
  });

  test('topology_coverage asks for what the flags say, and counts what scenarios declare', async () => {
    const covering = { ...good, covers: ['../src/a.ts'] };
    const cwd = project({ ...files, 'src/a.ts': risky, 'tests/a.fozzy.json': covering });
    const ask = async (options: object) => {
      const worked = await work(cwd, 'full', { ...except(), requireTopologyCoverage: 'src', ...options });
      return worked.steps.find(({ name }) => name === 'topology_coverage');
    };
    // Of a risk that is high enough for nobody nothing is asked.
    expect(await ask({ topologyMinRisk: 100, topologyProfile: 'balanced' })).toMatchObject({
      status: 'passed',
      detail: '0 files need tests and have them',
    });
    const pedantic = await ask({ topologyMinRisk: 20 });
    expect([pedantic?.status, pedantic?.detail]).toEqual([
      'failed',
      expect.stringMatching(/^1 of 1 files lack tests: a\.ts misses run_record_replay_ci/u),
    ]);
    expect(pedantic?.detail).not.toContain('shrink_failure_trace');
    const everything = await ask({ topologyMinRisk: 20, topologyProfile: 'overkill', topologyShrinkPolicy: 'failure-only' });
    expect(everything?.detail).toContain('shrink_failure_trace');
    for (const options of [
      { topologyMinRisk: 20 },
      { topologyProfile: 'balanced' },
      { requireTopologyCoverage: 'src', topologyMinRisk: 101 },
    ])
      expect(await refusal(cwd, 'full', options)).toMatchObject({ code: 'usage' });
  });

  test('memory_top fails on leaks, also where they are allowed', async () => {
    const cwd = project({ ...files, 'tests/m.fozzy.json': leaking, 'fozzy.toml': 'leak_budget = 100\n' });
    expect((await work(cwd, 'full', except())).failed).toEqual(['memory_top']);
  });

  test('fuzz fails when an input makes the primary scenario fail, which none of its own runs does', async () => {
    // Outside of fuzzing the input is empty, so the scenario passes.
    const drawn = {
      version: 1,
      name: 'drawn',
      steps: [{ type: 'assert_eq_str', a: '${fuzz.input}', b: '' }],
    };
    const cwd = project({ 'tests/a.fozzy.json': drawn });
    const worked = await work(cwd, 'full', { ...except('fuzz'), fuzzTime: '300ms' });
    expect([worked.failed, worked.steps.find(({ name }) => name === 'fuzz')?.detail]).toEqual([
      ['fuzz'],
      expect.stringMatching(/^tests\/a\.fozzy\.json under \d+ inputs: fail: assert_eq_str$/u),
    ]);
    expect(await refusal(cwd, 'full', { fuzzTime: 0 })).toMatchObject({ code: 'usage' });
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
    const before = { corpus_export: (folder: string) => (started = readdirSync(folder).includes('corpus.zip')) };
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
