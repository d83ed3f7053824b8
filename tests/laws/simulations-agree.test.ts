/** The same seed gives the same bytes: run after run, in another process, through the command and through the library. */
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import * as library from '../../src/index.ts';
import { scenarioLibrary } from '../../src/commands/simulation/library.ts';
import { project, runCli } from '../cli/run-cli.ts';
import { seeds } from '../support/budget.ts';
import { perform, readTrace } from '../support/in-process.ts';
import { counterProject } from '../support/simulation-project.ts';

const { check, explore, SimulationFailed, simulation } = library;
const file = 'tests/racy.fozzy.ts';

test('the same seed records the same decisions and events, in this process and in another', async () => {
  const cwd = realpathSync(project(counterProject));
  const recorded = async (record: string, seed: number) => {
    await perform(cwd, 'run', { scenario: file, seed, record });
    return told(join(cwd, record));
  };
  for (const seed of seeds(5)) {
    const first = await recorded(`a${seed}.fozzy`, seed);
    expect(await recorded(`b${seed}.fozzy`, seed)).toEqual(first);
  }
  await runCli(['run', file, '--seed', '3', '--record', 'c.fozzy'], { cwd });
  expect(told(join(cwd, 'c.fozzy'))).toEqual(told(join(cwd, 'a3.fozzy')));
});

function told(path: string) {
  const { document, hash } = readTrace(path);
  return { hash, events: document.events, findings: document.summary.findings, virtualTimeMs: document.summary.virtualTimeMs };
}

test('command and library search the same schedules and find the same failure', async () => {
  const cwd = realpathSync(project(counterProject));
  const document = await perform(cwd, 'explore', { scenario: file, seed: 7 });
  const result = await explore(file, { cwd, seed: 7 });
  expect(result.search).toEqual(document.search);
  expect(result.findings).toEqual(document.findings);
  expect(result.status).toBe(document.status);
});

test('a replay repeats a failing run exactly, whichever schedule failed', async () => {
  const cwd = realpathSync(project(counterProject));
  for (const seed of seeds(3)) {
    const { identity, status } = await perform(cwd, 'explore', { scenario: file, seed, schedule: 'random' });
    const replayed = await perform(cwd, 'replay', { runOrTrace: identity.runId });
    expect([replayed.status, replayed.replay?.reproduced]).toEqual([status, true]);
  }
});

test('a check tells the story of the failure and how to see it again', async () => {
  const cwd = realpathSync(project(counterProject));
  const failure: unknown = await check(pathToFileURL(join(cwd, file)), { cwd }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SimulationFailed);
  expect(String(failure)).toMatch(/no addition is lost: \[invariant\] finally_violated: both were added \(after \d+ schedules?, seed 0\)/u);
  expect(String(failure)).toMatch(/counter {2}reads n/u);
  expect(String(failure)).toContain(`fozzy explore ${join(cwd, file)} --only 'no addition is lost' --seed 0`);
  await expect(check('tests/safe.fozzy.ts', { cwd, runs: 20 })).resolves.toMatchObject({ status: 'pass', story: [] });
});

test('a simulation declared in a test finds its programs beside the test', async () => {
  const declared = simulation('beside', (sim) => {
    const node = sim.node('helper', '../support/programs/echo.ts');
    sim.client('a', async () => {
      expect(await node.call<string>('echo', 'hello')).toBe('hello');
    });
  });
  expect(await check(declared, { runs: 5 })).toMatchObject({ status: 'pass', search: { schedules: 5 } });
});

test('a session leaves the process as it was', async () => {
  const before = [Date, setTimeout, Math.random, globalThis.process, globalThis.fetch, process.env['TZ']];
  await explore(
    simulation('quiet', (sim) => sim.client('a', () => sim.sleep(1))),
    { runs: 3 },
  );
  expect([Date, setTimeout, Math.random, globalThis.process, globalThis.fetch, process.env['TZ']]).toEqual(before);
  expect(execFileSync(process.execPath, ['-p', '1+1'], { encoding: 'utf8' }).trim()).toBe('2');
});

test('a search can be ended from outside, and is not begun inside a run', async () => {
  const endless = simulation('endless', (sim) => sim.client('a', () => sim.sleep(sim.choose('how long', 50))));
  const signal = AbortSignal.abort();
  expect(await explore(endless, { signal, runs: 100_000 })).toMatchObject({ interrupted: true, status: 'error' });
  const nested = simulation('nested', (sim) => sim.client('a', () => explore(endless)));
  const result = await explore(nested, { runs: 1 });
  expect(result.findings[0]?.message).toContain('explore() was called inside a simulation');
});

test('inside a simulation the library has every word of scenarios, and nothing that leads a run', () => {
  const leading = [
    'FozzyError',
    'SimulationFailed',
    'check',
    'describeFozzy',
    'explore',
    'exploreNodes',
    'parseScenario',
    'performCommand',
  ];
  // Properties and fuzz targets lead searches of their own, over inputs instead of schedules.
  const searching = ['Gen', 'PropertyFailed', 'assume', 'fuzz', 'fuzzFunction', 'g', 'property'];
  const words = Object.entries(library).filter(([name]) => ![...leading, ...searching].includes(name));
  expect({ ...scenarioLibrary }).toEqual(Object.fromEntries(words));
});
