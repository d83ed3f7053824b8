/**
 * The same seed twice, over all example systems: in one process, and in a process of its own. What a run decided and did is one hash;
 * one that differs is a lie in everything else Fozzy says. Started with an argument it is the other process, and prints its hashes.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './row.ts';
import { openOnly, runSubject } from './subject-runs.ts';

const PAIRS = 10_000;
const OUTPUT_BYTES_MAX = 2 ** 26;

const files = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.fozzy.ts') && !path.includes('node_modules'))
  .map((path) => join('examples', path))
  .toSorted();
const seeds = Math.ceil(PAIRS / files.length);

async function hashesOf(path: string): Promise<readonly string[]> {
  const hashes: string[] = [];
  await runSubject(await openOnly(path), seeds, 0, ({ log, status }) => hashes.push(`${status} ${log.hash.hex()}`));
  return hashes;
}

async function all(): Promise<readonly string[]> {
  const hashes: string[] = [];
  for (const path of files) hashes.push(...(await hashesOf(path)));
  return hashes;
}

function differing(a: readonly string[], b: readonly string[]): number {
  return a.filter((hash, at) => hash !== b[at]).length + Math.abs(a.length - b.length);
}

if (process.argv[2] === 'other') process.stdout.write(JSON.stringify(await all()));
else {
  const [first, second] = [await all(), await all()];
  const { stdout } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'other'], {
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  const other: readonly string[] = JSON.parse(stdout);
  const note = `${first.length} pairs over ${files.length} simulations, ${new Set(first).size} different runs`;
  report([
    { name: 'same seed twice in one process: runs that differ', measured: differing(first, second), unit: 'runs', atMost: 0, note },
    { name: 'same seed in two processes: runs that differ', measured: differing(first, other), unit: 'runs', atMost: 0, note },
  ]);
}
