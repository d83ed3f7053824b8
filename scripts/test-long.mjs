/**
 * The long tests: all tests with ten times as many seeds and schedules, then 10 000 same-seed pairs over all example systems, in one
 * process and in two. For nights and releases. Arguments go to vitest; with any, the pairs are left out.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './setup.mjs';

const FACTOR = process.env['FOZZY_TEST_FACTOR'] ?? '10';
const args = process.argv.slice(2);

const tests = run(join(root, 'scripts', 'test.mjs'), args);
const pairs = args.length > 0 ? 0 : run(join(root, 'bench', 'run.mjs'), ['same-seed']);
process.exitCode = tests === 0 && pairs === 0 ? 0 : 1;

/**
 * @param {string} program
 * @param {string[]} given
 */
function run(program, given) {
  return spawnSync(process.execPath, [program, ...given], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FOZZY_TEST_FACTOR: FACTOR },
  }).status;
}
