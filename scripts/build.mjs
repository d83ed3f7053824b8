/**
 * Builds dist: rolldown bundles the command line and the library into shared chunks, tsc writes the declarations of the public entry.
 * Everything is made in a fresh folder and swapped in at the end, so dist is always one complete build.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, fingerprintSources, root, stampName } from './setup.mjs';

const staging = join(root, `dist.tmp-${process.pid}`);

ensureDependencies();
const sources = fingerprintSources();
try {
  await Promise.all([bundle(), declarations()]);
  writeFileSync(join(staging, stampName), sources);
  swapIn();
} catch (error) {
  process.stderr.write(`build: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(staging, { recursive: true, force: true });
}

/** Dependencies stay external where npm installs them anyway; our own lazy imports become chunks, so a command loads only what it needs. */
async function bundle() {
  const { build } = await import('rolldown');
  await build({
    cwd: root,
    input: { cli: 'src/cli/main.ts', index: 'src/index.ts' },
    platform: 'node',
    external: [/^node:/, ...Object.keys(manifest().dependencies).map((name) => new RegExp(`^${name}(/|$)`, 'u'))],
    transform: { target: 'node20.19', define: { __FOZZY_BUILD__: JSON.stringify(buildInfo()) } },
    output: {
      dir: staging,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    },
    logLevel: 'warn',
  });
}

/** @returns {Promise<void>} */
function declarations() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const child = spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', staging], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error('tsc could not write the declarations'))));
  });
}

/** What `fozzy version` tells about this build. The date can be pinned, as reproducible builds ask for. */
function buildInfo() {
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  const date = epoch === undefined ? new Date() : new Date(Number(epoch) * 1000);
  return { version: manifest().version, commit: commit(), buildDate: date.toISOString() };
}

/**
 * The commit of this repository; absent when the sources lie in no repository of their own (an unpacked archive inside somebody else's).
 * @returns {string | undefined}
 */
function commit() {
  try {
    if (git('rev-parse', '--show-prefix') !== '') return undefined;
    const dirty = git('status', '--porcelain', '--', 'src', 'package.json') !== '';
    return git('rev-parse', 'HEAD') + (dirty ? '-dirty' : '');
  } catch {
    return undefined;
  }
}

/** @param {...string} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** @returns {{ version: string; dependencies: Record<string, string> }} */
function manifest() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** A folder cannot be renamed over a full one: the old build steps aside first, and leaves once the new one is in place. */
function swapIn() {
  const dist = join(root, 'dist');
  const old = `${staging}-old`;
  try {
    renameSync(dist, old);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  renameSync(staging, dist);
  rmSync(old, { recursive: true, force: true });
}
