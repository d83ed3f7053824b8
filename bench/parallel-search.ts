/**
 * A divided search on two processes against the same search on one: schedules a second, start of everything included. A second process
 * costs about a second and a half of processor time before it is as fast as the first, most of it for code that is compiled again as it
 * warms up; so the search is long enough for that to be made up for. Two is the most there could be, on two cores with nothing else to do.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, report } from './row.ts';

const RUNS = 96_000;
const PAIRS = 3;

const program = `import { simulation } from 'fozzy';
export default simulation('sum', (sim) => {
  let value = 0;
  for (const name of ['a', 'b', 'c', 'd']) sim.client(name, async () => {
    for (let i = 0; i < 3; i += 1) { const seen = value; await sim.sleep(1); value = seen + 1; await sim.sleep(sim.choose('pause', 3)); }
  });
});
`;

const cli = resolve('bin/fozzy.js');
const project = mkdtempSync(join(tmpdir(), 'fozzy-bench-'));
try {
  writeFileSync(join(project, 'sum.fozzy.ts'), program);
  const pairs = Array.from({ length: PAIRS }, () => ({ one: speedOf(1), two: speedOf(2) }));
  report([
    {
      name: 'explore --jobs 2 against --jobs 1',
      measured: median(pairs.map(({ one, two }) => two / one)),
      unit: '× the schedules/s',
      atLeast: 1.4,
      note: `${Math.round(median(pairs.map(({ two }) => two)))} schedules/s, with one job ${Math.round(median(pairs.map(({ one }) => one)))}`,
    },
  ]);
} finally {
  rmSync(project, { recursive: true, force: true });
}

function speedOf(jobs: number): number {
  const words = ['explore', 'sum.fozzy.ts', '--seed', '1', '--runs', String(RUNS), '--time', '5m', '--jobs', String(jobs)];
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [cli, ...words], { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(`fozzy ${words.join(' ')} ended with ${status}\n${stderr.slice(-2000)}`);
  return RUNS / ((performance.now() - begun) / 1000);
}
