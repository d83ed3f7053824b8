/** Interrupting `test` and `replay`: what was done is reported, what was not is listed, nothing is left behind. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { project, runCli } from './run-cli.ts';

const spawning = {
  version: 1,
  name: 'spawning',
  steps: [{ type: 'proc_spawn', cmd: 'sh', args: ['-c', 'sleep 300 & echo $! $$ > child.pid; wait'] }],
};
const passing = { version: 1, name: 'passing', steps: [{ type: 'set_kv', key: 'k', value: 'v' }] };

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s during test reports what was done, counts what was not, and kills the whole tree',
  async (signal) => {
    const cwd = project({ 'tests/a.fozzy.json': passing, 'tests/b.fozzy.json': spawning, 'tests/c.fozzy.json': passing });
    const pidFile = join(cwd, 'child.pid');
    const answer = await runCli(['test', '--proc-backend', 'host', '--record', 'out/t.fozzy', '--json'], {
      cwd,
      meanwhile: (child) => {
        void vi
          .waitUntil(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'), { timeout: 30_000 })
          .then(() => child.kill(signal));
      },
    });
    const document = answer.json();
    expect([answer.code, answer.signal, document['code']]).toEqual([2, null, 'interrupted']);
    const { reportPath } = Object(document['details']);
    expect(document['message']).toContain(reportPath);
    const report = JSON.parse(readFileSync(join(cwd, reportPath), 'utf8'));
    expect(report).toMatchObject({ status: 'error', interrupted: true, mode: 'test', tests: { passed: 1, notRun: 1 } });
    expect(report.results.map((result: { status: string }) => result.status)).toEqual(['pass', 'error', 'not_run']);

    const pids = readFileSync(pidFile, 'utf8').trim().split(' ').map(Number);
    await vi.waitUntil(() => !pids.some(isAlive), { timeout: 30_000 });
    const left = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((name) => /\.lock$|\.tmp|~$/u.test(name));
    expect(left).toEqual([]);
    // The run is a finished run like any other: it has a manifest and can be listed.
    expect((await runCli(['runs', 'ls', '--json'], { cwd })).json()).toMatchObject({ total: 1, runs: [{ status: 'error' }] });
  },
);

test('an interrupted run without the host leaves a report of what was done', async () => {
  const steps = [{ type: 'repeat', times: 4_000_000, steps: [{ type: 'set_kv', key: 'k', value: 'v' }] }];
  const cwd = project({ 'tests/long.fozzy.json': { version: 1, name: 'long', steps } });
  const answer = await runCli(['test', '--det', '--json'], {
    cwd,
    meanwhile: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
  });
  expect([answer.code, answer.json()]).toMatchObject([2, { code: 'interrupted' }]);
});
