/** Ctrl-C while every run has a process of its own: none of them stays behind. */
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { project, runCli } from './run-cli.ts';

/** A search that goes on for long, and a run that does not come back by itself. */
const files = {
  'main.fozzy.ts': `import { simulation } from 'fozzy';
    export const quick = simulation('quick', { isolation: 'process' }, (sim) => { sim.client('c', () => sim.sleep(sim.choose('how long', 5))); });
    export const stuck = simulation('stuck', { isolation: 'process' }, (sim) => { sim.client('c', () => { /^(a+)+$/.test('a'.repeat(60) + 'b'); }); });`,
};

/** Processes that work in the folder; the command itself is one of them. */
function processesIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    })
    .map(Number);
}

test.runIf(process.platform === 'linux').each([
  ['one signal in a search', 'quick', ['SIGINT']],
  ['a second signal at once', 'quick', ['SIGINT', 'SIGINT']],
  ['a second signal while a run is stuck', 'stuck', ['SIGTERM', 'SIGINT']],
] as const)('%s', async (_name, only, signals) => {
  const cwd = realpathSync(project(files));
  const { code, signal } = await runCli(['explore', 'main.fozzy.ts', '--only', only, '--runs', '100000', '--json'], {
    cwd,
    meanwhile: (child) => {
      void vi
        .waitUntil(() => processesIn(cwd).some((pid) => pid !== child.pid), { timeout: 30_000 })
        .then(() => signals.forEach((each) => child.kill(each)));
    },
  });
  expect([code, signal]).toEqual([2, null]);
  await vi.waitUntil(() => processesIn(cwd).length === 0, { timeout: 30_000 });
  expect(processesIn(cwd)).toEqual([]);
});
