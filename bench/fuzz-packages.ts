/**
 * How long it takes to find what is publicly known of real packages. They are installed from the registry into a directory of their own, for
 * this benchmark only; every target is a function of a text, without seeds or hints.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KnownBug, knownBugs } from './known-bugs.ts';
import { type Row, report } from './row.ts';

const SECONDS_MAX = 20;
const FOUND_AT_LEAST = 12;
const PACKAGES_DIRECTORY = 'node_modules';

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
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', ...names], {
    cwd: directory,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the packages do not install: ${stderr}`);
}

/** Seconds until the first finding that is the known one; not a number if there was none in time. */
function measure(bug: KnownBug): Row {
  const bin = join(process.cwd(), 'bin', 'fozzy.js');
  const target = `src/${bug.package}.ts#target`;
  const args = [bin, 'fuzz', target, '--time', `${SECONDS_MAX}s`, '--seed', '1', '--crash-only', '--json'];
  const within = ['--instrument', join(PACKAGES_DIRECTORY, bug.package)];
  const { stdout } = spawnSync(process.execPath, [...args, ...within], { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const document = JSON.parse(stdout) as FuzzDocument; // the summary of a run, or an error
  const title = document.findings?.[0]?.title;
  const isKnown = title !== undefined && bug.titles.includes(title);
  return {
    name: `${bug.package}@${bug.version}: ${bug.known}`,
    measured: isKnown ? (document.durationMs ?? Number.NaN) / 1000 : Number.NaN,
    unit: 's',
    note: `${title ?? document.message ?? 'nothing found'}, ${document.fuzz?.executed ?? 0} executions`,
  };
}
