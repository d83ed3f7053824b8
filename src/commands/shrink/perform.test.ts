import { textOf } from '../../../tests/support/text-of.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { FozzyError } from '../../base/problem.ts';
import type { ProgressEvent } from '../../report/progress.ts';
import { decodeTrace } from '../../trace/decode.ts';
import { encodeTrace } from '../../trace/encode.ts';
import type { TraceDocument } from '../../trace/document.ts';
import type { RunSummary } from '../../trace/summary.ts';
import { type CommandSettings, performCommand } from '../perform-command.ts';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';

const failing: readonly JsonObject[] = [
  { type: 'set_kv', key: 'noise', value: 'x' },
  { type: 'net_partition', a: 'x', b: 'y' },
  { type: 'memory_alloc', bytes: 100, key: 'p' },
  { type: 'set_kv', key: 'state', value: 'closed for good' },
  { type: 'assert_eq_str', a: '${state}', b: 'open' },
];

const smallest = [
  { type: 'set_kv', key: 'state', value: '' },
  { type: 'assert_eq_str', a: '${state}', b: 'open' },
];

/** Records a run as `t.fozzy` in a directory of its own. */
async function recorded(
  steps: readonly JsonObject[],
  options: { readonly [option: string]: string | number | boolean } = {},
): Promise<string> {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a.fozzy.json'), JSON.stringify({ version: 1, name: 'a', steps }, null, 2));
  await performCommand('run', { scenario: 'a.fozzy.json', det: true, seed: '7', record: 't.fozzy', ...options }, { cwd });
  return cwd;
}

interface Shrunk {
  readonly summary: RunSummary;
  readonly exitCode: number;
}

async function shrink(
  cwd: string,
  options: { readonly [option: string]: string | number | boolean } = {},
  settings: CommandSettings = {},
): Promise<Shrunk> {
  const { document, exitCode } = await performCommand('shrink', { runOrTrace: 't.fozzy', ...options }, { ...settings, cwd });
  // Reason for the cast: the document of this command is a run summary.
  return { summary: document as RunSummary, exitCode };
}

async function refusal(work: Promise<unknown>): Promise<FozzyError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof FozzyError) return error;
  throw new Error('nothing was refused', { cause: error });
}

function traceAt(path: string): TraceDocument {
  return decodeTrace(readFileSync(path, 'utf8'), path).document;
}

describe('shrinking a failing trace', () => {
  test('writes a smaller one beside it, with the same failure', async () => {
    const cwd = await recorded(failing);
    const { summary, exitCode } = await shrink(cwd);
    const original = traceAt(join(cwd, 't.fozzy'));
    expect(exitCode).toBe(0);
    expect(summary).toMatchObject({
      status: 'fail',
      mode: 'shrink',
      identity: { seed: '7', tracePath: join(cwd, 't.min.fozzy') },
      shrink: {
        preserved: true,
        fingerprint: original.summary.findings[0]?.fingerprint,
        minimal: true,
        stoppedBy: 'minimal',
        out: join(cwd, 't.min.fozzy'),
        before: { steps: 5, picks: 0, faults: 1 },
        after: { steps: 2, picks: 0, faults: 0 },
      },
    });
    expect(traceAt(join(cwd, 't.min.fozzy')).scenario?.['steps']).toEqual(smallest);
  });

  test('leaves a trace of the original mode that verifies and replays', async () => {
    const cwd = await recorded(failing);
    const { summary } = await shrink(cwd);
    const path = join(cwd, 't.min.fozzy');
    const document = traceAt(path);
    expect(document).toMatchObject({ mode: 'run', summary: { mode: 'run', identity: { runId: summary.identity.runId, tracePath: path } } });
    expect(document.shrunkFrom).toMatchObject({ runId: traceAt(join(cwd, 't.fozzy')).summary.identity.runId });
    expect(document.shrunkFrom?.origins).toEqual({ '/steps/0': '/steps/3', '/steps/1': '/steps/4' });
    expect((await performCommand('trace verify', { runOrTrace: 't.min.fozzy' }, { cwd })).document).toMatchObject({
      ok: true,
      warnings: [],
      problems: [],
    });
    const replay = await performCommand('replay', { runOrTrace: 't.min.fozzy' }, { cwd });
    expect(replay).toMatchObject({ exitCode: 1, document: { replay: { reproduced: true } } });
  });

  test('points into the file the user wrote', async () => {
    const cwd = await recorded(failing);
    const before = traceAt(join(cwd, 't.fozzy')).summary.findings[0]?.location;
    const { summary } = await shrink(cwd);
    expect(summary.findings[0]?.location).toMatchObject({ file: before?.file, line: before?.line, col: before?.col, stepPath: '/steps/1' });
  });

  test('again replaces its own earlier result and nothing else', async () => {
    const cwd = await recorded(failing);
    await shrink(cwd, { budget: '0ms' });
    expect((await shrink(cwd)).summary.shrink).toMatchObject({ minimal: true, out: join(cwd, 't.min.fozzy') });
    writeFileSync(join(cwd, 'other.fozzy'), '{"mine":true}');
    expect((await refusal(shrink(cwd, { out: 'other.fozzy' }))).code).toBe('record_collision');
    expect((await refusal(shrink(cwd, { out: 't.fozzy' }))).code).toBe('record_collision');
    expect(readFileSync(join(cwd, 'other.fozzy'), 'utf8')).toBe('{"mine":true}');
  });

  test('of a shrunk trace changes nothing and still leads back to the first scenario', async () => {
    const cwd = await recorded(failing);
    await shrink(cwd);
    const { summary } = await shrink(cwd, { runOrTrace: 't.min.fozzy' });
    const [once, twice] = [traceAt(join(cwd, 't.min.fozzy')), traceAt(join(cwd, 't.min.min.fozzy'))];
    expect(summary.shrink?.after).toEqual(summary.shrink?.before);
    expect(twice.scenario).toEqual(once.scenario);
    expect(twice.shrunkFrom?.origins).toEqual(once.shrunkFrom?.origins);
    expect(twice.summary.findings).toEqual(once.summary.findings);
  });

  test('without any budget still writes a trace that holds', async () => {
    const cwd = await recorded(failing);
    const { summary, exitCode } = await shrink(cwd, { budget: '0ms', out: 'out/small.fozzy' });
    expect(exitCode).toBe(0);
    expect(summary.shrink).toMatchObject({ preserved: true, minimal: false, stoppedBy: 'budget', candidates: 0 });
    expect(traceAt(join(cwd, 'out/small.fozzy')).scenario?.['steps']).toEqual(failing);
  });

  test('compares memory where both runs have any', async () => {
    const cwd = await recorded([
      { type: 'memory_alloc', bytes: 100 },
      { type: 'memory_alloc', bytes: 50 },
    ]);
    const { summary } = await shrink(cwd);
    const delta: unknown = JSON.parse(readFileSync(join(cwd, summary.identity.artifactsDir, 'memory.delta.json'), 'utf8'));
    expect(delta).toEqual({
      schemaVersion: 'fozzy.memory_delta.v1',
      beforeLeakedBytes: 150,
      afterLeakedBytes: 1,
      beforeLeakedAllocs: 2,
      afterLeakedAllocs: 1,
      beforeAllocCount: 2,
      afterAllocCount: 1,
    });
    const other = await recorded(failing);
    expect(existsSync(join(other, (await shrink(other)).summary.identity.artifactsDir, 'memory.delta.json'))).toBe(false);
  });

  test('keeps timeouts and crashes, and is a success whatever the status', async () => {
    const late = await shrink(await recorded([{ type: 'rand_u64' }, { type: 'sleep', duration: '1h' }], { timeout: '2s' }));
    expect(late).toMatchObject({ exitCode: 0, summary: { status: 'timeout', shrink: { preserved: true, after: { steps: 1 } } } });
    const crashed = await shrink(await recorded([{ type: 'rand_u64' }, { type: 'panic', message: 'boom' }]));
    expect(crashed).toMatchObject({ exitCode: 0, summary: { status: 'crash', shrink: { preserved: true, after: { steps: 1 } } } });
  });

  test('tells how far it is', async () => {
    const events: ProgressEvent[] = [];
    await shrink(await recorded(failing), {}, { onProgress: (event) => events.push(event) });
    expect(events.at(0)).toMatchObject({ command: 'shrink', event: 'started' });
    expect(events.at(-1)).toMatchObject({ event: 'finished', status: 'fail' });
  });

  test('when interrupted leaves its report and no trace', async () => {
    const cwd = await recorded(failing);
    const error = await refusal(shrink(cwd, {}, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ code: 'interrupted', exitCode: 2 });
    const reportPath = textOf(error.details?.['reportPath']);
    expect(JSON.parse(readFileSync(join(cwd, reportPath), 'utf8'))).toMatchObject({
      status: 'error',
      interrupted: true,
      shrink: { stoppedBy: 'interrupted' },
    });
    expect(existsSync(join(cwd, 't.min.fozzy'))).toBe(false);
  });
});

describe('a dimension', () => {
  test('that was asked for by name must be there', async () => {
    const cwd = await recorded([{ type: 'fail', message: 'no' }]);
    for (const minimize of ['schedule', 'faults']) {
      const error = await refusal(shrink(cwd, { minimize }));
      expect(error).toMatchObject({ code: 'shrink_dimension_not_applicable', exitCode: 2 });
    }
    expect((await shrink(cwd, { minimize: 'input' })).exitCode).toBe(0);
  });

  test('is the only thing that changes', async () => {
    const cwd = await recorded(failing);
    await shrink(cwd, { minimize: 'faults' });
    expect(traceAt(join(cwd, 't.min.fozzy')).scenario?.['steps']).toEqual(failing.filter((step) => step['type'] !== 'net_partition'));
  });
});

describe('what cannot be shrunk', () => {
  test('a passing trace is copied byte by byte, as often as you like', async () => {
    const cwd = await recorded([{ type: 'rand_u64' }]);
    for (const _ of [1, 2]) {
      const { summary, exitCode } = await shrink(cwd);
      expect(exitCode).toBe(0);
      expect(summary).toMatchObject({
        status: 'pass',
        shrink: { preserved: true, fingerprint: null, stoppedBy: 'nothing_to_shrink', reason: 'nothing_to_shrink', candidates: 0 },
      });
    }
    expect(readFileSync(join(cwd, 't.min.fozzy'), 'utf8')).toBe(readFileSync(join(cwd, 't.fozzy'), 'utf8'));
  });

  test('a trace that does not reproduce itself is refused, with its first divergence', async () => {
    const cwd = await recorded(failing);
    const document = traceAt(join(cwd, 't.fozzy'));
    const steps = failing.map((step) => (step['key'] === 'state' ? { ...step, value: 'open' } : step));
    const pieces = encodeTrace({ ...document, scenario: { ...document.scenario, steps } });
    writeFileSync(join(cwd, 'odd.fozzy'), [...pieces].join(''));
    const error = await refusal(shrink(cwd, { runOrTrace: 'odd.fozzy' }));
    expect(error).toMatchObject({ code: 'shrink_not_reproducible', exitCode: 1 });
    expect(error.details?.['firstDivergence']).toMatchObject({ in: 'event' });
    expect(existsSync(join(cwd, 'odd.min.fozzy'))).toBe(false);
  });
});
