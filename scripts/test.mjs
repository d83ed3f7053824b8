/**
 * Runs all tests from any state of the checkout: installs and builds what is missing, then vitest, then the tests that need a Node without
 * a test runner's changes to its globals. Ends with one plain line, `N passed, N failed`. Arguments go to vitest.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild, ensureDependencies, root } from './setup.mjs';

/** @typedef {{ passed: number; failed: number }} Tally */

ensureDependencies();
ensureBuild();
const scratch = mkdtempSync(join(tmpdir(), 'fozzy-test-'));
const narrowed = process.argv.length > 2;
try {
  const tallies = narrowed ? [runVitest()] : [runVitest(), runBare()];
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * A file that cannot even be loaded has no failed tests, and an error outside any test belongs to none: both count as one failure.
 * @returns {Tally}
 */
function runVitest() {
  const results = join(scratch, 'vitest.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const exit = run([vitest, 'run', ...reporters, ...process.argv.slice(2)]);
  if (!existsSync(results)) return { passed: 0, failed: 1 };
  /** @type {{ numPassedTests: number; numFailedTests: number; testResults: { status: string; assertionResults: { status: string }[] }[] }} */
  const summary = JSON.parse(readFileSync(results, 'utf8'));
  const unloaded = summary.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = summary.numFailedTests + unloaded.length;
  return { passed: summary.numPassedTests, failed: exit === 0 ? failed : Math.max(1, failed) };
}

/** @returns {Tally} */
function runBare() {
  const folder = join(root, 'tests', 'bare');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.test.mjs')) : [];
  if (files.length === 0) return { passed: 0, failed: 0 };
  const tap = join(scratch, 'bare.tap');
  const reporters = ['spec', 'stdout', 'tap', tap].map(
    (value, index) => `--test-reporter${index % 2 === 0 ? '' : '-destination'}=${value}`,
  );
  const exit = run(['--test', ...reporters, ...files.map((name) => join(folder, name))]);
  const count = (/** @type {string} */ word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'mu').exec(readFileSync(tap, 'utf8'))?.[1] ?? 0);
  const failed = count('fail') + count('cancelled');
  return { passed: count('pass'), failed: exit === 0 ? failed : Math.max(1, failed) };
}

/** @param {string[]} args */
function run(args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status;
}
