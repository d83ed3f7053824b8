/**
 * The tests that depend on the Node they run on, under other versions of it: what programs see of a simulated Node, escapes, draining, and the
 * bare tests of the built library. `npm run test:nodes -- 24` tries only that one. The programs come from the npm registry and are kept.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ensureBuild, ensureDependencies, root } from './setup.mjs';

/** The floor is what `npm test` is run with. */
const MAJORS = ['22', '24', '26'];
const FOLDERS = ['tests/conformance', 'tests/cheats', 'tests/sim', 'tests/packages'];
const kept = join(root, 'node_modules', '.cache', 'fozzy-nodes');

ensureDependencies();
ensureBuild();
const majors = process.argv.length > 2 ? process.argv.slice(2) : MAJORS;
const failed = majors.filter((major) => !passes(major));
process.stdout.write(
  failed.length === 0 ? `\nall tests hold on Node ${majors.join(', ')}\n` : `\nsome tests fail on Node ${failed.join(', ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** @param {string} major */
function passes(major) {
  const node = programOf(major);
  if (node === undefined) {
    process.stderr.write(`Node ${major} could not be fetched; look at what npm says above\n`);
    return false;
  }
  // Programs that tests start by name are to be of the same version.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };
  spawnSync(node, ['--version'], { stdio: 'inherit' });
  const bare = readdirSync(join(root, 'tests', 'bare')).filter((name) => name.endsWith('.test.mjs'));
  const runs = [
    [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'house', '--reporter=dot', ...FOLDERS],
    ['--test', ...bare.map((name) => join(root, 'tests', 'bare', name))],
  ];
  return runs.map((args) => spawnSync(node, args, { cwd: root, env, stdio: 'inherit' }).status).every((status) => status === 0);
}

/**
 * The program, fetched unless it is there already; put in place as a whole, so that an interrupted fetch leaves nothing behind that looks like one.
 * @param {string} major
 */
function programOf(major) {
  const home = join(kept, major);
  const node = join(home, 'package', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(node)) return node;
  mkdirSync(kept, { recursive: true });
  const scratch = mkdtempSync(join(kept, 'fetch-'));
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@${major}`;
  const isWindows = process.platform === 'win32';
  const packed = spawnSync('npm', ['pack', '--silent', name], { cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows });
  const [archive] = readdirSync(scratch);
  const isThere = packed.status === 0 && archive !== undefined && spawnSync('tar', ['-xzf', archive], { cwd: scratch }).status === 0;
  if (isThere) {
    rmSync(home, { recursive: true, force: true });
    renameSync(scratch, home);
  } else rmSync(scratch, { recursive: true, force: true });
  return existsSync(node) ? node : undefined;
}
