/** What happens when somebody presses Ctrl-C, once or twice. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { project, runCli } from './run-cli.ts';

const sleeping = {
  version: 1,
  name: 'sleeping',
  steps: [
    { type: 'set_kv', key: 'a', value: '1' },
    { type: 'sleep', duration: '5m' },
  ],
};
const spawning = {
  version: 1,
  name: 'spawning',
  steps: [{ type: 'proc_spawn', cmd: 'sh', args: ['-c', 'echo $$ > child.pid; exec sleep 300'] }],
};

/** Sends the signals as soon as the command says that it has begun. */
function whenStarted(...signals: readonly NodeJS.Signals[]): Parameters<typeof runCli>[1] {
  return {
    meanwhile: (child) => {
      child.stderr?.once('data', () => {
        for (const signal of signals) child.kill(signal);
      });
    },
  };
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends with one error document that names the report of what was done', async (signal) => {
  const cwd = project({ 'a.fozzy.json': sleeping });
  const answer = await runCli(['run', 'a.fozzy.json', '--json'], { cwd, ...whenStarted(signal) });
  const document = answer.json();
  expect([answer.code, answer.signal, document]).toMatchObject([
    2,
    null,
    { status: 'error', code: 'interrupted', details: { reportPath: expect.any(String) } },
  ]);
  const report = JSON.parse(readFileSync(join(cwd, Object(document['details']).reportPath), 'utf8'));
  expect(report).toMatchObject({ status: 'error', interrupted: true });
});

test('processes that were started die with the command', async () => {
  const cwd = project({ 'a.fozzy.json': spawning });
  const pidFile = join(cwd, 'child.pid');
  const answer = await runCli(['run', 'a.fozzy.json', '--proc-backend', 'host', '--json'], {
    cwd,
    meanwhile: (child) => {
      void vi
        .waitUntil(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'), { timeout: 20_000 })
        .then(() => child.kill('SIGINT'));
    },
  });
  expect(answer.code).toBe(2);
  const pid = Number(readFileSync(pidFile, 'utf8'));
  await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000 });
  expect(isAlive(pid)).toBe(false);
});

test('a second signal ends the process at once, still with exit code 2', async () => {
  const cwd = project({ 'a.fozzy.json': sleeping });
  const { code, signal, stdout } = await runCli(['run', 'a.fozzy.json', '--json'], { cwd, ...whenStarted('SIGINT', 'SIGTERM', 'SIGINT') });
  expect([code, signal]).toEqual([2, null]);
  expect(stdout === '' || stdout.endsWith('}\n')).toBe(true);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
