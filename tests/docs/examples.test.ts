/** The examples end as their suite says, and the demo ends well. */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project, runCli } from '../cli/run-cli.ts';
import { performCommand } from '../support/built.ts';
import { root } from './markdown.ts';

test('every example ends as its suite says', async () => {
  const cwd = project();
  cpSync(join(root, 'examples'), join(cwd, 'examples'), { recursive: true });
  const answer = await runCli(['test', 'examples/all.suites.fozzy.json', '--det', '--json'], { cwd });
  expect(answer.json()).toMatchObject({ status: 'pass', tests: { passed: 9, failed: 0, skipped: 0, notRun: 0 } });
  expect(answer.code).toBe(0);
});

test('no seed breaks a healthy example', async () => {
  const cwd = project();
  cpSync(join(root, 'examples'), join(cwd, 'examples'), { recursive: true });
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { document, exitCode } = await performCommand(
      'test',
      { patterns: ['examples/all.suites.fozzy.json'], det: true, tag: ['pass'], seed },
      { cwd },
    );
    expect([seed, exitCode], JSON.stringify(document)).toEqual([seed, 0]);
    expect(document).toMatchObject({ status: 'pass', tests: { failed: 0, notRun: 0 } });
  }
});

test('the demo finds, shrinks, explains, confirms and replays', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts', 'demo.mjs')], { encoding: 'utf8' });
  expect(stdout).toContain('shrunk 17 → 1 decision');
  expect(stdout).toContain('CONFIRMED  orders by a shop that tries again');
  expect(stdout).toContain('reproduced, recorded fail, got fail');
  expect(status).toBe(0);
});
