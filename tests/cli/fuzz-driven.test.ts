/** Fuzzing scenarios and simulations: the input drives them, and what is found is a run like any other. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { perform, performCommand, refusal } from '../support/built.ts';
import { project } from './run-cli.ts';

const steps = {
  version: 1,
  name: 'word',
  steps: [
    { type: 'set_kv', key: 'x', value: '${fuzz.input}' },
    { type: 'memory_alloc', bytes: 100, key: 'm' },
    { type: 'rand_u64', key: 'n' },
    { type: 'memory_free', key: 'm' },
    { type: 'assert_ne_str', a: '${x}', b: 'secret' },
    { type: 'get_kv_assert', key: 'n', equals: { matches: '^(?!.*7).*$' } },
  ],
};

/** Every write reaches every node in the end, but a read may come before it. */
const distributed = {
  version: 1,
  name: 'read',
  distributed: {
    nodes: ['a', 'b'],
    steps: [
      { type: 'client_put', node: 'a', key: 'x', value: 'v${fuzz.input_hex}' },
      { type: 'client_get_assert', node: 'b', key: 'x', equals: 'v${fuzz.input_hex}' },
    ],
    invariants: [],
  },
};

const simulated = (isFixed: boolean) => `import { simulation } from 'fozzy';
export default simulation('two writers', (sim) => {
  let value = 0;
  const add = async () => {
    ${isFixed ? 'value += 1;\n    await new Promise((done) => setTimeout(done, 5));' : 'const before = value;\n    await new Promise((done) => setTimeout(done, 5));\n    value = before + 1;'}
  };
  sim.client('first', async () => { await add(); });
  sim.client('second', async () => { await new Promise((done) => setTimeout(done, 5)); await add(); });
  sim.finally('both count', () => value === 2);
});
`;

/** The commands that take any run take this one. */
async function holds(cwd: string, fingerprint: string | undefined): Promise<void> {
  expect(await perform(cwd, 'replay', { runOrTrace: 'latest' })).toMatchObject({
    status: 'fail',
    replay: { reproduced: true },
    findings: [{ fingerprint }],
  });
  expect((await performCommand('trace verify', { runOrTrace: 'last-fail' }, { cwd })).document).toMatchObject({ ok: true, problems: [] });
  expect(await perform(cwd, 'shrink', { runOrTrace: 'last-fail' })).toMatchObject({
    shrink: { preserved: true, fingerprint, minimal: true },
  });
  expect((await performCommand('show', { runOrTrace: 'last-fail' }, { cwd })).exitCode).toBe(0);
}

describe('a steps scenario', () => {
  test('is given the input as text and as draws; its failures replay, verify, shrink and show, and the same seed finds the same', async () => {
    const cwd = project({ 'tests/a.fozzy.json': steps });
    const search = () => perform(cwd, 'fuzz', { target: 'tests/a.fozzy.json', det: true, runs: 200, shrink: true });
    const first = await search();
    const found = Object.fromEntries(first.findings.map(({ title, message }) => [title, message]));
    expect([first.status, Object.keys(found).toSorted()]).toEqual(['fail', ['assert_ne_str', 'get_kv_assert']]);
    expect((await search()).fuzz).toEqual({ ...first.fuzz, execPerSec: expect.anything(), failures: expect.anything() });
    const word = first.findings.find(({ title }) => title === 'assert_ne_str');
    const trace = traceOf(first, word?.fingerprint);
    expect(Buffer.from(trace.fuzz.input_hex, 'hex').toString()).toBe('secret');
    await holds(cwd, first.findings[0]?.fingerprint);
  });

  test('takes the flags of memory, and keeps what was asked for without a failure', async () => {
    const quiet = { ...steps, steps: steps.steps.slice(0, 4) };
    const cwd = project({ 'tests/a.fozzy.json': quiet });
    const options = { target: 'scenario:tests/a.fozzy.json', det: true, runs: 50 };
    expect(await perform(cwd, 'fuzz', options)).toMatchObject({
      status: 'pass',
      fuzz: { executed: 50, target: 'scenario:tests/a.fozzy.json' },
    });
    const failing = await perform(cwd, 'fuzz', { ...options, memFailAfter: 0, memArtifacts: true });
    expect(failing).toMatchObject({ status: 'fail', findings: [{ title: 'memory_alloc_failed' }], memory: { allocCount: 0 } });
    expect(readdirSync(join(cwd, failing.identity.artifactsDir))).toContain('memory.leaks.json');
    const recorded = await perform(cwd, 'fuzz', { ...options, record: 'last.fozzy', profileCapture: 'full' });
    expect(recorded.status).toBe('pass');
    expect(readdirSync(join(cwd, recorded.identity.artifactsDir))).toContain('profile.metrics.json');
    expect(await perform(cwd, 'replay', { runOrTrace: 'last.fozzy' })).toMatchObject({ status: 'pass', replay: { reproduced: true } });
    const coverage: unknown = JSON.parse(readFileSync(join(cwd, recorded.identity.artifactsDir, 'coverage.json'), 'utf8'));
    expect(coverage).toMatchObject({
      target: 'scenario:tests/a.fozzy.json',
      files: [{ path: 'tests/a.fozzy.json', blocks: 4, coveredBlocks: 4 }],
    });
  });
});

test('the input of a distributed scenario drives its schedule', async () => {
  const cwd = project({ 'tests/d.fozzy.json': distributed });
  const found = await perform(cwd, 'fuzz', { target: 'tests/d.fozzy.json', det: true, runs: 100 });
  expect(found).toMatchObject({ status: 'fail', findings: [{ title: 'client_get_assert' }] });
  await holds(cwd, found.findings[0]?.fingerprint);
  const kept = await perform(cwd, 'fuzz', { target: 'tests/d.fozzy.json', seed: '1', runs: 100 });
  const minimised = await performCommand('corpus minimize', { dir: '.fozzy/corpora/default', target: 'tests/d.fozzy.json' }, { cwd });
  expect([kept.status, minimised.document]).toMatchObject(['fail', { ok: true }]);
});

test('the decision stream of a simulation is the input, and its twin passes', async () => {
  const cwd = project({ 'tests/racy.fozzy.ts': simulated(false), 'tests/fixed.fozzy.ts': simulated(true) });
  const found = await perform(cwd, 'fuzz', { target: 'tests/racy.fozzy.ts', det: true, runs: 60, crashOnly: true });
  expect(found).toMatchObject({ status: 'fail', findings: [{ title: 'finally_violated' }], fuzz: { stoppedBy: 'failure' } });
  await holds(cwd, found.findings[0]?.fingerprint);
  expect(await perform(cwd, 'fuzz', { target: 'tests/fixed.fozzy.ts', det: true, runs: 40 })).toMatchObject({
    status: 'pass',
    findings: [],
  });
});

test('what has no effect on a target is refused, and so is what cannot be driven', async () => {
  const suites = { version: 1, name: 's', suites: { all: { include: ['a.fozzy.json'] } } };
  const cwd = project({
    'a.fozzy.json': steps,
    's.fozzy.json': suites,
    'd.fozzy.json': distributed,
    'f.ts': 'export const f = () => 1;\n',
  });
  const why = async (options: Parameters<typeof refusal>[2]) => (await refusal(cwd, 'fuzz', { runs: 10, det: true, ...options })).code;
  expect(await why({ target: 'a.fozzy.json', against: 'f.ts#f' })).toBe('flag_not_applicable');
  expect(await why({ target: 'a.fozzy.json', input: 'string' })).toBe('flag_not_applicable');
  expect(await why({ target: 'd.fozzy.json', memTrack: true })).toBe('flag_not_applicable');
  expect(await why({ target: 'f.ts#f', memLimitMb: 3 })).toBe('flag_not_applicable');
  expect(await why({ target: 's.fozzy.json' })).toBe('wrong_variant');
  expect(await why({ target: 'none.fozzy.json' })).toBe('scenario_not_found');
  expect(await why({ target: 'scenario:f.ts' })).toBe('fuzz_target_invalid');
});

interface FuzzTrace {
  readonly fuzz: { readonly input_hex: string };
}

function traceOf(summary: Awaited<ReturnType<typeof perform>>, fingerprint: string | undefined): FuzzTrace {
  // Reason for the casts: the section and the file are what the command has just written.
  const { failures } = summary.fuzz as unknown as { failures: readonly { fingerprint: string; tracePath: string }[] };
  const path = failures.find((failure) => failure.fingerprint === fingerprint)?.tracePath ?? '';
  return JSON.parse(readFileSync(path, 'utf8')) as FuzzTrace;
}
