/**
 * Runs the benchmarks one after the other, each as a program of its own, and holds the results against their bars.
 * `npm run bench -- memory start-up` runs only those. A full run writes bench/results; a missed bar fails the command.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { ensureBuild, ensureDependencies, root } from '../scripts/setup.mjs';

/** @typedef {{ name: string; measured: number | null; unit: string; atMost?: number; atLeast?: number; note?: string }} Row */

const benchmarks = [
  'engine-speed',
  'record-overhead',
  'trace-size',
  'start-up',
  'thousand-files',
  'map-source',
  'memory',
  'simulation-kernel',
  'simulated-programs',
  'simulated-http',
  'simulated-disk',
  'simulated-memory',
  'same-seed',
  'search',
  'guided-systems',
  'planted-races',
  'parallel-search',
  'checkers',
  'fuzz-generators',
  'fuzz-speed',
  'fuzz-packages',
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`bench: no such benchmark: ${unknown.join(', ')} (there are: ${benchmarks.join(', ')})\n`);
  process.exit(2);
}

ensureDependencies();
ensureBuild();
/** A cache: whatever lies in it is made anew by every run, and no other tool looks inside. */
const programs = join(root, 'node_modules', '.cache', `fozzy-bench-${process.pid}`);
try {
  await bundle();
  const results = benchmarks.filter((name) => asked.length === 0 || asked.includes(name)).map(measure);
  if (asked.length === 0) save(results);
  process.exitCode = results.every(({ rows }) => rows.every(meetsBar)) ? 0 : 1;
} finally {
  rmSync(programs, { recursive: true, force: true });
}

/** Plain Node runs no TypeScript, and the engine is not part of the public entry. */
async function bundle() {
  const { build } = await import('rolldown');
  await build({
    cwd: root,
    input: Object.fromEntries(benchmarks.map((name) => [name, `bench/${name}.ts`])),
    platform: 'node',
    logLevel: 'warn',
    output: { dir: programs, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  });
}

/**
 * @param {string} name
 * @returns {{ name: string; rows: Row[] }}
 */
function measure(name) {
  const program = join(programs, `${name}.mjs`);
  const { status, stdout } = spawnSync(process.execPath, ['--expose-gc', program], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} ended with ${status}`);
  /** @type {Row[]} */
  const rows = JSON.parse(stdout);
  for (const row of rows) process.stdout.write(`${lineOf(row)}\n`);
  return { name, rows };
}

/** @param {Row} row */
function lineOf(row) {
  const bar =
    row.atMost !== undefined ? `at most ${rounded(row.atMost)}` : row.atLeast !== undefined ? `at least ${rounded(row.atLeast)}` : '';
  const verdict = bar === '' ? '' : meetsBar(row) ? 'ok' : 'MISSED';
  return [row.name.padEnd(58), `${rounded(row.measured)} ${row.unit}`.padEnd(24), bar.padEnd(16), verdict.padEnd(7), row.note ?? '']
    .join(' ')
    .trimEnd();
}

/** @param {Row} row */
function meetsBar(row) {
  // What is no number comes out of JSON as null, and is neither small nor large enough.
  if (row.measured === null) return row.atMost === undefined && row.atLeast === undefined;
  return (row.atMost === undefined || row.measured <= row.atMost) && (row.atLeast === undefined || row.measured >= row.atLeast);
}

/** @param {number | null} value */
function rounded(value) {
  if (value === null) return '–';
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** @param {{ name: string; rows: Row[] }[]} results */
function save(results) {
  const folder = join(root, 'bench', 'results');
  const date = new Date().toISOString();
  const document = {
    date,
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    fozzy: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    /** Above the number of cores, the machine was busy with other things too. */
    loadAverage: loadavg()[0],
    results,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${date.slice(0, 10)}.json`), `${JSON.stringify(document, undefined, 2)}\n`);
}
