/** The built library in a plain Node process: it works, changes no global, leaves the working directory alone and lets the process end. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const globals = () => Object.getOwnPropertyNames(globalThis).sort();
// The test runner listens to some events itself; a library has no business with any of these.
const signals = () => ['SIGINT', 'SIGTERM', 'SIGHUP', 'warning'].map((name) => process.listenerCount(name));
const before = {
  globals: globals(),
  date: Date,
  random: Math.random,
  timeout: setTimeout,
  cwd: process.cwd(),
  signals: signals(),
};
const { FozzyError, performCommand } = await import('../../dist/index.js');
const cwd = mkdtempSync(join(tmpdir(), 'fozzy-bare-'));
after(() => rmSync(cwd, { recursive: true, force: true }));
const scenario = (steps) => JSON.stringify({ version: 1, name: 'bare', steps });

test('a failing run is a value with the exit code of the program', async () => {
  writeFileSync(join(cwd, 'a.fozzy.json'), scenario([{ type: 'rand_u64' }, { type: 'fail', message: 'x' }]));
  const { document, exitCode, text } = await performCommand('run', { scenario: 'a.fozzy.json', det: true, seed: 7n }, { cwd });
  assert.deepEqual([document.status, exitCode, document.identity.seed], ['fail', 1, '7']);
  assert.match(text, /fozzy run FAIL/);
  const replay = await performCommand('replay', { runOrTrace: document.identity.runId }, { cwd });
  assert.equal(replay.document.replay.reproduced, true);
});

test('a mistake of the caller is a FozzyError with code and hint', async () => {
  await assert.rejects(
    performCommand('run', { scenario: 'none.fozzy.json' }, { cwd }),
    (error) => error instanceof FozzyError && error.code === 'scenario_not_found',
  );
  await assert.rejects(performCommand('rnu', {}, { cwd }), (error) => error.code === 'usage' && /run/.test(error.hint));
  await assert.rejects(
    performCommand('run', { scenario: 'a.fozzy.json', sede: 7 }, { cwd }),
    (error) => error.code === 'usage' && /seed/.test(error.hint),
  );
  await assert.rejects(
    performCommand('replay', { runOrTrace: 'latest' }, { cwd, backends: { proc: 'host' } }),
    (error) => error.code === 'flag_not_applicable' && /run/.test(error.hint),
  );
});

test('an abort ends a run that waits, and its report stays', async () => {
  writeFileSync(join(cwd, 'wait.fozzy.json'), scenario([{ type: 'sleep', duration: '1h' }]));
  const controller = new AbortController();
  const pending = performCommand(
    'run',
    { scenario: 'wait.fozzy.json' },
    { cwd, signal: controller.signal, onProgress: () => controller.abort() },
  );
  await assert.rejects(pending, (error) => error.code === 'interrupted' && typeof error.details.reportPath === 'string');
});

test('nothing global has changed', () => {
  assert.deepEqual(globals(), before.globals);
  assert.deepEqual(
    [Date, Math.random, setTimeout, process.cwd(), signals()],
    [before.date, before.random, before.timeout, before.cwd, before.signals],
  );
});
