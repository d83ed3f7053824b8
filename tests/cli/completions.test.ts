/** The completion scripts, read and asked by the shells they are for. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, project, runCli } from './run-cli.ts';

function completionProject(): { readonly cwd: string; readonly env: Record<string, string> } {
  const cwd = project({ 'tests/with blank.fozzy.json': '{}', 'tests/plain.fozzy.json': '{}', 'tests/notes.txt': '' });
  mkdirSync(join(cwd, 'bin'));
  symlinkSync(bin, join(cwd, 'bin', 'fozzy'));
  return { cwd, env: { PATH: `${join(cwd, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`, HOME: cwd } };
}

/** Fills the variables bash fills when Tab is pressed and calls the function bash would call. */
function completeInBash(...words: readonly string[]): readonly string[] {
  const script = 'source <(fozzy completions bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fozzy; printf "%s\\n" "${COMPREPLY[@]}"';
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', script, 'bash', 'fozzy', ...words], {
    ...completionProject(),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('in bash', () => {
  test('commands are completed', () => {
    expect(completeInBash('val')).toEqual(['validate']);
    expect(completeInBash('')).toEqual(expect.arrayContaining(['validate', 'env', 'schema', 'steps', 'version']));
  });

  test('flags and their values are completed, with and without an equals sign', () => {
    expect(completeInBash('env', '--proc')).toEqual(['--proc-backend']);
    expect(completeInBash('env', '--proc-backend', '')).toEqual(['scripted', 'host']);
    expect(completeInBash('env', '--proc-backend', '=', 'h')).toEqual(['host']);
    expect(completeInBash('env', '--proc-backend', '=')).toEqual(['scripted', 'host']);
  });

  test('scenario files are completed, blanks included, other files are not', () => {
    expect(completeInBash('validate', 'tests/')).toEqual(['tests/plain.fozzy.json', 'tests/with blank.fozzy.json']);
    expect(completeInBash('validate', 'tests/with\\ b')).toEqual(['tests/with blank.fozzy.json']);
  });

  test('what was typed is never executed', () => {
    expect(completeInBash('validate', '$(touch evil)', '`touch evil`', '')).toEqual([]);
    expect(completeInBash('validate', '')).toEqual(['bin/', 'tests/']);
  });
});

/** Shells that not every machine has. */
const fish = 'fish';
const present = (shell: string) => spawnSync(shell, ['--version']).status === 0;

test.runIf(present(fish))('fish completes commands with their descriptions, values and files', () => {
  const ask = (line: string) => {
    const { stdout } = spawnSync(fish, ['--no-config', '-c', 'fozzy completions fish | source; complete -C $argv[1]', line], {
      ...completionProject(),
      encoding: 'utf8',
    });
    return stdout.trimEnd().split('\n');
  };
  expect(ask('fozzy val')).toEqual([expect.stringMatching(/^validate\t/)]);
  expect(ask('fozzy env --fs-backend ').map((line) => line.split('\t')[0])).toEqual(['virtual', 'host']);
  expect(ask('fozzy validate tests/pl')).toEqual(['tests/plain.fozzy.json']);
});

test.runIf(present('zsh'))('zsh reads its script', () => {
  const { status, stderr } = spawnSync(
    'zsh',
    ['-f', '-c', 'autoload -U compinit; compinit -D -u; source <(fozzy completions zsh); print ${_comps[fozzy]}'],
    { ...completionProject(), encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
});

test('every shell has a script, and no other shell has one', async () => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const { code, stdout } = await runCli(['completions', shell]);
    expect([shell, code]).toEqual([shell, 0]);
    expect(stdout).toContain(`__complete ${shell}`);
  }
  const other = await runCli(['completions', 'tcsh', '--json']);
  expect([other.code, other.json()]).toMatchObject([
    2,
    { message: "invalid value 'tcsh' for '<SHELL>' [possible values: bash, zsh, fish, powershell]" },
  ]);
});

test('a question that makes no sense is answered with nothing', async () => {
  for (const words of [[], ['bash'], ['bash', 'current=x', 'bogus', '--what']])
    expect((await runCli(['__complete', ...words])).code).toBe(0);
});
