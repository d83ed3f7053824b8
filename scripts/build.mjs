/**
 * Builds dist: rolldown bundles the command line and the library into shared chunks, tsc writes the declarations of the public entry.
 * Everything is made in a fresh folder and swapped in at the end, so dist is always one complete build.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, fingerprintSources, root, stampName } from './setup.mjs';

const staging = join(root, `dist.tmp-${process.pid}`);

ensureDependencies();
const sources = fingerprintSources();
try {
  // Both run to their end: a tool that still writes would bring the staging folder back after it was removed.
  const results = await Promise.allSettled([bundle(), declarations()]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  writeFileSync(join(staging, stampName), sources);
  swapIn();
} catch (error) {
  process.stderr.write(`build: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(staging, { recursive: true, force: true });
}

/**
 * Libraries are bundled in: a command that needs them all starts about 20 ms sooner than when Node has to find them, and users install nothing
 * else. Only real dependencies stay outside. Our own lazy imports become chunks, so a command loads only what it needs.
 */
async function bundle() {
  const { build } = await import('rolldown');
  const { output } = await build({
    cwd: root,
    input: {
      cli: 'src/cli/main.ts',
      index: 'src/index.ts',
      sdk: 'src/sdk.ts',
      'simulation-worker': 'src/commands/simulation/worker-entry.ts',
      'fuzz-worker': 'src/commands/fuzz/worker-entry.ts',
      'fuzz-child': 'src/commands/fuzz/child-entry.ts',
      'confirm-process': 'src/real/child/entry.ts',
      'confirm-hooks': 'src/real/child/hooks.ts',
    },
    platform: 'node',
    external: [/^node:/u, ...Object.keys(manifest().dependencies ?? {}).map((name) => new RegExp(`^${name}(/|$)`, 'u'))],
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
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  writeFileSync(join(staging, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(modules));
}

/**
 * The licences of bundled libraries ask to travel with every copy. One without a licence text must not be bundled.
 * @param {string[]} modules
 */
function thirdPartyLicenses(modules) {
  const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(id)?.[0]).filter((folder) => folder !== undefined);
  const notices = [...new Set(folders)].toSorted().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/iu.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence text, so it cannot be bundled`);
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return `Fozzy contains these libraries.\n\n${notices.join('\n\n')}`;
}

/** @returns {Promise<void>} */
function declarations() {
  const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
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

/** @returns {{ version: string; dependencies?: Record<string, string> }} */
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
