import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failingFiles, sampleRun } from '../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { readAliases } from './alias-index.ts';
import { directorySize, listRuns } from './list-runs.ts';
import type { PrunableRun, PruneLimits } from './prune.ts';
import { planPrune, pruneRuns } from './prune.ts';
import { newRunId } from './run-id.ts';

const nowMs = Date.parse('2030-01-02T00:00:00.000Z');

function at(hour: number): { readonly finishedAt: string } {
  return { finishedAt: `2030-01-01T${String(hour).padStart(2, '0')}:00:00.000Z` };
}

/** Run ids, oldest first: five failures and one pass in the middle. */
async function project(): Promise<{ readonly cwd: string; readonly baseDir: string; readonly ids: readonly string[] }> {
  const cwd = temporaryDirectory();
  const ids: string[] = [];
  for (const [hour, status] of ['fail', 'fail', 'pass', 'fail', 'fail', 'fail'].entries()) {
    const run = await sampleRun(cwd, { status: status === 'pass' ? 'pass' : 'fail', ...at(hour) });
    ids.push(run.manifest.runId);
  }
  return { cwd, baseDir: join(cwd, '.fozzy'), ids };
}

function prune(baseDir: string, limits: PruneLimits, dryRun = false): ReturnType<typeof pruneRuns> {
  return pruneRuns(baseDir, limits, { nowMs, dryRun });
}

describe('pruning', () => {
  test('keeps the newest runs and what aliases name', async () => {
    const { baseDir, ids } = await project();
    const [a, b, pass, d, e, f] = ids;
    const expectedBytes = [a, b, d].reduce((sum, id) => sum + directorySize(join(baseDir, 'runs', id ?? '')), 0);
    expect(await prune(baseDir, { keep: 2 })).toEqual({ removed: [a, b, d], kept: 3, freedBytes: expectedBytes });
    expect(new Set(readdirSync(join(baseDir, 'runs')))).toEqual(new Set([pass, e, f]));
    expect(readAliases(baseDir)).toMatchObject({ latest: { name: f }, 'last-pass': { name: pass }, 'last-fail': { name: f } });
  });

  test('by age removes only what is older', async () => {
    const { baseDir, ids } = await project();
    expect((await prune(baseDir, { olderThanMs: 22.5 * 3_600_000 })).removed).toEqual(ids.slice(0, 2));
  });

  test('by size removes the oldest until the rest fits', async () => {
    const { baseDir, ids } = await project();
    const sizes = ids.map((id) => directorySize(join(baseDir, 'runs', id)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const { removed } = await prune(baseDir, { sizeMaxBytes: total - (sizes[0] ?? 0) - 1 });
    expect(removed).toEqual([ids[0], ids[1]]);
  });

  test('with nothing to keep still spares every alias target', async () => {
    const { baseDir, ids } = await project();
    await prune(baseDir, { keep: 0, olderThanMs: 0, sizeMaxBytes: 0 });
    expect(new Set(readdirSync(join(baseDir, 'runs')))).toEqual(new Set([ids[2], ids[5]]));
  });

  test('as a dry run tells the same and removes nothing', async () => {
    const { baseDir } = await project();
    const dry = await prune(baseDir, { keep: 1 }, true);
    expect(readdirSync(join(baseDir, 'runs'))).toHaveLength(6);
    expect(await prune(baseDir, { keep: 1 })).toEqual(dry);
  });

  test('of a project without runs does nothing', async () => {
    const cwd = temporaryDirectory();
    expect(await prune(join(cwd, '.fozzy'), { keep: 0 })).toEqual({ removed: [], kept: 0, freedBytes: 0 });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('pruning never touches', () => {
  test('what is not named like a run', async () => {
    const { baseDir } = await project();
    mkdirSync(join(baseDir, 'runs/my-evidence'));
    writeFileSync(join(baseDir, 'runs/notes.txt'), 'mine');
    await prune(baseDir, { keep: 0 });
    expect(readdirSync(join(baseDir, 'runs'))).toEqual(expect.arrayContaining(['my-evidence', 'notes.txt']));
  });

  test('what a symbolic link in runs points to', async () => {
    const { baseDir } = await project();
    const outside = temporaryDirectory();
    writeFileSync(join(outside, 'manifest.json'), 'precious');
    const link = join(baseDir, 'runs', newRunId());
    symlinkSync(outside, link);
    await prune(baseDir, { keep: 0 });
    expect(readdirSync(outside)).toEqual(['manifest.json']);
  });

  test('files behind links inside a run', async () => {
    const { baseDir, ids } = await project();
    const outside = temporaryDirectory();
    writeFileSync(join(outside, 'file'), 'precious');
    symlinkSync(outside, join(baseDir, 'runs', ids[0] ?? '', 'link'));
    expect((await prune(baseDir, { keep: 2 })).removed).toContain(ids[0]);
    expect(readdirSync(outside)).toEqual(['file']);
  });

  test('a runs directory that is itself a link', async () => {
    const { cwd, baseDir } = await project();
    const other = temporaryDirectory();
    mkdirSync(join(other, '.fozzy'));
    symlinkSync(join(baseDir, 'runs'), join(other, '.fozzy/runs'));
    await expect(prune(join(other, '.fozzy'), { keep: 0 })).rejects.toMatchObject({ code: 'output_unsafe' });
    expect(readdirSync(join(cwd, '.fozzy/runs'))).toHaveLength(6);
  });

  test('a run that a living process is writing', async () => {
    const { baseDir } = await project();
    const running = join(baseDir, 'runs', newRunId());
    mkdirSync(running);
    writeFileSync(join(running, 'running.lock'), JSON.stringify({ pid: process.ppid, host: hostname() }));
    utimesSync(running, 0, 0);
    await prune(baseDir, { keep: 0, olderThanMs: 0 });
    expect(existsSync(running)).toBe(true);
  });

  test('a run directory that was made a moment ago', async () => {
    const { baseDir } = await project();
    const fresh = join(baseDir, 'runs', newRunId());
    mkdirSync(fresh);
    await pruneRuns(baseDir, { keep: 0 }, { nowMs: Date.now(), dryRun: false });
    expect(existsSync(fresh)).toBe(true);
  });
});

test('a run whose process died while writing it is pruned like any other', async () => {
  const { baseDir } = await project();
  const abandoned = join(baseDir, 'runs', newRunId());
  mkdirSync(abandoned);
  writeFileSync(join(abandoned, 'running.lock'), JSON.stringify({ pid: spawnSync(process.execPath, ['-e', '']).pid, host: hostname() }));
  utimesSync(abandoned, 0, 0);
  await prune(baseDir, { keep: 6 });
  expect(existsSync(abandoned)).toBe(false);
});

test('a removal that fails leaves whole or unfinished runs, never damaged ones', async () => {
  const { baseDir } = await project();
  const attempt = pruneRuns(baseDir, { keep: 0 }, { nowMs, dryRun: false, ops: failingFiles('unlink', 2, 'EACCES') });
  await expect(attempt).rejects.toMatchObject({ code: 'permission_denied' });
  expect(listRuns(baseDir, { limit: 50 }).runs.filter((run) => run.damaged !== undefined)).toEqual([]);
});

test('the plan never gives up a protected run, whatever the limits', () => {
  const run = (name: string, finishedAtMs: number, isProtected: boolean): PrunableRun => ({
    name,
    directory: name,
    finishedAtMs,
    sizeBytes: 10,
    isProtected,
  });
  const runs = [run('c', 30, false), run('b', 20, true), run('a', 10, false)];
  const namesOf = (limits: PruneLimits): readonly string[] => planPrune(runs, limits, 100).removed.map(({ name }) => name);
  expect(namesOf({ keep: 0 })).toEqual(['a', 'c']);
  expect(namesOf({ keep: 2 })).toEqual(['a']);
  expect(namesOf({ sizeMaxBytes: 20 })).toEqual(['a']);
  expect(namesOf({ sizeMaxBytes: 0 })).toEqual(['a', 'c']);
  expect(namesOf({ olderThanMs: 75 })).toEqual(['a']);
  expect(namesOf({})).toEqual([]);
});

describe('the list of runs', () => {
  test('is newest first, filtered, limited, and counts what it does not show', async () => {
    const { baseDir, ids } = await project();
    const all = listRuns(baseDir, { limit: 2 });
    expect(all.runs.map((run) => run.runId)).toEqual([ids[5], ids[4]]);
    expect(all).toMatchObject({ total: 6, aliases: { latest: ids[5], 'last-pass': ids[2], 'last-fail': ids[5] } });
    expect(all.totalBytes).toBe(ids.reduce((sum, id) => sum + directorySize(join(baseDir, 'runs', id)), 0));
    expect(listRuns(baseDir, { limit: 50, status: 'pass' }).runs.map((run) => run.runId)).toEqual([ids[2]]);
    expect(listRuns(baseDir, { limit: 50, mode: 'replay' })).toMatchObject({ runs: [], total: 0, totalBytes: 0 });
  });

  test('says where the trace is and what is damaged', async () => {
    const { baseDir, ids } = await project();
    const [a = '', b = '', c = ''] = ids;
    rmSync(join(baseDir, 'runs', a, 'events.json'));
    writeFileSync(join(baseDir, 'runs', b, 'manifest.json'), 'garbage');
    const runs = new Map(listRuns(baseDir, { limit: 50 }).runs.map((run) => [run.runId, run]));
    expect(runs.get(a)).toMatchObject({ status: 'fail', damaged: 'events.json: it is missing' });
    expect(runs.get(b)).toMatchObject({ status: 'fail', mode: null, damaged: 'manifest.json: it is not a JSON object' });
    expect(runs.get(c)).not.toHaveProperty('damaged');
    expect(runs.get(ids[3] ?? '')?.tracePath).toBe(join(baseDir, 'runs', ids[3] ?? '', 'trace.fozzy'));
  });

  test('leaves out what is not finished', async () => {
    const { baseDir } = await project();
    mkdirSync(join(baseDir, 'runs', newRunId()));
    expect(listRuns(baseDir, { limit: 50 }).total).toBe(6);
  });
});
