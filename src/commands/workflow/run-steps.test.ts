import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { FozzyError } from '../../base/problem.ts';
import { runSteps } from './run-steps.ts';
import { passed, type WorkStep, workStep } from './step.ts';
import { Workshop } from './workshop.ts';

const settings = { scenarioRoot: 'tests', seed: '1', doctorRuns: 2, allowExpectedFailures: false };

function run(steps: readonly WorkStep[], skip: readonly string[] = [], signal = new AbortController().signal) {
  const shop = new Workshop([], 'full', settings, sampleContext(temporaryDirectory(), { signal }));
  return runSteps(steps, shop, { skip: new Set(skip), started: () => {}, finished: () => {} });
}

const good = (name: string, needs: readonly string[] = []) => workStep(name, needs, () => Promise.resolve(passed('')));
const bad = workStep('bad', [], () => Promise.reject(new FozzyError('io', 'the disk is gone')));

test('a step that failed blocks what needs it, and nothing else', async () => {
  const reports = await run([bad, good('needs', ['bad']), good('further', ['needs']), good('free')]);
  expect(reports.map(({ name, status, detail }) => [name, status, detail])).toEqual([
    ['bad', 'failed', '[io] the disk is gone'],
    ['needs', 'skipped', 'blocked by bad'],
    ['further', 'skipped', 'blocked by needs'],
    ['free', 'passed', ''],
  ]);
});

test('a step that breaks, because of the machine or because of us, has failed and hides no other one', async () => {
  const machine = workStep('machine', [], () => readFile(join(temporaryDirectory(), 'none')).then(() => passed('')));
  const ours = workStep('ours', [], () => Promise.reject(new TypeError('nobody thought of that')));
  const reports = await run([machine, ours, good('free')]);
  expect(reports.map(({ name, status, detail }) => [name, status, detail])).toEqual([
    ['machine', 'failed', expect.stringMatching(/^\[io\] .*none: it does not exist/u)],
    ['ours', 'failed', '[internal] unexpected failure inside Fozzy: nobody thought of that'],
    ['free', 'passed', ''],
  ]);
});

test('a step that takes too long is told to stop, and has failed once it did', async () => {
  let stopped = false;
  const endless = workStep(
    'endless',
    [],
    (_shop, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          resolve(passed('too late'));
        });
      }),
    1,
  );
  const [report] = await run([endless]);
  expect([report?.status, report?.detail, stopped]).toEqual(['failed', 'took longer than 1ms and was cancelled', true]);
});

test('a signal ends everything, and what was over by then is told', async () => {
  await expect(run([good('a')], [], AbortSignal.abort())).rejects.toMatchObject({ code: 'interrupted', details: { steps: [] } });
  const controller = new AbortController();
  const stopping = workStep('b', [], () => {
    controller.abort();
    return Promise.resolve(passed('never told'));
  });
  await expect(run([good('a'), stopping, good('c')], [], controller.signal)).rejects.toMatchObject({
    code: 'interrupted',
    message: 'interrupted during b, after 1 step',
    hint: 'run it again',
    details: { steps: [{ name: 'a', status: 'passed' }] },
  });
});

test('what is skipped is never performed', async () => {
  let performed = false;
  const step = workStep('a', [], () => {
    performed = true;
    return Promise.resolve(passed(''));
  });
  const [report] = await run([step], ['a']);
  expect([report?.status, performed]).toEqual(['skipped', false]);
});
