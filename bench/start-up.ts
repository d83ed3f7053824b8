/** How long the smallest commands take, against Node itself doing nothing: nearly all of it is starting. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, report, type Row } from './row.ts';

const PAIRS = 25;
const bin = resolve('bin/fozzy.js');
const cwd = mkdtempSync(join(tmpdir(), 'fozzy-start-up-'));
writeFileSync(join(cwd, 'a.fozzy.json'), '{"version":1,"name":"a","steps":[{"type":"trace_event","name":"x"}]}');
writeFileSync(
  join(cwd, 'b.fozzy.ts'),
  "import { simulation } from 'fozzy';\nexport default simulation('b', (sim) => sim.client('c', () => sim.sleep(5)));\n",
);

try {
  report([
    against('version', 2, ['version']),
    against('run of one step', 3, ['run', 'a.fozzy.json', '--det']),
    against('explore of one schedule', 5, ['explore', 'b.fozzy.ts', '--runs', '1', '--seed', '1']),
  ]);
} finally {
  rmSync(cwd, { recursive: true, force: true });
}

function against(what: string, atMost: number, args: readonly string[]): Row {
  // The first start keeps what was compiled; everybody has one first start.
  timeOf([bin, ...args]);
  const pairs = Array.from({ length: PAIRS }, () => ({ node: timeOf(['-e', '0']), fozzy: timeOf([bin, ...args]) }));
  return {
    name: `fozzy ${what} against node -e 0`,
    measured: median(pairs.map(({ node, fozzy }) => fozzy / node)),
    unit: '× the time',
    atMost,
    note: `${Math.round(median(pairs.map(({ fozzy }) => fozzy)))} ms, node alone ${Math.round(median(pairs.map(({ node }) => node)))} ms`,
  };
}

function timeOf(args: readonly string[]): number {
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - begun;
}
