/**
 * Everything that can be known about the code without running it: types, purity, lint, format, directions between rooms, dead code.
 * All tools run to the end, two at a time, so that one look shows all there is to repair. `npm run check -- lint types` runs only those.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runTool } from './run-tool.mjs';
import { ensureDependencies, root } from './setup.mjs';

/** The slowest first, so that none is left running alone at the end. */
const tools = [
  tool('lint', 'oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'),
  typeCheck('types', '-p', 'tsconfig.json'),
  typeCheck('pure', '-p', 'tsconfig.pure.json'),
  tool('rooms', 'depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', 'src'),
  tool('dead', 'knip', '--no-progress'),
  typeCheck('examples', '-p', 'tsconfig.examples.json'),
  typeCheck('scripts', '-p', 'tsconfig.scripts.json'),
  tool('format', 'biome', 'format', '--diagnostic-level=error'),
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !tools.some((each) => each.name === name));
if (unknown.length > 0) {
  process.stderr.write(`check: no such check: ${unknown.join(', ')} (there are: ${tools.map((each) => each.name).join(', ')})\n`);
  process.exit(2);
}

ensureDependencies();
const queue = tools.filter((each) => asked.length === 0 || asked.includes(each.name));
/** @type {string[]} */
const failed = [];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, drain));
process.stdout.write(failed.length === 0 ? 'check: all good\n' : `check: failed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function drain() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { name, ok, output, durationMs } = await runTool(next);
    process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(8)} ${(durationMs / 1000).toFixed(1)} s\n`);
    if (ok) continue;
    failed.push(name);
    process.stdout.write(`${output.trimEnd()}\n\n`);
  }
}

/**
 * By the native compiler, by its own path: two packages bring a `tsc`, and which one gets the name is up to the installer. What it found out
 * last time is kept in a cache, so that a second look costs only what has changed.
 * @param {string} name
 * @param {...string} args
 */
function typeCheck(name, ...args) {
  const known = join(root, 'node_modules', '.cache', `fozzy-check-${name}.tsbuildinfo`);
  const command = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  return { name, command, args: [...args, '--incremental', '--tsBuildInfoFile', known] };
}

/**
 * @param {string} name
 * @param {string} bin
 * @param {...string} args
 */
function tool(name, bin, ...args) {
  return { name, command: join(root, 'node_modules', '.bin', bin), args };
}
