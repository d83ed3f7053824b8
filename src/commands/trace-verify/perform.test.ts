import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import type { JsonObject } from '../../base/json.ts';
import { FozzyError } from '../../base/problem.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { TraceDocument } from '../../trace/document.ts';
import { encodeTrace } from '../../trace/encode.ts';
import { performRun } from '../run/perform.ts';
import { performTraceVerify, type VerifyDocument } from './perform.ts';

const corpus = join(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))), 'tests', 'corpus', 'traces');
const steps = [
  {
    type: 'parallel',
    tasks: ['a', 'b'].map((name) => ({
      name,
      steps: [
        { type: 'sleep', duration: '5ms' },
        { type: 'rand_u64', key: name },
      ],
    })),
  },
  { type: 'assert_throws', steps: [{ type: 'get_kv_assert', key: 'none' }] },
  { type: 'fail', message: 'no' },
];

async function record(cwd: string): Promise<string> {
  const scenario = { version: 1, name: 'a', steps };
  writeFileSync(join(cwd, 'a.fozzy.json'), JSON.stringify(scenario, undefined, 2));
  await performRun({ scenario: './a.fozzy.json', det: true, seed: '7', record: 'a.fozzy' }, sampleContext(cwd));
  return join(cwd, 'a.fozzy');
}

async function verify(cwd: string, selector: string, strict = true) {
  const { document, exitCode, text } = await performTraceVerify({ runOrTrace: selector }, sampleContext(cwd, { strict }));
  const verdict = document as VerifyDocument;
  expect(exitCode).toBe(verdict.ok ? 0 : 2);
  return { ...verdict, codes: verdict.problems.map(({ code }) => code), warned: verdict.warnings.map(({ code }) => code), text };
}

async function refusalOf(cwd: string, selector: string): Promise<string> {
  try {
    await verify(cwd, selector);
  } catch (error) {
    if (error instanceof FozzyError) return error.code;
    throw error;
  }
  return 'none';
}

/** The trace again with another content and the checksum of that content. */
function reseal(path: string, change: (document: TraceDocument) => TraceDocument): string {
  const { document } = decodeTrace(readFileSync(path, 'utf8'), path);
  writeFileSync(path, [...encodeTrace(change(document))].join(''));
  return path;
}

test('a recorded trace is ok by every name it has', async () => {
  const cwd = temporaryDirectory();
  const path = await record(cwd);
  const { document } = decodeTrace(readFileSync(path, 'utf8'), path);
  for (const selector of ['a.fozzy', './a.fozzy', path, 'latest', 'last-fail', document.summary.identity.runId]) {
    expect(await verify(cwd, selector)).toMatchObject({
      schemaVersion: 'fozzy.trace_verify.v1',
      ok: true,
      version: 5,
      checksumPresent: true,
      checksumValid: true,
      decisions: document.decisions.length,
      events: document.events.length,
      warnings: [],
      problems: [],
    });
  }
});

test('a moved, copied or linked trace is ok', async () => {
  const cwd = temporaryDirectory();
  const path = await record(cwd);
  const elsewhere = temporaryDirectory();
  mkdirSync(join(elsewhere, 'deep'));
  copyFileSync(path, join(elsewhere, 'deep', 'moved.fozzy'));
  symlinkSync(path, join(elsewhere, 'link.fozzy'));
  expect((await verify(elsewhere, 'deep/moved.fozzy')).ok).toBe(true);
  expect((await verify(elsewhere, 'link.fozzy')).ok).toBe(true);
});

describe('not ok in both modes', () => {
  test('a changed trace, which is a verdict and not an error', async () => {
    const cwd = temporaryDirectory();
    const path = await record(cwd);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"message":"no"', '"message":"on"'));
    for (const strict of [true, false]) {
      expect(await verify(cwd, 'a.fozzy', strict)).toMatchObject({
        ok: false,
        checksumPresent: true,
        checksumValid: false,
        codes: ['trace_checksum'],
      });
    }
  });

  test.each<[string, (document: TraceDocument) => TraceDocument, readonly string[]]>([
    [
      'another scenario',
      (document) => ({ ...document, scenario: { version: 1, name: 'a', steps: steps.slice(0, 2) } }),
      ['decision_unknown_step', 'replay_unused_decisions'],
    ],
    ['an invalid scenario', (document) => ({ ...document, scenario: { version: 1, name: 'a', steps: [] } }), ['scenario_invalid']],
    ['no scenario', (document) => ({ ...document, scenario: null }), ['trace_incomplete']],
    ['another event', (document) => ({ ...document, events: document.events.slice(0, -1) }), ['replay_event_drift']],
    ['another end', (document) => withSummary(document, { virtualTimeMs: 6 }), ['summary_time']],
    [
      'another fault',
      (document) => withSummary(document, { faults: [{ id: 'f0', type: 'loss', armed: true, fired: true, count: 1 }] }),
      ['summary_faults'],
    ],
    [
      'another finding',
      (document) =>
        withSummary(document, { findings: document.summary.findings.map((finding) => ({ ...finding, fingerprint: '0'.repeat(16) })) }),
      ['replay_outcome_drift'],
    ],
  ])('%s', async (_name, change, codes) => {
    const cwd = temporaryDirectory();
    reseal(await record(cwd), change);
    const verdict = await verify(cwd, 'a.fozzy', false);
    expect(verdict.ok).toBe(false);
    expect(verdict.codes).toEqual(expect.arrayContaining([...codes]));
    for (const code of codes) expect(verdict.text).toContain(`[${code}]`);
  });
});

describe('not ok in strict mode only', () => {
  test('a trace without a checksum', async () => {
    const cwd = temporaryDirectory();
    const path = await record(cwd);
    const { checksum: _checksum, ...content }: JsonObject = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify(content));
    expect(await verify(cwd, 'a.fozzy')).toMatchObject({
      ok: false,
      checksumPresent: false,
      checksumValid: null,
      codes: [],
      warned: ['checksum_missing'],
    });
    expect(await verify(cwd, 'a.fozzy', false)).toMatchObject({ ok: true, warned: ['checksum_missing'] });
  });

  test('a trace of an older schema', async () => {
    const path = join(corpus, 'v4', 'shop.fozzy');
    expect(await verify('/', path)).toMatchObject({
      ok: false,
      version: 4,
      checksumPresent: true,
      checksumValid: null,
      warned: ['stale_trace_schema'],
    });
    expect(await verify('/', path, false)).toMatchObject({ ok: true, warned: ['stale_trace_schema'] });
    expect((await verify('/', path)).text).toContain('--unsafe');
  });
});

test('a file that is no trace is an error', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'text.fozzy'), 'hello');
  writeFileSync(join(cwd, 'binary.fozzy'), new Uint8Array([0xff, 0xfe]));
  writeFileSync(join(cwd, 'other.fozzy'), '{"format":"other"}');
  writeFileSync(join(cwd, 'newer.fozzy'), '{"format":"fozzy-trace","version":6}');
  expect(await Promise.all(['text', 'binary', 'other', 'newer', 'missing'].map((name) => refusalOf(cwd, `${name}.fozzy`)))).toEqual([
    'trace_parse',
    'trace_parse',
    'trace_format',
    'trace_version',
    'trace_not_found',
  ]);
});

function withSummary(document: TraceDocument, over: Partial<TraceDocument['summary']>): TraceDocument {
  return { ...document, summary: { ...document.summary, ...over } };
}
