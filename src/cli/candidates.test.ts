import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { candidatesAt } from './candidates.ts';
import { sampleTable } from '../../tests/support/sample-table.ts';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fozzy-candidates-'));
  mkdirSync(join(cwd, 'tests', 'deep'), { recursive: true });
  for (const name of ['tests/a.fozzy.json', 'tests/notes.txt', 'x.fozzy', '.hidden.fozzy.json']) writeFileSync(join(cwd, name), '{}');
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function at(...words: readonly string[]): Promise<readonly string[]> {
  const { candidates } = await candidatesAt(
    { current: words.at(-1) ?? '', before: words.slice(0, -1) },
    { commands: sampleTable, cwd, home: cwd },
  );
  return candidates.map(({ value }) => value);
}

test('commands and their further words', async () => {
  expect(await at('')).toEqual(['run', 'test', 'trace', 'schema', 'fuzz', 'completions', 'steps']);
  expect(await at('tr')).toEqual(['trace']);
  expect(await at('--json', 'trace', '')).toEqual(['verify', 'show']);
});

test('flags of the command and global ones, but none twice', async () => {
  expect(await at('run', '--rec')).toEqual(['--record', '--record-collision']);
  expect(await at('run', '--no')).toEqual(['--no-mem-track', '--no-color']);
  expect(await at('run', '--record', 'x', '--rec')).toEqual(['--record-collision']);
  expect(await at('schema', '--proc')).toEqual([]);
});

test('values of a flag, after a blank or an equals sign', async () => {
  expect(await at('run', '--record-collision', 'o')).toEqual(['overwrite']);
  expect(await at('run', '--record-collision=')).toEqual(['append', 'overwrite', 'error'].map((value) => `--record-collision=${value}`));
  expect(await at('run', '--seed', '')).toEqual([]);
});

test('members of a list that are not there yet', async () => {
  expect(await at('test', '--with', 'run,')).toEqual(['run,fuzz', 'run,all']);
});

test('words of a closed set', async () => {
  expect(await at('completions', '')).toEqual(['bash', 'zsh']);
});

test('scenario files and the directories on the way to them', async () => {
  expect(await at('run', '')).toEqual(['tests/']);
  expect(await at('run', 'tests/')).toEqual(['tests/a.fozzy.json', 'tests/deep/']);
  expect(await at('run', '.h')).toEqual(['.hidden.fozzy.json']);
  expect(await at('run', '~/tests/a')).toEqual(['~/tests/a.fozzy.json']);
  expect(await at('test', 'one', 'tests/a')).toEqual(['tests/a.fozzy.json']);
  expect(await at('--cwd', 'tests', 'run', '')).toEqual(['a.fozzy.json', 'deep/']);
});

test('selectors: the aliases, traces, directories', async () => {
  expect(await at('trace', 'verify', '')).toEqual(['latest', 'last-pass', 'last-fail', 'tests/', 'x.fozzy']);
});

test('nothing where nothing more can stand', async () => {
  expect(await at('run', 'a', '')).toEqual([]);
  expect(await at('bogus', 'x', 'zzz')).toEqual([]);
});
