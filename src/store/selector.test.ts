import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { finaliseRun } from './finalise.ts';
import { newRunId } from './run-id.ts';
import { sampleBody, sampleInput, sampleRun, sampleSummary } from '../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';
import type { Resolved, SelectorOptions } from './selector.ts';
import { resolveSelector, traceOf } from './selector.ts';

function resolveIn(cwd: string, selector: string, options: Partial<SelectorOptions> = {}): Resolved {
  return resolveSelector(selector, { cwd, baseDir: join(cwd, '.fozzy'), strict: true, warn: () => undefined, ...options });
}

function refusal(cwd: string, selector: string, options: Partial<SelectorOptions> = {}): unknown {
  try {
    return resolveIn(cwd, selector, options);
  } catch (error) {
    return error;
  }
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

describe('every form of one run', () => {
  test('gives the same run, report and trace', async () => {
    const cwd = temporaryDirectory();
    const { runDir, summary } = await sampleRun(cwd);
    const { runId } = summary.identity;
    const local = relative(cwd, runDir);
    const forms = [
      'latest',
      'LAST-FAIL',
      runId,
      runId.toUpperCase(),
      runDir,
      local,
      `./${local}`,
      `${local}/trace.fozzy`,
      join(runDir, 'trace.fozzy'),
    ];
    for (const form of forms) {
      const resolved = resolveIn(cwd, form);
      expect(resolved).toMatchObject({ selector: form, runId, runDir, report: summary, tracePath: join(runDir, 'trace.fozzy') });
      expect(traceOf(resolved)).toBe(join(runDir, 'trace.fozzy'));
    }
  });

  test('works through symbolic links', async () => {
    const cwd = temporaryDirectory();
    const { runDir, summary } = await sampleRun(cwd);
    symlinkSync(runDir, join(cwd, 'linked-run'));
    symlinkSync(join(runDir, 'trace.fozzy'), join(cwd, 'linked.fozzy'));
    expect(resolveIn(cwd, 'linked-run').runId).toBe(summary.identity.runId);
    expect(resolveIn(cwd, 'linked.fozzy').runId).toBe(summary.identity.runId);
  });
});

describe('relocation', () => {
  test('a moved run directory stays valid and brings its trace', async () => {
    const cwd = temporaryDirectory();
    const { runDir, summary } = await sampleRun(cwd);
    const moved = join(cwd, 'evidence');
    renameSync(runDir, moved);
    expect(resolveIn(cwd, 'evidence')).toMatchObject({ runId: summary.identity.runId, tracePath: join(moved, 'trace.fozzy') });
  });

  test('a moved trace finds its run by the id inside and the digest', async () => {
    const cwd = temporaryDirectory();
    const { runDir, summary } = await sampleRun(cwd, {
      trace: { body: sampleBody, record: { path: join(cwd, 't.fozzy'), policy: 'append', cwd } },
    });
    mkdirSync(join(cwd, 'archive'));
    renameSync(join(cwd, 't.fozzy'), join(cwd, 'archive/old.fozzy'));
    expect(resolveIn(cwd, 'archive/old.fozzy')).toMatchObject({
      runId: summary.identity.runId,
      runDir,
      tracePath: join(cwd, 'archive/old.fozzy'),
    });
    const byId = resolveIn(cwd, summary.identity.runId);
    expect(byId).not.toHaveProperty('tracePath');
    expect(() => traceOf(byId)).toThrow(
      expect.objectContaining({ code: 'trace_not_found', message: expect.stringContaining(`no longer at ${join(cwd, 't.fozzy')}`) }),
    );
  });

  test('a whole project may be copied', async () => {
    const [cwd, copy] = [temporaryDirectory(), temporaryDirectory()];
    const { summary } = await sampleRun(cwd, {
      trace: { body: sampleBody, record: { path: join(cwd, 't.fozzy'), policy: 'append', cwd } },
    });
    cpSync(cwd, copy, { recursive: true });
    rmSync(cwd, { recursive: true });
    expect(resolveIn(copy, summary.identity.runId).tracePath).toBe(join(copy, 't.fozzy'));
    expect(resolveIn(copy, 'latest').tracePath).toBe(join(copy, 't.fozzy'));
  });

  test('a record path that a later run overwrote is no damage of the earlier run', async () => {
    const cwd = temporaryDirectory();
    const trace = { body: sampleBody, record: { path: join(cwd, 't.fozzy'), policy: 'overwrite', cwd } } as const;
    const first = await sampleRun(cwd, { trace });
    const second = await sampleRun(cwd, { trace });
    expect(resolveIn(cwd, first.manifest.runId)).toMatchObject({ runId: first.manifest.runId, tracePaths: [] });
    expect(resolveIn(cwd, 't.fozzy').runId).toBe(second.manifest.runId);
  });

  test('a foreign manifest or report beside a trace is ignored', async () => {
    const cwd = temporaryDirectory();
    const { runDir } = await sampleRun(cwd);
    const other = await sampleRun(cwd);
    mkdirSync(join(cwd, 'loose'));
    cpSync(join(runDir, 'trace.fozzy'), join(cwd, 'loose/t.fozzy'));
    cpSync(join(other.runDir, 'manifest.json'), join(cwd, 'loose/manifest.json'));
    writeFileSync(join(cwd, 'loose/report.json'), 'not ours');
    rmSync(runDir, { recursive: true });
    const resolved = resolveIn(cwd, 'loose/t.fozzy');
    expect(resolved).toEqual({
      selector: 'loose/t.fozzy',
      tracePath: join(cwd, 'loose/t.fozzy'),
      tracePaths: [join(cwd, 'loose/t.fozzy')],
    });
  });
});

describe('a test run', () => {
  async function testRun(cwd: string, failures: number): Promise<string> {
    const runId = newRunId();
    const children = Array.from({ length: failures }, (_, index) => ({
      ordinal: index + 1,
      name: 'cart',
      status: 'fail' as const,
      trace: { body: sampleBody },
      summarise: (paths: Parameters<typeof sampleSummary>[0]) => sampleSummary(paths, { parentRunId: runId }),
    }));
    const { trace: _, ...input } = sampleInput(cwd, { runId, mode: 'test', children });
    return (await finaliseRun(input)).runDir;
  }

  test('with one trace leads to it, by run id and by path', async () => {
    const cwd = temporaryDirectory();
    const runDir = await testRun(cwd, 1);
    const path = join(runDir, 'tests/001-cart/trace.fozzy');
    expect(traceOf(resolveIn(cwd, 'latest'))).toBe(path);
    expect(resolveIn(cwd, path)).toMatchObject({ runDir, tracePath: path });
  });

  test('with several traces asks for one of them', async () => {
    const cwd = temporaryDirectory();
    const runDir = await testRun(cwd, 2);
    expect(() => traceOf(resolveIn(cwd, 'latest'))).toThrow(/has 2 traces/);
    expect(resolveIn(cwd, join(runDir, 'tests/002-cart/trace.fozzy')).tracePath).toBe(join(runDir, 'tests/002-cart/trace.fozzy'));
  });
});

describe('what cannot be found', () => {
  test.each([
    ['latest', 'alias_unresolved', /cannot be resolved/],
    ['Last-Pass', 'alias_unresolved', /cannot be resolved/],
    ['gone.fozzy', 'trace_not_found', /trace path not found/],
    ['0c1d5a1e-0000-4000-8000-000000000000', 'selector_not_found', /run artifacts not found/],
    ['nonsense', 'selector_not_found', /run artifacts not found/],
    ['', 'selector_not_found', /run artifacts not found/],
    ['trace.json', 'selector_not_found', /run artifacts not found/],
    ['empty', 'run_incomplete', /manifest/],
    ['./latest', 'selector_not_found', /run artifacts not found/],
  ])('%j is %s', (selector, code, message) => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'empty'));
    writeFileSync(join(cwd, 'trace.json'), '{}');
    expect(refusal(cwd, selector)).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test('a mistyped alias is corrected', () => {
    expect(refusal(temporaryDirectory(), 'lastest')).toMatchObject({ hint: 'did you mean latest?' });
  });

  test('a run that is still being written is incomplete', async () => {
    const cwd = temporaryDirectory();
    const { runDir, summary } = await sampleRun(cwd);
    rmSync(join(runDir, 'manifest.json'));
    expect(refusal(cwd, summary.identity.runId)).toMatchObject({ code: 'run_incomplete' });
  });
});

describe('damage', () => {
  test.each([
    ['manifest.json', (text: string) => text.slice(0, 50), /manifest\.json: it is not a JSON object/],
    ['manifest.json', (text: string) => text.replace('"status": "fail"', '"status": "pass"'), /report\.json: status is "fail"/],
    ['manifest.json', (text: string) => text.replace('"findingsCount": 1', '"findingsCount": 0'), /report\.json: findingsCount is 1/],
    ['manifest.json', (text: string) => text.replace('run_manifest.v2', 'run_manifest.v1'), /manifest\.json: schemaVersion/],
    ['report.json', (text: string) => text.replace('"fail"', '"pass"'), /report\.json: its digest differs/],
    ['events.json', (text: string) => text.replace('hello', 'hullo'), /events\.json: its digest differs/],
    ['trace.fozzy', (text: string) => text.replace('hello', 'hullo'), /trace\.fozzy: its digest differs/],
  ])('of %s is named with its reason', async (file, change, message) => {
    const cwd = temporaryDirectory();
    const { runDir, summary } = await sampleRun(cwd);
    edit(join(runDir, file), change);
    for (const form of [summary.identity.runId, runDir, 'latest']) {
      expect(refusal(cwd, form)).toMatchObject({ code: 'run_damaged', message: expect.stringMatching(message), details: { runDir } });
    }
  });

  test('includes missing files', async () => {
    const cwd = temporaryDirectory();
    const { runDir } = await sampleRun(cwd);
    rmSync(join(runDir, 'timeline.json'));
    expect(refusal(cwd, 'latest')).toMatchObject({ code: 'run_damaged', details: { file: 'timeline.json', reason: 'it is missing' } });
  });

  test('includes a recorded trace that still claims to be of this run', async () => {
    const cwd = temporaryDirectory();
    await sampleRun(cwd, { trace: { body: sampleBody, record: { path: join(cwd, 't.fozzy'), policy: 'append', cwd } } });
    edit(join(cwd, 't.fozzy'), (text) => text.replace('hello', 'hullo'));
    expect(refusal(cwd, 'latest')).toMatchObject({ code: 'run_damaged', details: { file: '../../../t.fozzy' } });
    expect(resolveIn(cwd, 't.fozzy')).not.toHaveProperty('runId');
  });

  test('does not come from files that the manifest does not list', async () => {
    const cwd = temporaryDirectory();
    const { runDir, summary } = await sampleRun(cwd);
    writeFileSync(join(runDir, 'notes.txt'), 'mine');
    expect(resolveIn(cwd, 'latest').runId).toBe(summary.identity.runId);
  });

  test('of the newest run is skipped with a warning when unsafe', async () => {
    const cwd = temporaryDirectory();
    const good = await sampleRun(cwd, { finishedAt: '2030-01-01T00:00:01.000Z' });
    const bad = await sampleRun(cwd, { finishedAt: '2030-01-01T00:00:02.000Z' });
    writeFileSync(join(bad.runDir, 'manifest.json'), 'garbage');
    const warnings: string[] = [];
    expect(refusal(cwd, 'latest')).toMatchObject({ code: 'run_damaged' });
    expect(resolveIn(cwd, 'latest', { strict: false, warn: ({ message }) => warnings.push(message) }).runId).toBe(good.manifest.runId);
    expect(warnings).toEqual([expect.stringContaining(bad.manifest.runId)]);
  });

  test('never lets a manifest point out of its run directory', async () => {
    const cwd = temporaryDirectory();
    const { runDir } = await sampleRun(cwd);
    writeFileSync(join(cwd, 'secret'), 'x');
    edit(join(runDir, 'manifest.json'), (text) => text.replace('"events.json"', '"../../../secret"'));
    expect(resolveIn(cwd, 'latest').tracePaths).toEqual([join(runDir, 'trace.fozzy')]);
  });
});
