/** How long `fozzy version` takes, against Node itself doing nothing. */
import { spawnSync } from 'node:child_process';
import { median, report } from './row.ts';

const PAIRS = 25;
const MAX_RATIO = 2;

timeOf(['bin/fozzy.js', 'version']);
const pairs = Array.from({ length: PAIRS }, () => ({ node: timeOf(['-e', '0']), fozzy: timeOf(['bin/fozzy.js', 'version']) }));
report([
  {
    name: 'fozzy version against node -e 0',
    measured: median(pairs.map(({ node, fozzy }) => fozzy / node)),
    unit: '× the time',
    atMost: MAX_RATIO,
    note: `${Math.round(median(pairs.map(({ fozzy }) => fozzy)))} ms, node alone ${Math.round(median(pairs.map(({ node }) => node)))} ms`,
  },
]);

function timeOf(args: readonly string[]): number {
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - begun;
}
