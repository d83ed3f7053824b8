/** Maps: the formula and tables of the contract exactly, and coverage only from evidence that is about this content. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FozzyError } from '../../base/problem.ts';
import { perform, refusal } from '../../../tests/support/in-process.ts';
import { project } from '../../../tests/cli/run-cli.ts';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { performCommand } from '../perform-command.ts';
import type { SuiteRow } from './documents.ts';
import { riskOf, type Signals } from './signals.ts';
import { effectiveMinRisk, type MapProfile, suitesFor } from './suite-policy.ts';
import { Deadline } from './survey.ts';
import { sampleServer } from '../../../tests/support/sample-server.ts';

const none: Signals = { branch: 0, concurrency: 0, external: 0, failure: 0, memory: 0, entrypoint: 0, lineCount: 0 };

describe('risk', () => {
  test.each<[Partial<Signals>, number]>([
    [{ branch: 31 }, 30],
    [{ concurrency: 4 }, 24],
    [{ concurrency: 6 }, 30],
    [{ external: 6 }, 25],
    [{ failure: 9 }, 15],
    [{ memory: 2 }, 0],
    [{ memory: 3 }, 8],
    [{ entrypoint: 1 }, 5],
    [{ lineCount: 251 }, 4],
    [{ lineCount: 501 }, 7],
    [{ branch: 99, concurrency: 99, external: 99, failure: 99, memory: 99, entrypoint: 9, lineCount: 9999 }, 100],
  ])('of %o is %i', (signals, risk) => expect(riskOf({ ...none, ...signals })).toBe(risk));
});

describe('the suites a file needs', () => {
  const needs = (profile: MapProfile, signals: Partial<Signals>) =>
    suitesFor({ ...none, ...signals }, { profile, shrinkPolicy: 'no-known-failures', hasKnownFailure: false });

  test.each<[MapProfile, Partial<Signals>, readonly string[]]>([
    ['balanced', {}, []],
    [
      'balanced',
      { concurrency: 1, external: 1, memory: 3, branch: 21, failure: 1 },
      ['fuzz_inputs', 'explore_schedule_faults', 'host_backends_run', 'memory_graph_diff_top', 'shrink_exercised'],
    ],
    ['balanced', { branch: 26 }, ['fuzz_inputs', 'shrink_exercised']],
    ['pedantic', {}, ['shrink_exercised']],
    [
      'pedantic',
      { failure: 4, entrypoint: 1, memory: 1 },
      ['fuzz_inputs', 'explore_schedule_faults', 'host_backends_run', 'memory_graph_diff_top', 'shrink_exercised'],
    ],
    ['pedantic', { branch: 7 }, ['fuzz_inputs', 'shrink_exercised']],
    ['overkill', {}, ['fuzz_inputs', 'explore_schedule_faults', 'host_backends_run', 'memory_graph_diff_top', 'shrink_exercised']],
  ])('under %s with %o are the two of every file and %o', (profile, signals, further) => {
    expect(needs(profile, signals)).toEqual(['test_det', 'run_record_replay_ci', ...further]);
  });

  test('include a shrunk failure always, never, or when one is known', () => {
    const asked = (shrinkPolicy: 'failure-only' | 'exercised-ok' | 'no-known-failures', hasKnownFailure: boolean) =>
      suitesFor({ ...none, failure: 1 }, { profile: 'pedantic', shrinkPolicy, hasKnownFailure }).includes('shrink_failure_trace');
    expect([
      asked('failure-only', false),
      asked('exercised-ok', true),
      asked('no-known-failures', false),
      asked('no-known-failures', true),
    ]).toEqual([true, false, false, true]);
  });

  test('begin at a threshold that the profile moves, within 0 and 100', () => {
    expect([
      effectiveMinRisk(60, 'balanced'),
      effectiveMinRisk(60, 'pedantic'),
      effectiveMinRisk(5, 'overkill'),
      effectiveMinRisk(95, 'balanced'),
    ]).toEqual([75, 55, 0, 100]);
  });
});

interface SuitesDocument {
  readonly suites: readonly SuiteRow[];
  readonly confidence: { readonly level: string };
  readonly skippedSourceFiles: readonly { readonly path: string }[];
  readonly unreadableScenarios: readonly { readonly path: string }[];
  readonly warnings: readonly string[];
}

async function suitesOf(cwd: string, options: Readonly<Record<string, string | number | boolean>> = {}): Promise<SuitesDocument> {
  const { document } = await performCommand('map suites', { root: 'src', minRisk: 0, ...options }, { cwd });
  // Reason for the cast: it is the document of that command.
  return document as SuitesDocument;
}

const files = {
  'src/server.ts': sampleServer,
  'src/other.ts': 'export const other = (a: number) => (a > 1 ? 1 : 2);\n',
  'tests/server.fozzy.json': {
    version: 1,
    name: 'server',
    covers: ['../src/server.ts'],
    steps: [{ type: 'assert_throws', steps: [{ type: 'fs_read_assert', path: 'a', equals: 'b' }] }],
  },
};

describe('coverage', () => {
  test('comes from what a scenario declares and does, and from its recorded runs; never from names', async () => {
    const cwd = project(files);
    const declared = await suitesOf(cwd);
    const row = declared.suites.find(({ path }) => path === 'server.ts');
    expect(row?.coveredSuites).toEqual(['test_det', 'host_backends_run']);
    expect(declared.suites.find(({ path }) => path === 'other.ts')?.coverageEvidence).toEqual([]);
    await perform(cwd, 'run', { scenario: 'tests/server.fozzy.json', det: true, record: 't.fozzy' });
    const recorded = (await suitesOf(cwd)).suites.find(({ path }) => path === 'server.ts');
    expect(recorded?.coveredSuites).toEqual(['test_det', 'run_record_replay_ci', 'host_backends_run']);
    expect(recorded?.coverageEvidence).toContainEqual(
      expect.objectContaining({ suite: 'run_record_replay_ci', source: 'recorded', stale: false }),
    );
  });

  test('of a simulation is its recorded sources, as long as they are what they were', async () => {
    const subject = 'export function twice(n: number): number {\n  return n > 0 ? 2 * n : 0;\n}\n';
    const cwd = project({
      'src/twice.ts': subject,
      'tests/twice.fozzy.ts': `import { simulation } from 'fozzy';\nimport { twice } from '../src/twice.ts';\nexport const s = simulation('s', (sim) => {\n  sim.client('c', async () => { twice(1); });\n});\n`,
    });
    await perform(cwd, 'explore', { scenario: 'tests/twice.fozzy.ts', runs: 3, record: 't.fozzy' });
    const fresh = (await suitesOf(cwd)).suites.find(({ path }) => path === 'twice.ts');
    expect(fresh?.coveredSuites).toEqual(['test_det', 'run_record_replay_ci', 'explore_schedule_faults']);
    writeFileSync(join(cwd, 'src/twice.ts'), subject.replace('2 * n', 'n + n'));
    const stale = (await suitesOf(cwd)).suites.find(({ path }) => path === 'twice.ts');
    expect(stale?.coveredSuites).toEqual([]);
    expect(stale?.coverageEvidence.every((each) => each.stale)).toBe(true);
  });

  test('of a fuzzed function is its search, the trace of what it found, and what was shrunk of it', async () => {
    const cwd = project({
      'src/port.ts': 'export function port(text: string): number {\n  return text === "" ? 80 : Number(BigInt(text));\n}\n',
    });
    await perform(cwd, 'fuzz', { target: 'src/port.ts#port', runs: 200, det: true });
    const found = (await suitesOf(cwd, { scenarioRoot: 'src' })).suites.find(({ path }) => path === 'port.ts');
    expect(found?.coveredSuites).toEqual(['run_record_replay_ci', 'fuzz_inputs']);
    await perform(cwd, 'shrink', { runOrTrace: 'last-fail' });
    const shrunk = (await suitesOf(cwd, { scenarioRoot: 'src' })).suites.find(({ path }) => path === 'port.ts');
    expect(shrunk?.coveredSuites).toEqual(['run_record_replay_ci', 'fuzz_inputs', 'shrink_exercised', 'shrink_failure_trace']);
  });
});

test('a scenario that says it covers what is not there is told of', async () => {
  const scenario = { ...files['tests/server.fozzy.json'], covers: ['../src/server.ts', '../src/sevrer.ts', '../lib/*.ts'] };
  const { warnings } = await suitesOf(project({ ...files, 'tests/server.fozzy.json': scenario }));
  expect(warnings).toEqual([
    'tests/server.fozzy.json says it covers ../src/sevrer.ts, which is no file',
    'tests/server.fozzy.json says it covers ../lib/*.ts, which is no file',
  ]);
});

test('nothing is dropped silently: files that cannot be read or parsed, and scenarios that are not valid, lower the confidence', async () => {
  const cwd = project({
    ...files,
    'src/broken.ts': 'export const = ;',
    'src/latin.ts': '',
    'tests/bad.fozzy.json': { version: 1, name: 'bad', steps: [{ type: 'nope' }] },
  });
  writeFileSync(join(cwd, 'src/latin.ts'), Buffer.from([0x2f, 0x2f, 0xff, 0xfe]));
  const found = await suitesOf(cwd);
  expect(found.skippedSourceFiles.map(({ path }) => path)).toEqual(['broken.ts', 'latin.ts']);
  expect(found.unreadableScenarios.map(({ path }) => path)).toEqual(['tests/bad.fozzy.json']);
  expect(found.confidence).toEqual({ level: 'degraded', reasons: ['2 source files or folders were skipped', '1 scenario cannot be used'] });
  expect((await suitesOf(project(files))).confidence.level).toBe('full');
});

test('a link is followed nowhere, and told of where it leads out of the root or nowhere', async () => {
  const cwd = project({ ...files, 'lib/far.ts': 'export const far = 1;', 'src/near/a.ts': 'export const a = 1;' });
  for (const [path, target] of [
    ['near.ts', 'near/a.ts'],
    ['again', 'near'],
    ['far.ts', '../lib/far.ts'],
    ['lib', '../lib'],
    ['gone.ts', 'nowhere.ts'],
    ['gone.txt', 'nowhere.txt'],
    ['node_modules', '../lib'],
  ] as const)
    symlinkSync(target, join(cwd, 'src', path));
  const { skippedSourceFiles, confidence } = await suitesOf(cwd);
  expect(skippedSourceFiles.map(({ path }) => path)).toEqual(['far.ts', 'gone.ts', 'lib']);
  expect(confidence.level).toBe('degraded');
});

test('folders are pruned below the root only, and counts do not depend on paging', async () => {
  const cwd = project({
    'build/src/a.ts': 'export const a = 1 ? 2 : 3;',
    'build/src/node_modules/b.ts': 'export const b = 1;',
    'tests/x.txt': '',
  });
  const { document } = await performCommand('map suites', { root: 'build', minRisk: 0, limit: 0 }, { cwd });
  expect(document).toMatchObject({ scannedFiles: 1, requiredHotspotCount: 1, totalSuites: 1, returnedSuites: 0, truncated: true });
});

test('a missing root or scenario root is refused, and a map that takes too long is an error, never half a map', async () => {
  const cwd = project(files);
  expect(await refusal(cwd, 'map hotspots', { root: 'nowhere' })).toMatchObject({ code: 'usage' });
  expect(await refusal(cwd, 'map suites', { scenarioRoot: 'nowhere' })).toMatchObject({ code: 'usage' });
  const over = new Deadline(sampleContext(cwd), -1);
  expect(() => over.check('reading')).toThrow(FozzyError);
  expect(() => over.check('reading')).toThrow(/reading took more than/u);
});

test('services are packages, told apart by what they let in', async () => {
  const cwd = project({
    'src/api/package.json': { name: 'api' },
    'src/api/server.ts': sampleServer,
    'src/lib/package.json': { name: 'lib' },
    'src/lib/a.ts': 'export const a = 1;',
  });
  const { document } = await performCommand('map services', { root: 'src' }, { cwd });
  expect(document).toMatchObject({
    services: [
      { name: 'api', kind: 'service', path: 'api', fileCount: 1 },
      { name: 'lib', kind: 'library', path: 'lib' },
    ],
  });
});
