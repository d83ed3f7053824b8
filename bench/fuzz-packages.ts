/**
 * How long it takes to find what is publicly known of real packages. They are installed from the registry into a directory of their own, for
 * this benchmark only; every target is a function of a text, without seeds or hints.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type KnownBug, knownBugs } from './known-bugs.ts';
import { median, type Row, report } from './row.ts';

const SECONDS_MAX = 20;
const FOUND_AT_LEAST = 12;
const SEEDS = 3;

/** One line of what a search tells while it goes on. */
interface Progress {
  readonly event?: string;
  readonly name?: string;
  readonly done?: number;
}

const directory = mkdtempSync(join(tmpdir(), 'fozzy-packages-'));
try {
  install();
  const rows: Row[] = [];
  for (const bug of knownBugs) rows.push(await measure(bug));
  const found = rows.filter(({ measured }) => Number.isFinite(measured)).length;
  report([{ name: 'packages whose known bug was found', measured: found, unit: `of ${rows.length}`, atLeast: FOUND_AT_LEAST }, ...rows]);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function install(): void {
  writeFileSync(join(directory, 'package.json'), '{ "name": "known-bugs", "private": true, "type": "module" }');
  writeFileSync(join(directory, 'fozzy.toml'), 'hang_timeout = "1s"\n');
  mkdirSync(join(directory, 'src'));
  for (const bug of knownBugs) writeFileSync(join(directory, 'src', `${bug.package}.ts`), bug.code);
  const names = knownBugs.map((bug) => `${bug.package}@${bug.version}`);
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', '--save-exact', ...names],
    {
      cwd: directory,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`the packages do not install: ${stderr}`);
}

interface Attempt {
  readonly titles: readonly string[];
  /** Until the known kind of failure was found, from the start of the command; undefined if it was not. */
  readonly seconds: number | undefined;
  readonly executed: number;
}

/** As a user would: the package is named, and nothing else. Every search has a corpus of its own, so that none learns from another. */
async function fuzz(bug: KnownBug, seed: number): Promise<Attempt> {
  const bin = join(process.cwd(), 'bin', 'fozzy.js');
  const corpus = mkdtempSync(join(tmpdir(), 'fozzy-packages-corpus-'));
  const args = [bin, 'fuzz', `src/${bug.package}.ts#target`, '--time', `${SECONDS_MAX}s`, '--seed', String(seed), '--json'];
  const within = ['--instrument', bug.package, '--corpus', corpus];
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...args, ...within], { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  const titles = new Set<string>();
  let executed = 0;
  let seconds: number | undefined;
  for await (const line of createInterface({ input: child.stderr })) {
    const { event, name = '', done } = JSON.parse(line) as Progress; // with --json every line is one document
    executed = done ?? executed;
    if (event !== 'phase' || !name.startsWith('found ')) continue;
    const title = name.slice('found '.length);
    titles.add(title);
    if (seconds !== undefined || !bug.titles.includes(title)) continue;
    seconds = (performance.now() - startedMs) / 1000;
    child.kill('SIGKILL');
  }
  await ended;
  rmSync(corpus, { recursive: true, force: true });
  return { titles: [...titles], seconds, executed };
}

/** Seconds until the known kind of failure is found, the median of the seeds; a package may have other troubles that come first. */
async function measure(bug: KnownBug): Promise<Row> {
  const attempts: Attempt[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) attempts.push(await fuzz(bug, seed));
  const found = attempts.flatMap(({ seconds }) => (seconds !== undefined && seconds <= SECONDS_MAX ? [seconds] : []));
  return {
    name: `${bug.package}@${bug.version}: ${bug.known}`,
    measured: found.length * 2 > SEEDS ? Math.round(median(found) * 100) / 100 : Number.NaN,
    unit: 's',
    note: `${found.length} of ${SEEDS} seeds; also: ${[...new Set(attempts.flatMap(({ titles }) => titles))].filter((title) => !bug.titles.includes(title)).join(' ') || 'nothing'}`,
  };
}
