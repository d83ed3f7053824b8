/**
 * How long it takes to find what is publicly known of real packages. They are installed from the registry into a directory of their own, for
 * this benchmark only; every target is a function of a text, without seeds or hints.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KnownBug, knownBugs } from './known-bugs.ts';
import { median, type Row, report } from './row.ts';

const SECONDS_MAX = 20;
const FOUND_AT_LEAST = 12;
const SEEDS = 3;

interface FuzzDocument {
  readonly durationMs?: number;
  readonly message?: string;
  readonly findings?: readonly { readonly title: string }[];
  readonly fuzz?: { readonly executed: number };
}

const directory = mkdtempSync(join(tmpdir(), 'fozzy-packages-'));
try {
  install();
  const rows = knownBugs.map(measure);
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
  readonly seconds: number;
  readonly executed: number;
}

/** As a user would: the package is named, and nothing else. Every search has a corpus of its own, so that none learns from another. */
function fuzz(bug: KnownBug, seed: number, extra: readonly string[]): Attempt {
  const bin = join(process.cwd(), 'bin', 'fozzy.js');
  const corpus = mkdtempSync(join(tmpdir(), 'fozzy-packages-corpus-'));
  const args = [bin, 'fuzz', `src/${bug.package}.ts#target`, '--time', `${SECONDS_MAX}s`, '--seed', String(seed), '--json'];
  const within = ['--instrument', bug.package, '--corpus', corpus];
  const { stdout } = spawnSync(process.execPath, [...args, ...within, ...extra], { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 28 });
  rmSync(corpus, { recursive: true, force: true });
  const document = JSON.parse(stdout) as FuzzDocument; // the summary of a run, or an error
  if (document.findings === undefined) throw new Error(`${bug.package}: ${document.message ?? stdout}`);
  return {
    titles: [...new Set(document.findings.map(({ title }) => title))],
    seconds: (document.durationMs ?? Number.NaN) / 1000,
    executed: document.fuzz?.executed ?? 0,
  };
}

/** Seconds and executions until the known kind of failure is found, medians of the seeds; a package may have other troubles that come first. */
function measure(bug: KnownBug): Row {
  const isKnown = ({ titles }: Attempt): boolean => titles.some((title) => bug.titles.includes(title));
  const attempts = Array.from({ length: SEEDS }, (_each, index) => {
    const first = fuzz(bug, index + 1, ['--crash-only']);
    return isKnown(first) ? first : fuzz(bug, index + 1, []);
  });
  const found = attempts.filter(isKnown);
  return {
    name: `${bug.package}@${bug.version}: ${bug.known}`,
    measured: found.length * 2 > SEEDS ? median(found.map(({ seconds }) => seconds)) : Number.NaN,
    unit: 's',
    note: `${found.length} of ${SEEDS} seeds, ${median(found.map(({ executed }) => executed))} executions, ${[...new Set(attempts.flatMap(({ titles }) => titles))].join(' ')}`,
  };
}
