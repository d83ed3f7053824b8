/** With --json stdout is exactly one document, for every command, however it ends; stderr is JSON lines. */
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/commands/table.ts';
import { project, runCli } from './run-cli.ts';

const files = {
  'tests/a.fozzy.json': { version: 1, name: 'a', steps: [{ type: 'fail', message: 'x' }] },
  'tests/b.fozzy.json': { version: 1, name: 'b', steps: [{ type: 'panic', message: 'x' }] },
  'tests/c.fozzy.json': { version: 1, name: 'c', steps: [{ type: 'sleep', duration: '1h' }] },
  'tests/d.fozzy.json': {
    version: 1,
    name: 'd',
    steps: [{ type: 'http_when', method: 'GET', path: '/', status: 200 }, { type: 'unfreeze' }],
  },
};

function jsonLines(stderr: string): readonly unknown[] {
  return stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('one document', () => {
  test.each([
    [['run', 'tests/a.fozzy.json', '--det'], 1],
    [['run', 'tests/b.fozzy.json', '--det'], 4],
    [['run', 'tests/c.fozzy.json', '--det', '--timeout', '1m'], 3],
    [['run', 'tests/d.fozzy.json', '--det'], 0],
    [['run', 'tests/d.fozzy.json', '--det', '--reporter', 'junit'], 0],
    [['run', 'tests/d.fozzy.json', '--reporter', 'html'], 0],
    [['test', '--det', '--timeout', '1m'], 4],
    [['test', 'tests/[ad].fozzy.json', '--det', '--log', 'trace'], 1],
    [['test', 'tests/none.fozzy.json'], 2],
    [['init'], 0],
    [['runs', 'ls'], 0],
    [['validate', 'tests/a.fozzy.json'], 0],
    [['validate', 'tests/none.fozzy.json'], 2],
    [['runs'], 2],
    [['trace'], 2],
  ] as const)('%j', async (args, code) => {
    const answer = await runCli([...args, '--json'], { cwd: project(files) });
    expect([args, answer.code, typeof answer.json()]).toEqual([args, code, 'object']);
    if (args.length > 1) expect(() => jsonLines(answer.stderr)).not.toThrow();
  });

  test('of a replay that is stepped through and dumped, with one JSON line per step beside it', async () => {
    const cwd = project(files);
    await runCli(['run', 'tests/a.fozzy.json', '--det', '--json'], { cwd });
    for (const flags of [[], ['--step'], ['--dump-events'], ['--step', '--dump-events'], ['--until', '0ms']]) {
      const answer = await runCli(['replay', 'latest', '--json', ...flags], { cwd });
      expect(answer.json()).toHaveProperty('replay');
      expect(jsonLines(answer.stderr).length).toBeGreaterThan(0);
    }
  });

  test('of every command of the table, when it is called without anything it needs', async () => {
    for (const { words } of commands.filter((command) => command.arguments.some((argument) => argument.required))) {
      const answer = await runCli([...words, '--json'], { cwd: project() });
      expect([words, answer.code, answer.json()]).toMatchObject([words, 2, { status: 'error', code: 'usage' }]);
    }
  });
});

test('without --json a format is printed exactly, so that it can be redirected into a file', async () => {
  const cwd = project(files);
  const junit = await runCli(['test', 'tests/[ad].fozzy.json', '--det', '--reporter', 'junit'], { cwd });
  expect(junit.stdout.startsWith('<?xml')).toBe(true);
  expect(junit.stdout.trimEnd().endsWith('</testsuites>')).toBe(true);
  const html = await runCli(['run', 'tests/a.fozzy.json', '--det', '--reporter', 'html'], { cwd });
  expect(html.stdout.toLowerCase().startsWith('<!doctype html>')).toBe(true);
});
