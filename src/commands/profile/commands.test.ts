/** Profiles as commands: files and what binds them, refusals, exports of replays, shrinking by a metric. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { performCommand } from '../perform-command.ts';
import { loadProfile } from './load-profile.ts';
import { readMeasured } from './profile-files.ts';
import { perform, refusal } from '../../../tests/support/in-process.ts';
import { project } from '../../../tests/cli/run-cli.ts';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { resolveRun } from '../open-trace.ts';
import { metricsOf } from '../../trace/profile/metrics.ts';

const files = {
  'pass.fozzy.json': {
    version: 1,
    name: 'pass',
    steps: [
      { type: 'trace_event', name: 'noise' },
      { type: 'sleep', duration: '5ms' },
      { type: 'sleep', duration: '80ms' },
      { type: 'fs_write', path: 'a', data: 'x' },
    ],
  },
  'fail.fozzy.json': { version: 1, name: 'fail', steps: [{ type: 'fail', message: 'no' }] },
};

function profileNames(cwd: string, artifactsDir: string): readonly string[] {
  const manifest: { files: { name: string; kind: string }[]; profileArtifacts: object; profileCapabilities: string[] } = JSON.parse(
    readFileSync(join(cwd, artifactsDir, 'manifest.json'), 'utf8'),
  );
  const listed = manifest.files.filter(({ kind }) => kind === 'profile').map(({ name }) => name);
  expect(Object.values(manifest.profileArtifacts)).toEqual(listed);
  return listed;
}

describe('the profile files of a run', () => {
  const derived = ['profile.timeline.json', 'profile.heap.json', 'profile.latency.json', 'profile.metrics.json', 'symbols.json'];

  test('are there when the run is recorded, fails, or is captured in full, and name their run and trace', async () => {
    const cwd = project(files);
    const plain = await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true });
    expect(profileNames(cwd, plain.identity.artifactsDir)).toEqual([]);
    const recorded = await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true, record: 't.fozzy' });
    expect(profileNames(cwd, recorded.identity.artifactsDir)).toEqual([...derived, 'profile.source.json']);
    const failed = await perform(cwd, 'run', { scenario: 'fail.fozzy.json', det: true });
    expect(profileNames(cwd, failed.identity.artifactsDir)).toEqual([...derived, 'profile.source.json']);
    const full = await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true, profileCapture: 'full' });
    expect(profileNames(cwd, full.identity.artifactsDir)).toEqual([...derived, 'profile.source.json']);
    const source: object = JSON.parse(readFileSync(join(cwd, recorded.identity.artifactsDir, 'profile.source.json'), 'utf8'));
    const manifest: { trace: { blake3: string } } = JSON.parse(
      readFileSync(join(cwd, recorded.identity.artifactsDir, 'manifest.json'), 'utf8'),
    );
    expect(source).toMatchObject({ runId: recorded.identity.runId, traceBlake3: manifest.trace.blake3 });
  });

  test('that were measured on another trace are not used', async () => {
    const cwd = project(files);
    const { identity } = await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true, record: 't.fozzy' });
    const { runDir = '', manifest } = resolveRun(identity.runId, sampleContext(cwd));
    if (manifest === undefined) throw new Error('a finished run has a manifest');
    const withCpu = {
      ...manifest,
      files: [...manifest.files, { name: 'profile.cpu.json', kind: 'profile' as const, sizeBytes: 2, blake3: '' }],
    };
    writeFileSync(join(runDir, 'profile.cpu.json'), '{"stacks":[],"replaysUs":[1]}');
    expect(readMeasured(runDir, withCpu)).toMatchObject({ cpu: { replaysUs: [1] } });
    expect(readMeasured(runDir, { ...withCpu, trace: { file: 't', blake3: 'other' } })).toBe('stale');
  });
});

test('a run without a trace is profiled from its events, and gives what its trace would', async () => {
  const cwd = project(files);
  const plain = await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true, seed: 1 });
  await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true, seed: 1, record: 't.fozzy' });
  const context = sampleContext(cwd);
  const [byRun, byTrace] = [await loadProfile(plain.identity.runId, context), await loadProfile('t.fozzy', context)];
  expect(byRun.profile.spans).toEqual(byTrace.profile.spans);
  expect({ ...metricsOf(byRun.profile), hostTimeMs: 0 }).toEqual({ ...metricsOf(byTrace.profile), hostTimeMs: 0 });
});

describe('a domain without data', () => {
  test('is refused with the way to get it, or told under --unsafe', async () => {
    const cwd = project(files);
    await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true, record: 't.fozzy' });
    for (const [name, options] of [
      ['profile top', { runOrTrace: 't.fozzy', cpu: true }],
      ['profile flame', { runOrTrace: 't.fozzy' }],
      ['profile diff', { left: 't.fozzy', right: 't.fozzy', heap: true }],
    ] as const) {
      const error = await refusal(cwd, name, options);
      expect(error.code).toBe('profile_no_data');
      expect(error.hint).not.toBeNull();
      const { document, exitCode } = await performCommand(name, options, { cwd, strict: false });
      expect(exitCode).toBe(0);
      expect(document).toMatchObject({ status: 'warn', detail: error.message, hint: error.hint });
    }
  });
});

describe('replay', () => {
  test('exports the profile of what it replayed, and keeps it when asked to', async () => {
    const cwd = project(files);
    await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true, record: 't.fozzy' });
    const options = { runOrTrace: 't.fozzy', profileExportFormat: 'speedscope', profileExportOut: 'out/p.json' };
    const { document } = await performCommand('replay', options, { cwd });
    expect(document).toMatchObject({
      run: { status: 'pass', mode: 'replay' },
      profileExport: { format: 'speedscope', out: join(cwd, 'out/p.json') },
    });
    expect(existsSync(join(cwd, 'out/p.json'))).toBe(true);
    const kept = await perform(cwd, 'replay', { runOrTrace: 't.fozzy', profileRegen: true });
    expect(profileNames(cwd, kept.identity.artifactsDir)).toContain('profile.latency.json');
    expect((await loadProfile(kept.identity.runId, sampleContext(cwd))).profile.virtualTimeMs).toBe(85);
  });

  test('refuses one half of an export before it does anything', async () => {
    const cwd = project(files);
    for (const half of [{ profileExportFormat: 'pprof' }, { profileExportOut: 'p' }]) {
      expect(await refusal(cwd, 'replay', { runOrTrace: 'missing.fozzy', ...half })).toMatchObject({ code: 'usage' });
    }
  });
});

test('a profile takes the place of an earlier one of its kind, and of nothing that only mentions Fozzy', async () => {
  const leak = { version: 1, name: 'l', steps: [{ type: 'memory_alloc', key: 'm', bytes: 300, tag: 'cache' }] };
  const cwd = project({ 'l.fozzy.json': leak, 'README.md': '# How we use fozzy\n', 'ages.txt': 'alice 30\nbob 40\n', 'real/x': '' });
  await perform(cwd, 'run', { scenario: 'l.fozzy.json', det: true, record: 't.fozzy' });
  symlinkSync(join(cwd, 'real'), join(cwd, 'link'));
  const writers = [
    ['profile flame', 'folded'],
    ['profile flame', 'svg'],
    ['profile flame', 'speedscope'],
    ['profile timeline', 'html'],
    ['profile timeline', 'json'],
    ['profile export', 'speedscope'],
    ['profile export', 'pprof'],
    ['profile export', 'otlp'],
  ] as const;
  for (const [words, format] of writers) {
    const options = { runOrTrace: 't.fozzy', format };
    const out = `out/${words.replace(' ', '-')}.${format}`;
    for (let time = 0; time < 2; time += 1) await performCommand(words, { ...options, out }, { cwd });
    for (const mine of ['README.md', 'ages.txt', 'l.fozzy.json', 't.fozzy']) {
      const before = readFileSync(join(cwd, mine));
      expect([words, mine, (await refusal(cwd, words, { ...options, out: mine })).code]).toEqual([words, mine, 'output_exists']);
      expect(readFileSync(join(cwd, mine))).toEqual(before);
    }
    for (const linked of ['link/deep/p', 'link'])
      expect(await refusal(cwd, words, { ...options, out: linked })).toMatchObject({ code: 'output_unsafe' });
  }
});

test('profile shrink keeps the latency and leaves out everything else', async () => {
  const cwd = project(files);
  await perform(cwd, 'run', { scenario: 'pass.fozzy.json', det: true, record: 't.fozzy' });
  const { document } = await performCommand('profile shrink', { runOrTrace: 't.fozzy', metric: 'p99_latency' }, { cwd });
  expect(document).toMatchObject({
    status: 'ok',
    baseline: 80,
    after: 80,
    preserved: true,
    size: { before: { steps: 4 }, after: { steps: 1 } },
  });
  const again = await performCommand('profile shrink', { runOrTrace: 't.min.fozzy', metric: 'p99_latency' }, { cwd });
  expect(again.document).toMatchObject({ status: 'no_feasible_shrink_found', preserved: true });
  expect(await refusal(cwd, 'profile shrink', { runOrTrace: 't.fozzy', metric: 'cpu_time' })).toMatchObject({ code: 'profile_no_data' });
});

test('profile doctor can be well, and refuses a run it cannot read', async () => {
  const cwd = project(files);
  const well = await performCommand('profile doctor', {}, { cwd });
  expect(well.document).toMatchObject({ ok: true, issues: [] });
  writeFileSync(join(cwd, 'bad.fozzy'), '{}');
  expect(await refusal(cwd, 'profile doctor', { runOrTrace: 'bad.fozzy' })).toMatchObject({ code: 'trace_format' });
  expect(await refusal(cwd, 'profile doctor', { runOrTrace: 'none' })).toMatchObject({ code: 'selector_not_found' });
});
