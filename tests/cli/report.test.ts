/** `report` and the flake budget of `ci`, on runs of every kind of subject. */
import { cpSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RunSummary } from '../../src/trace/summary.ts';
import { perform, refusal } from '../support/built.ts';
import { ask, failing, files, leaking, recordedOnce, subjects } from '../support/recorded-subjects.ts';
import { project } from './run-cli.ts';

const recorded = recordedOnce();

describe('report', () => {
  test('show gives the summary of every subject back, and each format as it is', async () => {
    for (const trace of subjects) {
      const json = await ask<RunSummary>(recorded.cwd, 'report show', { runOrTrace: trace, format: 'json' });
      expect([trace, json.document.status, json.document.findings.length > 0]).toEqual([trace, 'fail', true]);
      const byRun = await ask<RunSummary>(recorded.cwd, 'report show', { runOrTrace: json.document.identity.runId, format: 'json' });
      expect(byRun.document).toEqual(json.document);
      for (const [format, start] of [
        ['junit', '<?xml'],
        ['html', '<!doctype html>'],
        ['pretty', 'fozzy '],
      ] as const) {
        const { document: shown, text } = await ask(recorded.cwd, 'report show', { runOrTrace: trace, format });
        expect(shown).toEqual({ schemaVersion: 'fozzy.report_show.v1', format, content: text });
        expect(text.toLowerCase().startsWith(start)).toBe(true);
      }
    }
  });

  test('query answers with the value, a list, or what was probably meant', async () => {
    const query = async (path: string) =>
      (await ask<{ value: unknown }>(recorded.cwd, 'report query', { runOrTrace: 'f.fozzy', path })).document.value;
    expect([await query('seed'), await query('.status'), await query('findings[].title'), await query('faults[].id')]).toEqual([
      '1',
      'fail',
      ['fail'],
      [],
    ]);
    expect(await refusal(recorded.cwd, 'report query', { runOrTrace: 'f.fozzy', path: 'identity.runID' })).toMatchObject({
      code: 'query_no_match',
      hint: expect.stringContaining('identity.runId'),
    });
    expect(await refusal(recorded.cwd, 'report query', { runOrTrace: 'f.fozzy', path: 'a[' })).toMatchObject({ code: 'query_invalid' });
    for (const options of [{}, { path: '.', listPaths: true }]) {
      expect(await refusal(recorded.cwd, 'report query', { runOrTrace: 'f.fozzy', ...options })).toMatchObject({ code: 'usage' });
    }
    for (const runOrTrace of subjects) {
      const { paths } = (await ask<{ paths: string[] }>(recorded.cwd, 'report query', { runOrTrace, listPaths: true })).document;
      expect(paths).toContain('findings[].fingerprint');
      for (const path of paths.slice(0, 12)) await ask(recorded.cwd, 'report query', { runOrTrace, path });
    }
  });

  test('query never proposes what leads nowhere', async () => {
    const cwd = project(files);
    await perform(cwd, 'run', { scenario: 't.fozzy.json', det: true });
    const { paths } = (await ask<{ paths: string[] }>(cwd, 'report query', { runOrTrace: 'latest', listPaths: true })).document;
    expect(paths).not.toContain('tracePath');
    for (const path of paths) await ask(cwd, 'report query', { runOrTrace: 'latest', path });
    const { hint } = await refusal(cwd, 'report query', { runOrTrace: 'latest', path: 'tracePath' });
    expect(hint).not.toMatch(/did you mean .*\btracePath\b/u);
  });

  test('flaky counts a replay with the runs of what it replays, however its trace was named', async () => {
    const cwd = project(files);
    cpSync(recorded.cwd, cwd, { recursive: true });
    await perform(cwd, 'run', { scenario: 'f.fozzy.json', det: true, seed: 2, record: 'f2.fozzy' });
    const first = await perform(cwd, 'run', { scenario: 'f.fozzy.json', det: true, seed: 2 });
    const again = await perform(cwd, 'replay', { runOrTrace: 'last-fail' });
    const runs = [first, again].map(({ identity }) => identity.runId);
    const { document } = await ask(cwd, 'report flaky', { runs });
    expect(document).toMatchObject({ perScenario: [{ path: 'f.fozzy.json', passed: 0, failed: 2 }] });
  });

  test('flaky counts how runs ended, and only different runs', async () => {
    const cwd = project(files);
    cpSync(recorded.cwd, cwd, { recursive: true });
    const flaky = (runs: string[], options: Record<string, number> = {}) => ask(cwd, 'report flaky', { runs, ...options });
    await perform(cwd, 'run', { scenario: 'f.fozzy.json', det: true, seed: 2, record: 'f2.fozzy' });
    expect((await flaky(['f.fozzy', 'f2.fozzy'], { flakeBudget: 0 })).document).toMatchObject({
      isFlaky: false,
      flakeRatePct: 0,
      budgetExceeded: false,
    });
    const mixed = await flaky(['f.fozzy', 'f2.fozzy', 't.fozzy'], { flakeBudget: 33 });
    expect([mixed.exitCode, mixed.document]).toMatchObject([
      1,
      { runCount: 3, statusCounts: { fail: 2, pass: 1 }, flakeRatePct: 33.33, budgetPct: 33, budgetExceeded: true },
    ]);
    expect(mixed.text).toContain('flake budget exceeded');
    expect((await flaky(['f.fozzy', 'f2.fozzy', 't.fozzy'], { flakeBudget: 34 })).exitCode).toBe(0);
    for (const runs of [['f.fozzy'], ['f.fozzy', './f.fozzy']]) {
      expect(await refusal(cwd, 'report flaky', { runs })).toMatchObject({ code: 'flaky_too_few_runs' });
    }
    for (const flakeBudget of [-1, 101])
      expect(await refusal(cwd, 'report flaky', { runs: ['f.fozzy', 't.fozzy'], flakeBudget })).toMatchObject({ code: 'usage' });
    const ci = async (options: Record<string, number | string[]>) =>
      (await ask<{ checks: { name: string; ok: boolean }[] }>(cwd, 'ci', { runOrTrace: 'f.fozzy', ...options })).document;
    expect((await ci({ flakeRun: ['f.fozzy', 'f2.fozzy'], flakeBudget: 0 })).checks.at(-1)).toMatchObject({
      name: 'flake_budget',
      ok: true,
    });
    expect(await ci({ flakeRun: ['f.fozzy', 't.fozzy'], flakeBudget: 10 })).toMatchObject({ ok: false });
    for (const options of [{ flakeBudget: 10 }, { flakeRun: ['f.fozzy', 't.fozzy'] }, { flakeRun: ['f.fozzy'], flakeBudget: 1 }]) {
      expect(await refusal(cwd, 'ci', { runOrTrace: 'f.fozzy', ...options })).toMatchObject({ code: 'usage' });
    }
  });

  test('one trace out of several is reported by itself, the run as a whole by its id', async () => {
    const cwd = project({ 'tests/a.fozzy.json': failing, 'tests/b.fozzy.json': { ...leaking, name: 'b' } });
    const { identity, results } = await perform(cwd, 'test', { det: true, seed: 3 });
    const [first] = results ?? [];
    const whole = (await ask<RunSummary>(cwd, 'report show', { runOrTrace: identity.runId, format: 'json' })).document;
    const part = (await ask<RunSummary>(cwd, 'report show', { runOrTrace: first?.tracePath ?? '', format: 'json' })).document;
    expect([whole.mode, whole.results?.length, part.identity.parentRunId, part.results]).toEqual(['test', 2, identity.runId, undefined]);
    const top = (await ask<{ entries: { label: string }[] }>(cwd, 'memory top', { runOrTrace: identity.runId })).document;
    expect(top.entries.map(({ label }) => label)).toContain('002-b: cache');
  });
});
