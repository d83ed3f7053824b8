/**
 * Builds dist: rolldown bundles the command line and the library into shared chunks, tsc writes the declarations of the public entry.
 * Everything is made in a fresh folder and swapped in at the end, so dist is always one complete build.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, fingerprintSources, root, stampName } from './setup.mjs';

const staging = join(root, `dist.tmp-${process.pid}`);

const entries = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  sdk: 'src/sdk.ts',
  'simulation-worker': 'src/commands/simulation/worker-entry.ts',
  'fuzz-worker': 'src/commands/fuzz/worker-entry.ts',
  'fuzz-child': 'src/commands/fuzz/child-entry.ts',
  'confirm-process': 'src/real/child/entry.ts',
  'confirm-hooks': 'src/real/child/hooks.ts',
};

/** What is needed together lies together: by every command, by runs of steps, by simulations; the rest are the parts of single commands. */
const packPlans = [
  { name: 'front', roots: ['src/cli/main.ts', 'src/cli/session.ts', 'src/commands/version/perform.ts'] },
  { name: 'steps', roots: ['src/commands/run/perform.ts', 'src/commands/test/perform.ts', 'src/commands/replay/perform.ts'] },
  {
    name: 'simulation',
    roots: ['src/commands/explore/perform.ts', 'src/commands/simulation/explore.ts', 'src/commands/simulation/worker-entry.ts'],
  },
  { name: 'fuzz', roots: ['src/commands/fuzz/worker-entry.ts', 'src/commands/fuzz/child-entry.ts', 'src/commands/fuzz/perform.ts'] },
  { name: 'rest', roots: [] },
];

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
 * else. Only real dependencies stay outside. Our own lazy imports become chunks, so a command evaluates only what it needs, and the chunks
 * lie together in packs, each of which is read at once and comes with what V8 made of it (`src/boot/program.ts`).
 */
async function bundle() {
  const { build } = await import('rolldown');
  const { packChunks } = await import('./pack-chunks.mjs');
  const shared = {
    cwd: root,
    platform: /** @type {const} */ ('node'),
    external: [/^node:/u, ...Object.keys(manifest().dependencies ?? {}).map((name) => new RegExp(`^${name}(/|$)`, 'u'))],
    logLevel: /** @type {const} */ ('warn'),
  };
  const { output } = await build({
    ...shared,
    input: entries,
    // An entry that others import for something else would run in their processes, too.
    preserveEntrySignatures: 'strict',
    transform: { target: 'node20.19', define: { __FOZZY_BUILD__: JSON.stringify(buildInfo()) } },
    output: { format: 'esm' },
    write: false,
  });
  const chunks = output.filter((chunk) => chunk.type === 'chunk');
  const programs = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  const importer = chunks.find(({ imports }) => imports.some((file) => programs.has(file)));
  if (importer !== undefined) throw new Error(`${importer.fileName} imports a program and would run it`);
  const { packs, idOf } = packChunks(chunks, packPlans);
  const digest = createHash('sha256');
  mkdirSync(join(staging, 'program'), { recursive: true });
  for (const [name, text] of packs) {
    writeFileSync(join(staging, 'program', `${name}.js`), text);
    digest.update(`${name}\0${text}\0`);
  }
  for (const chunk of chunks) if (chunk.isEntry) writeFileSync(join(staging, `${chunk.name}.js`), entryModule(idOf(chunk), chunk.exports));
  await build({
    ...shared,
    input: { boot: 'src/boot/program.ts' },
    transform: { target: 'node20.19', define: { __FOZZY_PROGRAM__: JSON.stringify(digest.digest('hex').slice(0, 16)) } },
    output: { dir: staging, format: 'esm', entryFileNames: '[name].js' },
  });
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  writeFileSync(join(staging, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(modules));
}

/**
 * A chunk is no module, so what Node is to import or to start is a module around one.
 * @param {string} id
 * @param {string[]} exports
 */
function entryModule(id, exports) {
  const call = `load$(${JSON.stringify(id)})`;
  const text = exports.length === 0 ? `${call};` : `export const { ${exports.join(', ')} } = ${call};`;
  return `import { load as load$ } from './boot.js';\n${text}\n`;
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
