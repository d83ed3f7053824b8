/** The documents of run, test, replay and shrink have one shape: the same keys in the same order, whoever wrote them. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { performCommand } from '../support/built.ts';
import type { RunSummary } from '../../src/trace/summary.ts';
import { perform } from '../support/in-process.ts';
import { project, runCli } from './run-cli.ts';

const files = {
  'fail.fozzy.json': {
    version: 1,
    name: 'fail',
    steps: [
      { type: 'memory_limit_mb', mb: 1 },
      { type: 'sleep', duration: '10ms' },
      { type: 'assert_eq_int', a: 1, b: 2 },
    ],
  },
  'pass.fozzy.json': {
    version: 1,
    name: 'pass',
    steps: [
      { type: 'memory_alloc', bytes: 100, key: 'k' },
      { type: 'memory_free', key: 'k' },
    ],
  },
};

const head = ['status', 'mode', 'identity', 'startedAt', 'finishedAt', 'durationMs', 'durationNs', 'virtualTimeMs', 'params'];

function keysOf(value: object | undefined): readonly string[] {
  return Object.keys(value ?? {});
}

function expectOrder(summary: RunSummary, tail: readonly string[]): void {
  expect(keysOf(summary)).toEqual([...head, ...tail]);
  expect(keysOf(summary.identity)).toEqual(['runId', 'seed', 'tracePath', 'reportPath', 'artifactsDir']);
  expect(keysOf(summary.params)).toEqual(['det', 'backends', 'memory', 'commandLine']);
  expect(keysOf(summary.params.backends)).toEqual(['proc', 'fs', 'http']);
  expect(keysOf(summary.params.memory)).toEqual(['track', 'fail_on_leak', 'artifacts']);
  expect(keysOf(summary.findings[0])).toEqual(['kind', 'title', 'message', 'fingerprint', 'location']);
  expect(keysOf(summary.findings[0]?.location)).toEqual(['file', 'line', 'col', 'stepPath', 'details']);
  expect(keysOf(summary.faults[0]).slice(0, 4)).toEqual(['id', 'type', 'stepPath', 'armed']);
}

describe('the keys of a summary', () => {
  test('stand in the same order after a run, a replay and a shrink, printed and stored', async () => {
    const cwd = project(files);
    const run = await perform(cwd, 'run', { scenario: 'fail.fozzy.json', det: true, record: 't.fozzy', memTrack: true });
    expectOrder(run, ['memory', 'findings', 'faults']);
    const replay = await perform(cwd, 'replay', { runOrTrace: 't.fozzy' });
    expectOrder(replay, ['memory', 'findings', 'faults', 'replay']);
    const shrunk = await perform(cwd, 'shrink', { runOrTrace: 't.fozzy' });
    expect(keysOf(shrunk)).toEqual([...head, 'memory', 'findings', 'faults', 'shrink']);
    expect(keysOf(shrunk.params)).toEqual(keysOf(run.params));
    const stored: object = JSON.parse(readFileSync(join(cwd, replay.identity.reportPath), 'utf8'));
    expect(JSON.stringify(stored)).toBe(JSON.stringify(replay));
  });

  test('stand in the same order when only the trace is left of a run', async () => {
    const racy = `import { simulation } from 'fozzy';
      export default simulation('racy', (sim) => {
        let counted = 0;
        const add = async () => { const seen = counted; await sim.sleep(5); counted = seen + 1; };
        for (const name of ['a', 'b']) sim.client(name, add);
        sim.finally('both', () => counted === 2);
      });`;
    const cwd = project({ ...files, 's.fozzy.ts': racy });
    const told = [
      await perform(cwd, 'run', { scenario: 'fail.fozzy.json', det: true, memTrack: true, record: 'a.fozzy' }),
      await perform(cwd, 'explore', { scenario: 's.fozzy.ts', shrink: true, record: 'b.fozzy' }),
    ];
    rmSync(join(cwd, '.fozzy'), { recursive: true });
    for (const [at, trace] of ['a.fozzy', 'b.fozzy'].entries()) {
      const { document } = await performCommand('report show', { runOrTrace: trace, format: 'json' }, { cwd });
      expect(JSON.stringify(document)).toBe(JSON.stringify(told[at]));
    }
  });

  test('stand in the same order when a passing trace is copied', async () => {
    const cwd = project(files);
    await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true, record: 't.fozzy' });
    const copied = await perform(cwd, 'shrink', { runOrTrace: 't.fozzy' });
    expect(keysOf(copied.memory).slice(0, 2)).toEqual(['allocCount', 'freeCount']);
    expect(keysOf(copied.identity)).toEqual(['runId', 'seed', 'tracePath', 'reportPath', 'artifactsDir']);
  });
});

test('a trace for people holds its summary in the same order', async () => {
  const cwd = project(files);
  const { code } = await runCli(['run', 'fail.fozzy.json', '--det', '--record', 't.fozzy'], { cwd, env: { FOZZY_TRACE_PRETTY: '1' } });
  expect(code).toBe(1);
  const trace: { readonly summary: RunSummary } = JSON.parse(readFileSync(join(cwd, 't.fozzy'), 'utf8'));
  expect(keysOf(trace.summary.identity)).toEqual(['runId', 'seed', 'tracePath', 'reportPath', 'artifactsDir']);
});

describe('a place in a finding', () => {
  test('names no line that the scenario file does not have', async () => {
    const cwd = project(files);
    await perform(cwd, 'run', { scenario: 'fail.fozzy.json', det: true, record: 't.fozzy' });
    const stopped = await perform(cwd, 'replay', { runOrTrace: 't.fozzy', until: '5ms' });
    expect(stopped.status).toBe('timeout');
    expect(stopped.findings[0]).toMatchObject({ title: 'until' });
    expect(keysOf(stopped.findings[0]?.location)).toEqual(['file', 'stepPath']);
  });
});

describe('warnings', () => {
  test('of a passing scenario are among the findings of test, where strict mode rejects them', async () => {
    const cwd = project({ ...files, 'fozzy.toml': 'profile_heap_alloc_budget = 10\n' });
    const { document, text, exitCode } = await performCommand('test', { patterns: ['pass.fozzy.json'], det: true }, { cwd });
    expect(exitCode).toBe(2);
    expect(document).toMatchObject({ status: 'pass', findings: [{ title: 'heap_alloc_budget', occurrences: 1 }] });
    expect(text).toContain('[checker] heap_alloc_budget: 100 bytes were allocated, the budget is 10');
  });
});

describe('what people read', () => {
  test('of an invalid file in a test run is one line per problem', async () => {
    const cwd = project({ ...files, 'bad.fozzy.json': { version: 1, name: 'bad', steps: [{ type: 'slep' }], stepz: 1 } });
    const { text } = await performCommand('test', { patterns: ['bad.fozzy.json'], det: true }, { cwd });
    expect(text).toMatch(/^ +bad\.fozzy\.json:\d+:\d+ unknown_key .*stepz/m);
    expect(text).toMatch(/^ +bad\.fozzy\.json:\d+:\d+ unknown_step_type .*did you mean "sleep"\?$/m);
    expect(text).not.toContain('"pointer"');
  });

  test('of a passing trace that was given to shrink speaks of no failure', async () => {
    const cwd = project(files);
    await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true, record: 't.fozzy' });
    const { text } = await performCommand('shrink', { runOrTrace: 't.fozzy' }, { cwd });
    expect(text).toContain('nothing to shrink: the run passed, so the trace was copied unchanged');
    expect(text).not.toContain('same failure');
  });
});
