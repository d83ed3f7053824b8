/** Law: a process that is killed while it records leaves either no trace under the final name or a whole one. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, project, runCli } from '../cli/run-cli.ts';
import { perform } from '../support/in-process.ts';

const big = {
  version: 1,
  name: 'big',
  steps: [
    {
      type: 'repeat',
      times: 1500,
      index_key: 'i',
      steps: [
        { type: 'rand_u64', key: 'r' },
        { type: 'trace_event', name: 'e', fields: { text: '${r}'.repeat(10) } },
      ],
    },
    { type: 'fail', message: 'so that there is a trace in any case' },
  ],
};

/** Kills the run a moment after a file of its recording appears, or after it ended. */
async function killedRun(cwd: string, delayMs: number): Promise<void> {
  const child = spawn(process.execPath, [bin, 'run', 'big.fozzy.json', '--det', '--seed', '7', '--record', 'out/t.fozzy', '--json'], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  // The first progress line says that execution began; recording follows within milliseconds.
  child.stderr.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs));
  await ended;
}

test('every trace that stands under its final name is whole, wherever the kill strikes', async () => {
  const cwd = project({ 'big.fozzy.json': big });
  for (let index = 0; index < 14; index += 1) await killedRun(cwd, index * 6);
  const traces = existsSync(join(cwd, 'out')) ? readdirSync(join(cwd, 'out')).filter((name) => name.endsWith('.fozzy')) : [];
  for (const name of traces)
    expect([name, await perform(cwd, 'trace verify', { runOrTrace: join('out', name) })]).toMatchObject([name, { ok: true }]);

  // A lock left behind by a dead process is taken over, and nothing that was recorded is lost.
  const after = await runCli(['run', 'big.fozzy.json', '--det', '--seed', '7', '--record', 'out/t.fozzy', '--json'], { cwd });
  expect(after.code).toBe(1);
  const now = readdirSync(join(cwd, 'out')).filter((name) => name.endsWith('.fozzy'));
  expect(now.length).toBe(traces.length + 1);
  expect(now).toEqual(expect.arrayContaining(traces));
  const listed = await runCli(['runs', 'ls', '--json'], { cwd });
  expect(listed.code).toBe(0);
});
