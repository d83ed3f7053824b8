import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { sampleRun } from '../../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { performRunsPrune } from '../runs-prune/perform.ts';
import { performRunsLs } from './perform.ts';

function at(second: number): { readonly finishedAt: string } {
  return { finishedAt: `2030-01-01T00:00:0${second}.000Z` };
}

describe('runs ls', () => {
  test('without runs says so', () => {
    const result = performRunsLs({}, sampleContext(temporaryDirectory()));
    expect(result.document).toEqual({
      schemaVersion: 'fozzy.runs_list.v1',
      runs: [],
      total: 0,
      totalBytes: 0,
      aliases: { latest: null, 'last-pass': null, 'last-fail': null },
    });
    expect(result.text).toContain('no runs');
  });

  test('shows runs in the order of the contract keys, and who the aliases are', async () => {
    const cwd = temporaryDirectory();
    const failed = await sampleRun(cwd, { status: 'fail', ...at(1) });
    const passed = await sampleRun(cwd, { status: 'pass', ...at(2) });
    const { document, text } = performRunsLs({ limit: 1, status: 'fail' }, sampleContext(cwd));
    const [run] = (document as { runs: object[] }).runs;
    expect(Object.keys(run ?? {})).toEqual([
      'runId',
      'mode',
      'status',
      'seed',
      'startedAt',
      'finishedAt',
      'durationMs',
      'sizeBytes',
      'tracePath',
    ]);
    expect(run).toMatchObject({ runId: failed.manifest.runId, tracePath: join(failed.runDir, 'trace.fozzy') });
    expect(document).toMatchObject({ total: 1, aliases: { latest: passed.manifest.runId, 'last-fail': failed.manifest.runId } });
    expect(text).toMatch(new RegExp(`${failed.manifest.runId}.*last-fail`));
  });
});

describe('runs prune', () => {
  test('needs a criterion', async () => {
    await expect(performRunsPrune({ dryRun: true }, sampleContext(temporaryDirectory()))).rejects.toMatchObject({ code: 'usage' });
  });

  test('removes by the criteria given and reports what it freed', async () => {
    const cwd = temporaryDirectory();
    const old = await sampleRun(cwd, { status: 'fail', ...at(1) });
    await sampleRun(cwd, { status: 'fail', ...at(2) });
    const dry = await performRunsPrune({ keep: 1, dryRun: true }, sampleContext(cwd));
    const real = await performRunsPrune({ keep: 1 }, sampleContext(cwd));
    expect(real.document).toMatchObject({ schemaVersion: 'fozzy.runs_prune.v1', removed: [old.manifest.runId], kept: 1, dryRun: false });
    expect(dry.document).toEqual({ ...real.document, dryRun: true });
    expect(real.text).toContain('removed 1 run');
  });

  test('takes ages as durations and sizes as MiB', async () => {
    const cwd = temporaryDirectory();
    await sampleRun(cwd, { status: 'fail', finishedAt: '2020-01-01T00:00:00.000Z' });
    await sampleRun(cwd, { status: 'fail', finishedAt: '2020-01-01T00:00:01.000Z' });
    expect((await performRunsPrune({ olderThan: 1e15, dryRun: true }, sampleContext(cwd))).document).toMatchObject({ removed: [] });
    expect((await performRunsPrune({ maxSizeMb: 1, dryRun: true }, sampleContext(cwd))).document).toMatchObject({ removed: [] });
    expect((await performRunsPrune({ maxSizeMb: 0, dryRun: true }, sampleContext(cwd))).document).toMatchObject({ kept: 1 });
    expect((await performRunsPrune({ olderThan: 1000, dryRun: true }, sampleContext(cwd))).document).toMatchObject({ kept: 1 });
  });
});
