/** `memory`, and the comparing and bundling of `artifacts`, on runs of every kind of subject. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { RunSummary } from '../../src/trace/summary.ts';
import { perform, performCommand, refusal } from '../support/built.ts';
import { ask, files, recordedOnce, subjects } from '../support/recorded-subjects.ts';
import { project } from './run-cli.ts';

const recorded = recordedOnce();

describe('memory', () => {
  test('answers the same from files, from the trace and by run id', async () => {
    const cwd = project(files);
    const { identity } = await perform(cwd, 'run', { scenario: 'l.fozzy.json', det: true, seed: 1, record: 'l.fozzy', memArtifacts: true });
    cpSync(join(cwd, 'l.fozzy'), join(cwd, 'alone/l.fozzy'));
    const bare = project();
    cpSync(join(cwd, 'l.fozzy'), join(bare, 'l.fozzy'));
    for (const name of ['memory top', 'memory graph']) {
      const answers = [];
      for (const [at, runOrTrace] of [
        [cwd, identity.runId],
        [cwd, 'l.fozzy'],
        [cwd, 'latest'],
        [bare, 'l.fozzy'],
      ] as const)
        answers.push((await ask(at, name, { runOrTrace })).document);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
    const { document: top } = await ask(cwd, 'memory top', { runOrTrace: 'latest' });
    expect(top).toMatchObject({
      run: identity.runId,
      limit: 10,
      total: 3,
      entries: [
        { kind: 'peak', bytes: 320 },
        { kind: 'leak', label: 'cache', bytes: 300 },
        { kind: 'leak', bytes: 20 },
      ],
    });
    expect((await ask<{ entries: [] }>(cwd, 'memory top', { runOrTrace: 'latest', limit: 1 })).document.entries).toHaveLength(1);
  });

  test('diff is right minus left', async () => {
    const { document: diff } = await ask(recorded.cwd, 'memory diff', { left: 't.fozzy', right: 'l.fozzy' });
    expect(diff).toMatchObject({
      leftLeakedBytes: 0,
      rightLeakedBytes: 320,
      deltaLeakedBytes: 320,
      deltaLeakedAllocs: 2,
      leftPeakBytes: 100,
      deltaPeakBytes: 220,
    });
  });

  test('a run without memory says so; one that kept only counts still answers', async () => {
    for (const runOrTrace of ['f.fozzy', 'd.fozzy', 's.fozzy', 'p.fozzy']) {
      expect(await refusal(recorded.cwd, 'memory top', { runOrTrace })).toMatchObject({ code: 'memory_no_data' });
    }
    const cwd = project(files);
    await perform(cwd, 'run', { scenario: 't.fozzy.json', det: true });
    const warnings: string[] = [];
    const { document: graph } = await performCommand(
      'memory graph',
      { runOrTrace: 'latest' },
      { cwd, onWarning: ({ code }) => warnings.push(code) },
    );
    expect([graph, warnings]).toMatchObject([{ graph: { nodes: [], edges: [] } }, ['memory_graph_not_kept']]);
  });

  test('graph writes where it is told, over its own file and no other', async () => {
    const out = join(recorded.cwd, 'out/graph.json');
    for (let time = 0; time < 2; time += 1) await ask(recorded.cwd, 'memory graph', { runOrTrace: 'l.fozzy', out: 'out/graph.json' });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      schemaVersion: 'fozzy.memory_graph.v1',
      graph: { nodes: { length: 5 } },
    });
    writeFileSync(out, '{"mine":true}');
    expect(await refusal(recorded.cwd, 'memory graph', { runOrTrace: 'l.fozzy', out: 'out/graph.json' })).toMatchObject({
      code: 'output_exists',
    });
    expect(readFileSync(out, 'utf8')).toBe('{"mine":true}');
  });
});

describe('profile', () => {
  test('gives the same for the run and for its trace, also when inputs were searched', async () => {
    await perform(recorded.cwd, 'fuzz', {
      target: 'scenario:l.fozzy.json',
      runs: 3,
      seed: 1,
      det: true,
      failOnLeak: true,
      record: 'q.fozzy',
    });
    for (const trace of [...subjects, 'q.fozzy']) {
      const { document: summary } = await ask<RunSummary>(recorded.cwd, 'report show', { runOrTrace: trace, format: 'json' });
      const top = async (runOrTrace: string) => (await ask(recorded.cwd, 'profile top', { runOrTrace })).document;
      const { run: _, ...byRun } = await top(summary.identity.runId);
      const { run: __, ...byTrace } = await top(trace);
      expect([trace, byRun]).toEqual([trace, byTrace]);
    }
  });

  test('what is not there is named, with a way to get it that leads somewhere', async () => {
    const hintOf = async (runOrTrace: string, name = 'profile flame') =>
      (await refusal(recorded.cwd, name, { runOrTrace, ...(name === 'profile export' ? { format: 'otlp', out: 'o' } : {}) })).hint;
    expect(await hintOf('s.fozzy')).toBe('capture it with `fozzy replay s.fozzy --profile-capture full` and profile that run');
    expect(await hintOf('d.fozzy')).toContain('no code of yours');
    expect(await hintOf('f.fozzy')).toContain('no code of yours');
    for (const name of ['profile flame', 'profile export'])
      expect(await hintOf('p.fozzy', name)).toBe('capture it with `fozzy replay p.fozzy --profile-capture full` and profile that run');
    const { document, exitCode } = await ask<{ checks: { detail: string }[] }>(recorded.cwd, 'profile doctor', { runOrTrace: 'p.fozzy' });
    expect([exitCode, document.checks.at(-1)?.detail]).toEqual([0, expect.stringContaining('has no cpu, heap, latency, io or sched data')]);
    const { document: told } = await ask(recorded.cwd, 'profile explain', { runOrTrace: 's.fozzy' });
    expect(told['regressionStatement']).toMatch(/^nothing took time: no operation took any of the \d+ ms that passed/u);
  });
});

describe('artifacts', () => {
  test('diff names the first decision and event in which two runs part, and equal ones nowhere', async () => {
    const cwd = project(files);
    for (const [seed, name] of [
      [1, 'a'],
      [2, 'b'],
      [1, 'c'],
    ] as const)
      await perform(cwd, 'run', { scenario: 'f.fozzy.json', det: true, seed, record: `${name}.fozzy` });
    const diff = async (left: string, right: string) =>
      (await ask<{ diff: Record<string, unknown> }>(cwd, 'artifacts diff', { left, right })).document.diff;
    expect(await diff('a.fozzy', 'b.fozzy')).toMatchObject({
      report: { changed: false },
      trace: { same: false, firstDecisionDiffIndex: expect.any(Number) },
    });
    expect((await diff('a.fozzy', 'c.fozzy'))['trace']).toMatchObject({ same: true });
    const { files: same } = (await diff('a.fozzy', 'c.fozzy')) as { files: { key: string; changed: boolean }[] };
    // Two of the profile files tell how long the host took, too, which may or may not be the same.
    expect(same.filter(({ key }) => !/^profile\.(?:timeline|metrics)\.json$/u.test(key)).map(({ key, changed }) => [key, changed])).toEqual(
      [
        ['trace', true],
        ['events.json', false],
        ['timeline.json', false],
        ['profile.heap.json', false],
        ['profile.latency.json', false],
        ['symbols.json', false],
        ['profile.source.json', true],
        ['report.json', true],
        ['manifest.json', true],
      ],
    );
    expect(await diff('a.fozzy', join(recorded.cwd, 'd.fozzy'))).toMatchObject({ report: { changed: true } });
  });

  test('bundle holds the verdicts, is the same bytes every time, and stays true after the run was moved', async () => {
    for (const trace of subjects) {
      const cwd = project();
      cpSync(recorded.cwd, cwd, { recursive: true });
      for (const out of ['a.zip', 'b.zip']) expect((await ask(cwd, 'artifacts bundle', { runOrTrace: trace, out })).exitCode).toBe(0);
      expect(readFileSync(join(cwd, 'a.zip')).equals(readFileSync(join(cwd, 'b.zip')))).toBe(true);
      const inside = unzipSync(readFileSync(join(cwd, 'a.zip')));
      const read = (name: string): unknown => JSON.parse(Buffer.from(inside[name] ?? new Uint8Array()).toString('utf8'));
      expect(read('ci.report.json')).toMatchObject({ ok: true });
      expect(read('replay.report.json')).toMatchObject({ status: 'fail', replay: { reproduced: true } });
      expect(read('trace_verify.report.json')).toMatchObject({ ok: true, path: trace });
      expect(read('bundle.json')).toMatchObject({ trace, ciOk: true });
      renameSync(join(cwd, '.fozzy'), join(cwd, 'elsewhere'));
      const run = join(cwd, 'elsewhere/runs', readdirSync(join(cwd, 'elsewhere/runs'))[0] ?? '');
      expect((await ask(cwd, 'artifacts ls', { runOrTrace: run })).exitCode).toBe(0);
    }
  });

  test('bundle refuses a target that holds something else before it judges anything', async () => {
    const cwd = project({ ...files, 'mine.zip': 'mine', 'mine/file': 'mine' });
    const { identity } = await perform(cwd, 'run', { scenario: 'l.fozzy.json', det: true, seed: 1, record: 'l.fozzy' });
    const said: string[] = [];
    for (const out of ['mine.zip', 'mine']) {
      const onProgress = ({ event }: { readonly event: string }): void => void said.push(event);
      expect(await refusal(cwd, 'artifacts bundle', { runOrTrace: identity.runId, out }, { onProgress })).toMatchObject({
        code: 'output_exists',
      });
    }
    expect(said).toEqual([]);
  });

  test('bundle of a run that ci does not accept is still written, with exit 1', async () => {
    const cwd = project(files);
    await perform(cwd, 'run', { scenario: 'f.fozzy.json', det: true, record: 'f.fozzy' });
    writeFileSync(join(cwd, 'bare.fozzy'), readFileSync(join(cwd, 'f.fozzy'), 'utf8').replace(/,"checksum":"[0-9a-f]+"/, ''));
    const { exitCode, document: told } = await ask(cwd, 'artifacts bundle', { runOrTrace: 'bare.fozzy', out: 'out' });
    expect([exitCode, told['ciOk'], existsSync(join(cwd, 'out/ci.report.json'))]).toEqual([1, false, true]);
  });
});
