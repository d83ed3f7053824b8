import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import type { JsonObject } from '../../base/json.ts';
import { defaultConfig } from '../../store/config.ts';
import { hostFiles } from '../../store/file-ops.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { TraceDocument } from '../../trace/document.ts';
import { encodeTrace } from '../../trace/encode.ts';
import type { Finding } from '../../trace/finding.ts';
import { artifactsOf } from '../artifacts/artifact-set.ts';
import type { Options } from '../command.ts';
import type { Context } from '../context.ts';
import { resolveRun } from '../open-trace.ts';
import { performRun } from '../run/perform.ts';
import type { CiCheck } from './check.ts';
import { packCheck } from './pack-check.ts';
import { performCi } from './perform.ts';

const passing = [
  { type: 'rand_u64', key: 'r' },
  { type: 'set_kv', key: 'a', value: '1' },
  { type: 'get_kv_assert', key: 'a', equals: '1' },
];
const failing = [
  { type: 'rand_u64', key: 'r' },
  { type: 'fail', message: 'no' },
];
const allocating = [
  { type: 'memory_alloc', key: 'm', bytes: 100 },
  { type: 'memory_free', key: 'm' },
];
const leaking = [{ type: 'memory_alloc', key: 'm', bytes: 100 }];

/** A trace recorded by a real run, outside its run directory. */
async function record(cwd: string, steps: readonly JsonObject[], options: Options = {}, over: Partial<Context> = {}): Promise<string> {
  writeFileSync(join(cwd, 'a.fozzy.json'), JSON.stringify({ version: 1, name: 'a', steps }));
  await performRun({ scenario: 'a.fozzy.json', det: true, seed: '7', record: 'a.fozzy', ...options }, sampleContext(cwd, over));
  return join(cwd, 'a.fozzy');
}

/** The trace again with another content and the checksum of that content. */
function edit(path: string, change: (document: TraceDocument) => TraceDocument): string {
  const { document } = decodeTrace(readFileSync(path, 'utf8'), path);
  const edited = path.replace('a.fozzy', 'edited.fozzy');
  writeFileSync(edited, [...encodeTrace(change(document))].join(''));
  return edited;
}

async function judge(cwd: string, selector: string, over: Partial<Context> = {}) {
  const result = await performCi({ runOrTrace: selector }, sampleContext(cwd, over));
  const { checks, ok } = result.document as { readonly ok: boolean; readonly checks: readonly CiCheck[] };
  const failed = checks.filter((check) => !check.ok);
  expect([ok, result.exitCode]).toEqual(failed.length === 0 ? [true, 0] : [false, 1]);
  const detailOf = (name: string): string => checks.find((check) => check.name === name)?.detail ?? '';
  return { failed: failed.map((check) => check.name), names: checks.map((check) => check.name), detailOf, text: result.text };
}

function withoutMemory(trace: TraceDocument): TraceDocument {
  const { memory: _memory, ...rest } = trace;
  const { memory: _counts, ...summary } = trace.summary;
  return { ...rest, summary };
}

const warning: Finding = { kind: 'checker', title: 'never_evaluated', message: 'never judged', fingerprint: '0123456789abcdef' };

describe('ci of a faithful trace', () => {
  test('asks every question in its order and finds nothing, whether the run passed or failed', async () => {
    for (const steps of [passing, failing, allocating]) {
      const cwd = temporaryDirectory();
      const { failed, names, text } = await judge(cwd, await record(cwd, steps));
      expect(failed).toEqual([]);
      expect(names).toEqual([
        'trace_verify',
        'replay_outcome_class',
        'replay_divergence',
        'replay_warning_parity',
        'strict_warning_policy',
        'replay_memory_parity',
        'memory_policy',
        'artifacts_zip_integrity',
      ]);
      expect(text.split('\n').filter((line) => line.startsWith('✓'))).toHaveLength(8);
    }
  });

  test('leaves no run, no file and the aliases alone', async () => {
    const cwd = temporaryDirectory();
    const path = await record(cwd, failing);
    const before = new Set(readdirSync(cwd, { recursive: true, encoding: 'utf8' }));
    const index = readFileSync(join(cwd, '.fozzy/run-alias-index.json'), 'utf8');
    const temporary = readdirSync(tmpdir()).filter((name) => name.startsWith('fozzy-ci-'));
    for (const selector of ['latest', path, join(cwd, '.fozzy/runs', readdirSync(join(cwd, '.fozzy/runs'))[0] ?? '')]) {
      expect((await judge(cwd, selector)).failed).toEqual([]);
    }
    expect(new Set(readdirSync(cwd, { recursive: true, encoding: 'utf8' }))).toEqual(before);
    expect(readFileSync(join(cwd, '.fozzy/run-alias-index.json'), 'utf8')).toBe(index);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('fozzy-ci-') && !temporary.includes(name))).toEqual([]);
  });
});

describe('ci fails', () => {
  test('trace_verify when parts of the trace disagree', async () => {
    const cwd = temporaryDirectory();
    const path = edit(await record(cwd, failing), (trace) => ({
      ...trace,
      summary: { ...trace.summary, identity: { ...trace.summary.identity, seed: '007' } },
    }));
    const { failed, detailOf } = await judge(cwd, path);
    expect(failed).toEqual(['trace_verify']);
    expect(detailOf('trace_verify')).toContain('checksum_present=true checksum_valid=true warnings=<none> problems=summary_seed');
  });

  test('trace_verify for a missing checksum, in strict mode only', async () => {
    const cwd = temporaryDirectory();
    const path = await record(cwd, failing);
    const bare = path.replace('a.fozzy', 'bare.fozzy');
    writeFileSync(bare, readFileSync(path, 'utf8').replace(/,"checksum":"[0-9a-f]+"/, ''));
    const strict = await judge(cwd, bare);
    expect([strict.failed, strict.detailOf('trace_verify')]).toEqual([['trace_verify'], expect.stringContaining('checksum_present=false')]);
    expect((await judge(cwd, bare, { strict: false })).failed).toEqual([]);
  });

  test('replay_outcome_class when the recorded failure is another one', async () => {
    const cwd = temporaryDirectory();
    const path = edit(await record(cwd, failing), (trace) => ({
      ...trace,
      summary: { ...trace.summary, findings: trace.summary.findings.map((finding) => ({ ...finding, fingerprint: 'ffffffffffffffff' })) },
    }));
    const { failed, detailOf } = await judge(cwd, path);
    expect(failed).toEqual(['trace_verify', 'replay_outcome_class']);
    expect(detailOf('replay_outcome_class')).toMatch(
      /^recorded status=fail fingerprints=f{16}, replayed status=fail fingerprints=[0-9a-f]{16}$/,
    );
  });

  test('replay_outcome_class when the recorded status is another one', async () => {
    const cwd = temporaryDirectory();
    const path = edit(await record(cwd, failing), (trace) => ({ ...trace, summary: { ...trace.summary, status: 'error' } }));
    const { failed, detailOf } = await judge(cwd, path);
    expect(failed).toContain('replay_outcome_class');
    expect(detailOf('replay_outcome_class')).toContain('recorded status=error');
  });

  test('replay_divergence for another decision, naming it', async () => {
    const cwd = temporaryDirectory();
    const path = edit(await record(cwd, passing), (trace) => ({
      ...trace,
      scenario: { version: 1, name: 'a', steps: [{ type: 'set_kv', key: 'a', value: '1' }, ...passing] },
    }));
    const { failed, detailOf, text } = await judge(cwd, path);
    expect(failed).toContain('replay_divergence');
    expect(detailOf('replay_divergence')).toMatch(/^decision \d+ at \/steps\/\d: expected /);
    expect(text).toMatch(/✗ replay_divergence +decision/);
  });

  test('replay_divergence for another event, naming it', async () => {
    const cwd = temporaryDirectory();
    const path = edit(await record(cwd, passing), (trace) => ({
      ...trace,
      events: trace.events.map((event, index) => (index === 2 ? { ...event, fields: { ...event.fields, extra: 1 } } : event)),
    }));
    const { failed, detailOf } = await judge(cwd, path);
    expect(failed).toEqual(['trace_verify', 'replay_divergence']);
    expect(detailOf('replay_divergence')).toContain('event 2');
  });

  test('replay_warning_parity when only the recording warned', async () => {
    const cwd = temporaryDirectory();
    const path = edit(await record(cwd, passing), (trace) => ({ ...trace, summary: { ...trace.summary, findings: [warning] } }));
    const { failed, detailOf } = await judge(cwd, path, { strict: false });
    expect(failed).toEqual(['trace_verify', 'replay_warning_parity']);
    expect(detailOf('replay_warning_parity')).toContain('never_evaluated');
  });

  test('strict_warning_policy for a run that passed with warnings, in strict mode only', async () => {
    const cwd = temporaryDirectory();
    const path = await record(cwd, allocating, {}, { strict: false, config: { ...defaultConfig, heapAllocBudget: 10 } });
    const strict = await judge(cwd, path);
    // Strict verification refuses warnings as well.
    expect(strict.failed).toEqual(['trace_verify', 'strict_warning_policy']);
    expect(strict.detailOf('strict_warning_policy')).toContain('heap_alloc_budget');
    expect((await judge(cwd, path, { strict: false })).failed).toEqual([]);
  });

  test('replay_memory_parity when the memory counts differ or are on one side only', async () => {
    const cwd = temporaryDirectory();
    const recorded = await record(cwd, allocating);
    const other = edit(recorded, (trace) => {
      if (trace.memory === undefined) return expect.unreachable();
      const summary = { ...trace.memory.summary, peakBytes: 1 };
      return { ...trace, memory: { ...trace.memory, summary }, summary: { ...trace.summary, memory: summary } };
    });
    const differing = await judge(cwd, other);
    expect(differing.failed).toEqual(['trace_verify', 'replay_divergence', 'replay_memory_parity']);
    expect(differing.detailOf('replay_memory_parity')).toContain('"peakBytes":1');
    const without = edit(recorded, withoutMemory);
    const oneSided = await judge(cwd, without);
    expect(oneSided.failed).toContain('replay_memory_parity');
    expect(oneSided.detailOf('replay_memory_parity')).toContain('expected nothing');
  });

  test('memory_policy for a leak that the recorded run forbids', async () => {
    for (const [options, told] of [
      [{ failOnLeak: true }, 'fail_on_leak is on'],
      [{ leakBudget: 99 }, 'the leak budget is 99 bytes, and 100 leaked'],
    ] as const) {
      const cwd = temporaryDirectory();
      const { failed, detailOf } = await judge(cwd, await record(cwd, leaking, options));
      expect([failed, detailOf('memory_policy')]).toEqual([['memory_policy'], expect.stringContaining(told)]);
    }
    const cwd = temporaryDirectory();
    expect((await judge(cwd, await record(cwd, leaking, { leakBudget: 100 }))).failed).toEqual([]);
  });

  test('artifacts_zip_integrity when a file of the run is gone or changed, or the zip is not what was written', async () => {
    const cwd = temporaryDirectory();
    await record(cwd, failing);
    const context = sampleContext(cwd);
    const set = artifactsOf(resolveRun('latest', context), context);
    const events = set.artifacts.find((artifact) => artifact.name === 'events.json')?.path ?? '';
    expect(await packCheck(set)).toMatchObject({ ok: true });
    const broken = {
      ...hostFiles,
      write: (file: number, bytes: Uint8Array) =>
        hostFiles.write(
          file,
          bytes.map((byte) => byte ^ 1),
        ),
    };
    expect(await packCheck(set, broken)).toMatchObject({ ok: false, detail: expect.stringContaining('does not hold what was written') });
    writeFileSync(events, '[]');
    expect(await packCheck(set)).toMatchObject({ ok: false, detail: expect.stringContaining('its digest differs') });
    rmSync(events);
    expect(await packCheck(set)).toMatchObject({ ok: false, detail: expect.stringContaining('events.json') });
  });
});

describe('ci refuses to judge', () => {
  test('what it cannot read', async () => {
    const cwd = temporaryDirectory();
    const path = await record(cwd, failing);
    const text = readFileSync(path, 'utf8');
    const cases = [
      ['trace_parse', '{'],
      ['trace_format', '{}'],
      ['trace_version', text.replace(/"version":5/g, '"version":99')],
      ['trace_checksum', text.replace('"no"', '"yes"')],
    ] as const;
    for (const [code, content] of cases) {
      writeFileSync(join(cwd, 'x.fozzy'), content);
      await expect(performCi({ runOrTrace: 'x.fozzy' }, sampleContext(cwd))).rejects.toMatchObject({ code, exitCode: 2 });
    }
    await expect(performCi({ runOrTrace: 'missing.fozzy' }, sampleContext(cwd))).rejects.toMatchObject({ code: 'trace_not_found' });
    await expect(performCi({ runOrTrace: 'last-pass' }, sampleContext(cwd))).rejects.toMatchObject({ code: 'alias_unresolved' });
    expect(existsSync(join(cwd, 'x.fozzy'))).toBe(true);
  });

  test('when it was interrupted', async () => {
    const cwd = temporaryDirectory();
    const path = await record(cwd, failing);
    await expect(performCi({ runOrTrace: path }, sampleContext(cwd, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'interrupted',
    });
  });
});
