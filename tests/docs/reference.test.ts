/** Generated pages and schemas say what the code says. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { describeFozzy } from '../../src/commands/describe.ts';
import { readPage, root } from './markdown.ts';

test('the reference pages are what the generator writes', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts', 'generate.mjs'), '--check'], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

test('every command of the table has its line in the README', () => {
  const readme = readPage('README.md');
  const told = (words: readonly string[]) => readme.includes(`fozzy ${words[0] ?? ''}`) && words.every((word) => readme.includes(word));
  expect(describeFozzy().commands.filter(({ words }) => !told(words))).toEqual([]);
});

test('the README names no command that does not exist', () => {
  const [, table = ''] = readPage('README.md').split('## Commands');
  const named = [...(table.split('##')[0] ?? '').matchAll(/`fozzy (?<word>[a-z]+)/gu)].map(({ groups }) => groups?.['word']);
  const known = new Set(describeFozzy().commands.map(({ words }) => words[0]));
  expect(named.filter((word) => !known.has(word))).toEqual([]);
});

test('the schemas the package ships compile, and accept the examples and a config', () => {
  const { schemas } = describeFozzy();
  const racy: unknown = JSON.parse(readFileSync(join(root, 'examples', 'lost-update', 'racy.fozzy.json'), 'utf8'));
  const accepts = [
    new Ajv2020({ strict: false }).compile(schemas['scenario.schema.json'] ?? false)(racy),
    new Ajv({ strict: false }).compile(schemas['scenario.draft-07.schema.json'] ?? false)(racy),
    new Ajv({ strict: false }).compile(schemas['config.schema.json'] ?? false)({ base_dir: '.fozzy', leak_budget: 0 }),
  ];
  expect(accepts).toEqual([true, true, true]);
});
