/**
 * Makes a checkout ready to work in: installs the locked dependencies when node_modules does not match the lockfile, and
 * builds dist when its sources have changed since the last build. Uses only what Node brings, because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the build leaves the fingerprint of the sources it was made from. */
export const stampName = '.sources';

/** Installs the locked dependencies, unless exactly those are already there. */
export function ensureDependencies() {
  if (dependenciesMatchLock()) return;
  process.stdout.write('setup: installing dependencies (npm ci)\n');
  runOrExit('npm', ['ci', '--no-audit', '--no-fund']);
}

/** Builds dist, unless it was made from these very sources. */
export function ensureBuild() {
  if (readText(join(root, 'dist', stampName)) === fingerprintSources()) return;
  process.stdout.write('setup: building dist\n');
  runOrExit(process.execPath, [join(root, 'scripts', 'build.mjs')]);
}

/** A digest over everything that decides what the build produces; content, not time, so that switching branches back and forth is free. */
export function fingerprintSources() {
  const hash = createHash('sha256');
  const inputs = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/build.mjs',
    'scripts/pack-chunks.mjs',
    ...listFiles('src'),
  ];
  for (const path of inputs) {
    if (path.endsWith('.test.ts')) continue;
    hash.update(`${path}\0${readText(join(root, path)) ?? ''}\0`);
  }
  return hash.digest('hex');
}

/** npm records what it installed in a hidden lockfile; only optional packages for other platforms may be missing from it. */
function dependenciesMatchLock() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    return found === undefined ? entry.optional === true : found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string; integrity?: string; optional?: boolean }>}
 */
function readPackages(path) {
  const text = readText(join(root, path));
  return text === undefined ? {} : JSON.parse(text).packages;
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.flatMap((entry) => (entry.isDirectory() ? listFiles(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
}

/**
 * @param {string} path
 * @returns {string | undefined}
 */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function runOrExit(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
