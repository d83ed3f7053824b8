/** What the program says of itself is checked like everything else: an answer that is not right fails its step. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { commands } from '../table.ts';
import { doctorDeep } from './execution-steps.ts';
import { discoverStep, envStep, usageStep, versionStep } from './prepare-steps.ts';
import { runSteps } from './run-steps.ts';
import type { WorkStep } from './step.ts';
import { Workshop } from './workshop.ts';

const settings = { scenarioRoot: 'tests', seed: '1', doctorRuns: 2, allowExpectedFailures: false };

async function run(steps: readonly WorkStep[], table: readonly Command[], cwd = temporaryDirectory(), over: Partial<Context> = {}) {
  const shop = new Workshop(table, 'full', settings, sampleContext(cwd, over));
  return runSteps(steps, shop, { skip: new Set(), started: () => {}, finished: () => {}, graceMs: 1 });
}

/** The real table, but that one command answers something else. */
function answering(name: string, document: object): readonly Command[] {
  return commands.map((command) =>
    command.words.join(' ') === name ? { ...command, perform: () => Promise.resolve({ document, exitCode: 0, text: '' }) } : command,
  );
}

const informing = [usageStep, versionStep, envStep];

test('a program that tells the truth about itself passes', async () => {
  expect((await run(informing, commands)).map(({ name, status }) => [name, status])).toEqual([
    ['usage', 'passed'],
    ['version', 'passed'],
    ['env', 'passed'],
  ]);
});

test.each([
  ['usage', { items: [{ command: 'run', when: 'always', how: 'fozzy run' }] }, 'nothing is said of init, test'],
  ['usage', {}, 'nothing is said of init, run'],
  ['version', { version: '0.0.0' }, 'says 0.0.0'],
  ['env', {}, 'but proc is scripted'],
])('the step %s fails when the answer is not right, and no other', async (name, document, told) => {
  const reports = await run(informing, answering(name, document));
  expect(reports.filter(({ status }) => status !== 'passed')).toEqual([
    { name, status: 'failed', detail: expect.stringContaining(told), durationMs: expect.any(Number) },
  ]);
});

test('the step env fails when the answer does not know of the host', async () => {
  const scripted = { backend: 'scripted', deterministic: true };
  const table = answering('env', { capabilities: { proc: scripted, fs: scripted, http: scripted } });
  const reports = await run([envStep], table, temporaryDirectory(), { backendFlags: { proc: 'host' } });
  expect(reports).toMatchObject([{ status: 'failed', detail: 'but proc is host' }]);
});

test('a doctor that takes too long is stopped with the processes it started, and has failed', async () => {
  const cwd = temporaryDirectory();
  const tests = join(cwd, 'a.fozzy.json');
  writeFileSync(tests, JSON.stringify({ version: 1, name: 'a', steps: [{ type: 'rand_u64', key: 'r' }] }));
  const own = { ...settings, scenarioRoot: '.', doctorRuns: 1_000_000 };
  const shop = new Workshop(commands, 'full', own, sampleContext(cwd));
  // A million executions never end by themselves, so that this ends shows that they were stopped.
  const steps = [discoverStep('discover'), { ...doctorDeep(['discover']), limitMs: 1 }];
  const reports = await runSteps(steps, shop, { skip: new Set(), started: () => {}, finished: () => {} });
  expect(reports.map(({ status, detail }) => [status, detail])).toEqual([
    ['passed', '1 files, 1 with steps'],
    ['failed', 'took longer than 1ms and was cancelled'],
  ]);
});

test('a step that does not hear that it should stop is given up', async () => {
  const deaf: WorkStep = { name: 'deaf', needs: [], limitMs: 1, perform: () => new Promise(() => {}) };
  expect(await run([deaf], commands)).toMatchObject([{ status: 'failed', detail: 'took longer than 1ms and was cancelled' }]);
});
