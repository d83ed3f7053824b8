import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeTrace } from '../trace/decode.ts';
import { readAliases } from './alias-index.ts';
import { readDigest } from './file-digest.ts';
import type { FileOps } from './file-ops.ts';
import { hostFiles } from './file-ops.ts';
import type { ChildRun } from './finalise.ts';
import { finaliseRun } from './finalise.ts';
import { checkRun } from './integrity.ts';
import type { RecordTarget } from './record-target.ts';
import { newRunId } from './run-id.ts';
import { failingFiles, sampleBody, sampleInput, sampleRun, sampleSummary } from '../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function recordTo(cwd: string, name: string, policy: RecordTarget['policy'] = 'append'): { body: typeof sampleBody; record: RecordTarget } {
  return { body: sampleBody, record: { path: join(cwd, name), policy, cwd } };
}

function childOf(parentRunId: string, ordinal: number, status: 'pass' | 'fail', record?: RecordTarget): ChildRun {
  return {
    ordinal,
    name: `Cart ${ordinal}: größe/menge`,
    status,
    trace: { body: sampleBody, ...(record === undefined ? {} : { record }) },
    summarise: (paths) => sampleSummary(paths, { status, parentRunId }),
  };
}

describe('a failing run', () => {
  test('leaves events, timeline, trace, report and manifest, and nothing else', async () => {
    const { runDir } = await sampleRun(temporaryDirectory());
    expect(readdirSync(runDir).sort()).toEqual(['events.json', 'manifest.json', 'report.json', 'timeline.json', 'trace.fozzy']);
    expect(readJson(join(runDir, 'events.json'))).toEqual([{ time_ms: 0, name: 'hello', source: 'user', fields: { n: 1 } }]);
    expect(readJson(join(runDir, 'timeline.json'))).toEqual([{ index: 0, time_ms: 0, name: 'hello', source: 'user', fields: { n: 1 } }]);
    expect(checkRun(runDir).kind).toBe('complete');
  });

  test('has one summary: returned, stored and embedded in the trace, naming the trace really written', async () => {
    const cwd = temporaryDirectory();
    const { summary, runDir } = await sampleRun(cwd);
    const trace = decodeTrace(readFileSync(join(runDir, 'trace.fozzy'), 'utf8'), 'trace.fozzy');
    expect(trace.checksum).toBe('valid');
    expect(trace.document.summary).toEqual(summary);
    expect(readJson(join(runDir, 'report.json'))).toEqual(summary);
    const { runId } = summary.identity;
    expect(summary.identity).toMatchObject({
      tracePath: join(cwd, '.fozzy/runs', runId, 'trace.fozzy'),
      reportPath: `.fozzy/runs/${runId}/report.json`,
      artifactsDir: `.fozzy/runs/${runId}`,
    });
  });

  test('has a manifest with the contract keys and the digest of every file', async () => {
    const { runDir, summary } = await sampleRun(temporaryDirectory());
    const manifest = readJson(join(runDir, 'manifest.json')) as { files: { name: string; kind: string; blake3: string }[]; trace: unknown };
    expect(Object.keys(manifest)).toEqual(
      (
        'schemaVersion runId mode status seed startedAt finishedAt durationMs durationNs tracePath reportPath artifactsDir findingsCount ' +
        'profileCapabilities profileArtifacts profileSchemaVersions commandLine engine files trace'
      ).split(' '),
    );
    expect(manifest).toMatchObject({
      schemaVersion: 'fozzy.run_manifest.v2',
      runId: summary.identity.runId,
      status: 'fail',
      findingsCount: 1,
    });
    expect(manifest.files.map((file) => `${file.kind} ${file.name}`)).toEqual([
      'events events.json',
      'timeline timeline.json',
      'trace trace.fozzy',
      'report report.json',
    ]);
    for (const file of manifest.files) expect(readDigest(join(runDir, file.name))).toBe(file.blake3);
    expect(manifest.trace).toEqual({ file: 'trace.fozzy', blake3: readDigest(join(runDir, 'trace.fozzy')) });
  });

  test('that was interrupted is written like any other', async () => {
    const cwd = temporaryDirectory();
    const runId = newRunId();
    const input = sampleInput(cwd, { status: 'error', runId });
    const { runDir } = await finaliseRun({
      ...input,
      summarise: (paths, traces) => ({ ...input.summarise(paths, traces), interrupted: true }),
    });
    expect(readJson(join(runDir, 'report.json'))).toMatchObject({ status: 'error', interrupted: true });
    expect(checkRun(runDir).kind).toBe('complete');
  });
});

describe('a passing run', () => {
  test('has no trace unless it was recorded', async () => {
    const { runDir, summary, manifest } = await sampleRun(temporaryDirectory(), { status: 'pass' });
    expect(readdirSync(runDir)).not.toContain('trace.fozzy');
    expect(summary.identity).not.toHaveProperty('tracePath');
    expect(manifest).not.toHaveProperty('trace');
  });

  test('writes its trace to the record path', async () => {
    const cwd = temporaryDirectory();
    const { runDir, summary, manifest } = await sampleRun(cwd, { status: 'pass', trace: recordTo(cwd, 'out/t.fozzy') });
    expect(summary.identity.tracePath).toBe(join(cwd, 'out/t.fozzy'));
    expect(readdirSync(runDir)).not.toContain('trace.fozzy');
    expect(manifest.trace).toEqual({ file: '../../../out/t.fozzy', blake3: readDigest(join(cwd, 'out/t.fozzy')) });
    expect(readdirSync(join(cwd, 'out'))).toEqual(['t.fozzy']);
  });

  test('names the numbered file after a collision, in the summary and inside the trace', async () => {
    const cwd = temporaryDirectory();
    await sampleRun(cwd, { status: 'pass', trace: recordTo(cwd, 't.fozzy') });
    const second = await sampleRun(cwd, { status: 'pass', trace: recordTo(cwd, 't.fozzy') });
    const path = join(cwd, 't.1.fozzy');
    expect(second.summary.identity.tracePath).toBe(path);
    expect(decodeTrace(readFileSync(path, 'utf8'), path).document.summary.identity.tracePath).toBe(path);
  });

  test('leads from a replay to the trace it re-executed', async () => {
    const cwd = temporaryDirectory();
    const recorded = await sampleRun(cwd);
    const { trace: _, ...replay } = sampleInput(cwd, { mode: 'replay' });
    const sourceTrace = join(recorded.runDir, 'trace.fozzy');
    const { manifest, summary } = await finaliseRun({ ...replay, sourceTrace });
    expect(summary.identity).not.toHaveProperty('tracePath');
    expect(manifest.trace).toEqual({ file: `../${recorded.manifest.runId}/trace.fozzy`, blake3: recorded.manifest.trace?.blake3 });
  });
});

describe('further files', () => {
  test('reports are rendered from the final summary', async () => {
    const { runDir } = await sampleRun(temporaryDirectory(), {
      render: (summary) => [{ name: 'junit.xml', text: `<x id="${summary.identity.tracePath ?? ''}"/>` }],
    });
    expect(readFileSync(join(runDir, 'junit.xml'), 'utf8')).toBe(`<x id="${join(runDir, 'trace.fozzy')}"/>`);
  });

  test('memory tables and extra payload are listed in the manifest', async () => {
    const { runDir, manifest } = await sampleRun(temporaryDirectory(), {
      status: 'pass',
      memory: { timeline: [{ index: 0, kind: 'memory_alloc' }], leaks: [], graph: { nodes: [], edges: [] } },
      extraFiles: [{ name: 'memory.delta.json', kind: 'memory', text: '{}\n' }],
    });
    expect(manifest.files.filter((file) => file.kind === 'memory').map((file) => file.name)).toEqual([
      'memory.timeline.json',
      'memory.leaks.json',
      'memory.graph.json',
      'memory.delta.json',
    ]);
    expect(readJson(join(runDir, 'memory.leaks.json'))).toEqual([]);
    expect(readJson(join(runDir, 'memory.timeline.json'))).toEqual([{ index: 0, kind: 'memory_alloc' }]);
  });
});

describe('the scenarios of test', () => {
  test('leave a trace each where they did not pass, with their own run id and the parent', async () => {
    const cwd = temporaryDirectory();
    const runId = newRunId();
    const children = [childOf(runId, 1, 'pass'), childOf(runId, 2, 'fail')];
    const { trace: _, events: __, ...input } = sampleInput(cwd, { runId, mode: 'test', children });
    const seen: ReadonlyMap<number, string>[] = [];
    const { runDir } = await finaliseRun({
      ...input,
      summarise: (paths, traces) => {
        seen.push(traces);
        return input.summarise(paths, traces);
      },
    });
    const path = join(runDir, 'tests/002-cart-2-gr-e-menge/trace.fozzy');
    expect(seen).toEqual([new Map([[2, path]])]);
    const { identity } = decodeTrace(readFileSync(path, 'utf8'), path).document.summary;
    expect(identity).toMatchObject({ tracePath: path, parentRunId: runId, reportPath: `.fozzy/runs/${runId}/report.json` });
    expect(identity.runId).not.toBe(runId);
    expect(checkRun(runDir)).toMatchObject({ kind: 'complete', run: { tracePaths: [path] } });
  });

  test('record beside each other when asked to', async () => {
    const cwd = temporaryDirectory();
    const runId = newRunId();
    const children = [1, 2].map((k) => childOf(runId, k, 'pass', { path: join(cwd, `out.${k}.fozzy`), policy: 'append', cwd }));
    const { trace: _, ...input } = sampleInput(cwd, { runId, mode: 'test', status: 'pass', children });
    const { runDir } = await finaliseRun(input);
    expect(readdirSync(cwd).sort()).toEqual(['.fozzy', 'out.1.fozzy', 'out.2.fozzy']);
    expect(checkRun(runDir)).toMatchObject({ kind: 'complete', run: { tracePaths: [join(cwd, 'out.1.fozzy'), join(cwd, 'out.2.fozzy')] } });
  });

  test('cost no files at all when a thousand of them pass', async () => {
    const cwd = temporaryDirectory();
    const runId = newRunId();
    const children = Array.from({ length: 1000 }, (_, index) => childOf(runId, index + 1, 'pass'));
    const { trace: _, events: __, ...input } = sampleInput(cwd, { runId, mode: 'test', status: 'pass', children });
    const { runDir } = await finaliseRun(input);
    expect(readdirSync(runDir).sort()).toEqual(['manifest.json', 'report.json']);
  });
});

describe('when the disk refuses', () => {
  const operations = ['makeDirectory', 'create', 'write', 'sync', 'rename'] as const;

  test.each(operations)('a failing %s at any point leaves either a whole run or none', async (operation) => {
    for (let at = 1; ; at += 1) {
      const cwd = temporaryDirectory();
      const ops = failingFiles(operation, at, 'ENOSPC');
      const outcome = await sampleRun(cwd, { ops }).then(
        (run) => checkRun(run.runDir).kind,
        (error: unknown) => error,
      );
      const runs = existsSync(join(cwd, '.fozzy/runs')) ? readdirSync(join(cwd, '.fozzy/runs')) : [];
      if (outcome === 'complete') expect(runs).toHaveLength(1);
      else expect([outcome, runs]).toEqual([expect.objectContaining({ code: 'io' }), []]);
      for (const name of readdirSync(cwd, { recursive: true })) expect(String(name)).not.toMatch(/\.tmp$/);
      if (ops.calls() < at) return;
    }
  });

  test('a read-only base directory is permission_denied', async () => {
    const attempt = sampleRun(temporaryDirectory(), { ops: failingFiles('makeDirectory', 1, 'EROFS') });
    await expect(attempt).rejects.toMatchObject({ code: 'permission_denied', details: { errno: 'EROFS' } });
  });

  test('what a run found out is told where nothing of it can be kept', async () => {
    const attempt = sampleRun(temporaryDirectory(), { ops: failingFiles('write', 2, 'ENOSPC') });
    await expect(attempt).rejects.toMatchObject({
      code: 'io',
      message: expect.stringMatching(/the run, seed 7, is not kept; it ended with fail: fail: no$/u),
      details: { errno: 'ENOSPC', notKept: { status: 'fail', seed: '7', findings: [{ title: 'fail', fingerprint: '9f3b2c41d0aa71e5' }] } },
    });
  });

  test('a base directory below a regular file is an io error', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'file'), '');
    await expect(sampleRun(cwd, { baseDir: 'file/.fozzy' })).rejects.toMatchObject({ code: 'io' });
  });

  test('linked runs directories are refused', async () => {
    const cwd = temporaryDirectory();
    const elsewhere = temporaryDirectory();
    mkdirSync(join(cwd, '.fozzy'));
    symlinkSync(elsewhere, join(cwd, '.fozzy/runs'));
    await expect(sampleRun(cwd)).rejects.toMatchObject({ code: 'output_unsafe' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('a record target that refuses keeps the run, with its trace in the run directory, and reports both', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 't.fozzy'), 'mine');
    const runId = newRunId();
    const tracePath = join(cwd, '.fozzy/runs', runId, 'trace.fozzy');
    const attempt = sampleRun(cwd, { runId, status: 'pass', trace: recordTo(cwd, 't.fozzy', 'error') });
    await expect(attempt).rejects.toMatchObject({ code: 'record_collision', details: { runId, tracePath } });
    expect(checkRun(join(cwd, '.fozzy/runs', runId))).toMatchObject({ kind: 'complete', run: { tracePath } });
    expect(readFileSync(join(cwd, 't.fozzy'), 'utf8')).toBe('mine');
  });

  test('an alias index that cannot be written does not fail the run and loses no alias', async () => {
    const cwd = temporaryDirectory();
    const refusing: FileOps = {
      ...hostFiles,
      create: (path) => {
        if (path.endsWith('run-alias-index.json.lock')) throw Object.assign(new Error('EROFS'), { errno: -30, code: 'EROFS' });
        return hostFiles.create(path);
      },
    };
    const { summary } = await sampleRun(cwd, { ops: refusing });
    expect(readAliases(join(cwd, '.fozzy')).latest?.name).toBe(summary.identity.runId);
  });
});

test('runs of internal origin are marked and never become an alias', async () => {
  const cwd = temporaryDirectory();
  const visible = await sampleRun(cwd, { finishedAt: '2030-01-01T00:00:01.000Z' });
  const internal = await sampleRun(cwd, { finishedAt: '2030-01-01T00:00:02.000Z', origin: 'ci' });
  expect(internal.manifest.origin).toBe('ci');
  expect(readAliases(join(cwd, '.fozzy')).latest?.name).toBe(visible.manifest.runId);
});
