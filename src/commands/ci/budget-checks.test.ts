import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import type { JsonObject } from '../../base/json.ts';
import { decodeTrace } from '../../trace/decode.ts';
import { encodeTrace } from '../../trace/encode.ts';
import type { Options } from '../command.ts';
import { performRun } from '../run/perform.ts';
import { type CiDocument, performCi } from './perform.ts';

async function record(cwd: string, name: string, steps: readonly JsonObject[]): Promise<string> {
  writeFileSync(join(cwd, `${name}.fozzy.json`), JSON.stringify({ version: 1, name, steps }));
  const options = { scenario: `${name}.fozzy.json`, det: true, seed: '7', record: `${name}.fozzy` };
  await performRun(options, sampleContext(cwd));
  return `${name}.fozzy`;
}

const sleeping = (duration: string): readonly JsonObject[] => [{ type: 'sleep', duration }];

/** The same recording, sealed again, but nothing in it took any time. */
function withoutSpans(cwd: string, name: string): string {
  const { document } = decodeTrace(readFileSync(join(cwd, name), 'utf8'), name);
  const events = document.events.filter((event) => !event.name.startsWith('span_'));
  writeFileSync(join(cwd, 'empty.fozzy'), [...encodeTrace({ ...document, events })].join(''));
  return 'empty.fozzy';
}

async function judged(cwd: string, options: Options) {
  const { document, exitCode } = await performCi(options, sampleContext(cwd));
  // Reason for the cast: the command always answers with this document.
  const { checks, ok } = document as CiDocument;
  expect(exitCode).toBe(ok ? 0 : 1);
  return { failed: checks.filter((check) => !check.ok).map(({ name }) => name), last: checks.at(-1) };
}

test('perf_p99_budget fails for a run that is slower than its baseline by more than is allowed, and for nothing else', async () => {
  const cwd = temporaryDirectory();
  const before = await record(cwd, 'before', sleeping('100ms'));
  const after = await record(cwd, 'after', sleeping('125ms'));
  const against = (maxP99DeltaPct: number) => judged(cwd, { runOrTrace: after, perfBaseline: before, maxP99DeltaPct });
  expect(await against(25)).toEqual({
    failed: [],
    last: { name: 'perf_p99_budget', ok: true, detail: 'baseline_p99=100ms p99=125ms change=25% max=25%' },
  });
  expect(await against(24.5)).toEqual({
    failed: ['perf_p99_budget'],
    last: {
      name: 'perf_p99_budget',
      ok: false,
      detail: 'p99 latency budget exceeded: baseline_p99=100ms p99=125ms change=25% max=24.5%',
    },
  });
  // Faster is never too slow.
  expect((await judged(cwd, { runOrTrace: before, perfBaseline: after, maxP99DeltaPct: 0 })).failed).toEqual([]);
});

test('perf_p99_budget fails when a side has no latency data, and says which', async () => {
  const cwd = temporaryDirectory();
  const timed = await record(cwd, 'timed', sleeping('1ms'));
  const empty = withoutSpans(cwd, timed);
  const ask = async (runOrTrace: string, perfBaseline: string) => {
    const { failed, last } = await judged(cwd, { runOrTrace, perfBaseline, maxP99DeltaPct: 1000 });
    return [failed, last?.name, last?.ok, last?.detail];
  };
  const none = ['perf_p99_budget', false];
  expect(await ask(timed, empty)).toEqual([['perf_p99_budget'], ...none, 'the baseline empty.fozzy has no latency data']);
  // A recording without its spans is no faithful one either.
  expect(await ask(empty, timed)).toEqual([expect.arrayContaining(['perf_p99_budget']), ...none, 'empty.fozzy has no latency data']);
});

test('the flags of a budget come in pairs and with sensible numbers, which is said before anything is judged', async () => {
  const cwd = temporaryDirectory();
  const trace = await record(cwd, 'a', sleeping('1ms'));
  for (const options of [
    { perfBaseline: trace },
    { maxP99DeltaPct: 5 },
    { perfBaseline: trace, maxP99DeltaPct: -1 },
    { flakeBudget: 5 },
    { flakeRun: [trace, trace] },
    { flakeRun: [trace], flakeBudget: 5 },
  ]) {
    await expect(performCi({ runOrTrace: trace, ...options }, sampleContext(cwd))).rejects.toMatchObject({ code: 'usage', exitCode: 2 });
  }
  const said: string[] = [];
  const context = sampleContext(cwd, { progress: ({ event }) => void said.push(event) });
  const missing = { runOrTrace: trace, perfBaseline: 'none.fozzy', maxP99DeltaPct: 1 };
  await expect(performCi(missing, context)).rejects.toMatchObject({ code: 'trace_not_found', exitCode: 2 });
  const same = { runOrTrace: trace, flakeRun: [trace, trace], flakeBudget: 5 };
  await expect(performCi(same, context)).rejects.toMatchObject({ code: 'flaky_too_few_runs', exitCode: 2 });
  expect(said).toEqual(['started', 'started']);
});
