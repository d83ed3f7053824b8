/**
 * How much more a guided search sees than a random one of whole systems, as `fozzy explore` searches them. No search sees more states than
 * it makes transitions. Where random walks see so many that none could see half as many again, the comparison says nothing: those
 * systems are told, with what was measured, and do not count.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, report } from './row.ts';

const RUNS = 500;
const ATLEAST = 1.5;
const systems = ['bank-transfer', 'chat', 'job-queue', 'json-store', 'leader-lease', 'order-retry', 'replicated-kv', 'sse-gateway'];

interface Seen {
  readonly statesVisited: number;
  readonly events: number;
}

const cli = resolve('bin/fozzy.js');
const project = mkdtempSync(join(tmpdir(), 'fozzy-bench-'));
try {
  const pairs = systems.map((name) => ({ name, guided: seenOf(name, 'coverage_guided'), random: seenOf(name, 'random') }));
  const measured = pairs.map(({ name, guided, random }) => ({
    name,
    ratio: guided.statesVisited / random.statesVisited,
    hasRoom: random.statesVisited * ATLEAST <= random.events,
  }));
  const told = measured.map(({ name, ratio, hasRoom }) => `${name} ${ratio.toFixed(2)}${hasRoom ? '' : ' (no room)'}`);
  report([
    {
      name: 'different states a guided search sees for one that a random search sees, same number of runs, example systems with room for more',
      measured: median(measured.filter(({ hasRoom }) => hasRoom).map(({ ratio }) => ratio)),
      unit: '×',
      atLeast: ATLEAST,
      note: told.join(', '),
    },
  ]);
} finally {
  rmSync(project, { recursive: true, force: true });
}

function seenOf(system: string, schedule: string): Seen {
  const scenario = resolve('examples', system, 'fixed.fozzy.ts');
  const words = ['explore', scenario, '--schedule', schedule, '--seed', '1', '--runs', String(RUNS), '--time', '1h', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(`fozzy ${words.join(' ')} ended with ${status}\n${stderr.slice(-2000)}`);
  // Reason for the cast: the contract says what a search answers.
  return (JSON.parse(stdout) as { readonly search: Seen }).search;
}
