/** `corpus export` and `corpus import` as people use them: out, in again, and nothing lost or replaced on the way. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { performCommand, refusal } from '../support/built.ts';
import { project } from './run-cli.ts';

const corpus = { 'c/input-1.bin': 'one', 'c/deep/zeros.bin': '\0'.repeat(60_000), 'c/.hidden': '' };

test('what was exported is imported again, and the same inputs make the same bytes', async () => {
  const cwd = project(corpus);
  for (const out of ['a.zip', 'b.zip', 'a.zip']) {
    const { document } = await performCommand('corpus export', { dir: 'c', out }, { cwd });
    expect(document).toEqual({ schemaVersion: 'fozzy.corpus_export.v1', ok: true, zip: join(cwd, out), entries: 3 });
  }
  expect(readFileSync(join(cwd, 'a.zip')).equals(readFileSync(join(cwd, 'b.zip')))).toBe(true);
  const { document } = await performCommand('corpus import', { zip: 'a.zip', out: 'in/again' }, { cwd });
  expect(document).toEqual({ schemaVersion: 'fozzy.corpus_import.v1', ok: true, dir: join(cwd, 'in/again'), entries: 3 });
  for (const [path, content] of Object.entries(corpus)) {
    expect(readFileSync(join(cwd, path.replace('c/', 'in/again/')), 'utf8')).toBe(content);
  }
  await performCommand('corpus export', { dir: 'in/again', out: 'c.zip' }, { cwd });
  expect(readFileSync(join(cwd, 'c.zip')).equals(readFileSync(join(cwd, 'a.zip')))).toBe(true);
  expect(await refusal(cwd, 'corpus import', { zip: 'a.zip', out: 'in/again' })).toMatchObject({ code: 'output_exists' });
  expect(await refusal(cwd, 'corpus import', { zip: 'a.zip', out: 'x', maxEntries: 2 })).toMatchObject({ code: 'archive_limit' });
  expect(await refusal(cwd, 'corpus import', { zip: 'a.zip', out: 'x', maxTotalMb: 0 })).toMatchObject({ code: 'archive_limit' });
});

test('what cannot be packed or unpacked is told, and nothing is written', async () => {
  const cwd = project({ 'mine.zip': 'mine', 'c/input': 'x', 'c/../d/export.json': '{}' });
  mkdirSync(join(cwd, 'empty'));
  symlinkSync('/etc/passwd', join(cwd, 'c/link'));
  expect(await refusal(cwd, 'corpus export', { dir: 'none', out: 'x.zip' })).toMatchObject({ code: 'corpus_not_found' });
  expect(await refusal(cwd, 'corpus export', { dir: 'empty', out: 'x.zip' })).toMatchObject({ code: 'corpus_empty' });
  expect(await refusal(cwd, 'corpus export', { dir: 'd', out: 'x.zip' })).toMatchObject({ code: 'archive_unsafe' });
  expect(await refusal(cwd, 'corpus export', { dir: 'c', out: 'mine.zip' })).toMatchObject({ code: 'output_exists' });
  expect(await refusal(cwd, 'corpus export', { dir: 'c' })).toMatchObject({ code: 'usage' });
  expect(await refusal(cwd, 'corpus import', { zip: 'mine.zip', out: 'x' })).toMatchObject({ code: 'archive_unsafe' });
  expect(await refusal(cwd, 'corpus import', { zip: 'none.zip', out: 'x' })).toMatchObject({ code: 'io' });
  writeFileSync(join(cwd, 'file'), 'mine');
  const { document } = await performCommand('corpus export', { dir: 'c', out: 'c.zip' }, { cwd });
  expect(document).toMatchObject({ entries: 1 });
  expect(await refusal(cwd, 'corpus import', { zip: 'c.zip', out: 'file' })).toMatchObject({ code: 'output_exists' });
});
