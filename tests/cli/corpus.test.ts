/** The corpus commands as people use them: out, in again, merged and reduced, and nothing lost or replaced on the way. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { performCommand, refusal } from '../support/built.ts';
import { makeZip } from '../support/zip-maker.ts';
import { project, runCli } from './run-cli.ts';

const corpus = { 'c/input-1.bin': 'one', 'c/deep/zeros.bin': '\0'.repeat(60_000), 'c/deep/more': 'two' };

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

test('what is no input is neither packed nor unpacked: an archive of strangers leaves no hidden files', async () => {
  const cwd = project({ 'c/one': '1', 'c/.git/config': 'mine', 'c/deep/.env': 'SECRET=1', 'h/.DS_Store': 'x' });
  const { document } = await performCommand('corpus export', { dir: 'c', out: 'c.zip' }, { cwd });
  expect(document).toMatchObject({ entries: 1 });
  expect(readFileSync(join(cwd, 'c.zip')).includes('SECRET')).toBe(false);
  expect(await refusal(cwd, 'corpus export', { dir: 'h', out: 'h.zip' })).toMatchObject({ code: 'corpus_empty' });

  const foreign = [
    { name: 'a', content: 'a' },
    { name: '.git/hooks/post-checkout', content: 'rm' },
    { name: 'b/.x', content: 'x' },
  ];
  writeFileSync(join(cwd, 'foreign.zip'), makeZip(foreign));
  const { document: imported } = await performCommand('corpus import', { zip: 'foreign.zip', out: 'in' }, { cwd });
  expect(imported).toMatchObject({ entries: 1 });
  expect(filesOf(join(cwd, 'in'))).toEqual(['a']);
  writeFileSync(join(cwd, 'hidden.zip'), makeZip([{ name: '.only', content: 'x' }]));
  expect(await refusal(cwd, 'corpus import', { zip: 'hidden.zip', out: 'none' })).toMatchObject({ code: 'corpus_empty' });
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

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
}

test('inputs are listed, added once, and merged from the directories of other fuzzers', async () => {
  const cwd = project({ 'c/seed.txt': 'one', 'c/.gitkeep': '', 'raw/da39a3ee': 'two', 'raw/queue/id:000001': 'three', 'raw/same': 'two' });
  const { document: listed } = await performCommand('corpus list', { dir: 'c' }, { cwd });
  expect(listed).toEqual({
    schemaVersion: 'fozzy.corpus_list.v1',
    dir: join(cwd, 'c'),
    entries: [{ path: join(cwd, 'c/seed.txt'), sizeBytes: 3, blake3: expect.stringMatching(/^[0-9a-f]{64}$/u) }],
  });
  const add = async (dir: string, file: string) => (await performCommand('corpus add', { dir, file }, { cwd })).document;
  expect(await add('new/d', 'raw/same')).toEqual({ schemaVersion: 'fozzy.corpus_add.v1', added: 1, existed: 0 });
  expect(await add('new/d', 'raw/same')).toMatchObject({ added: 0, existed: 1 });
  expect(await add('new/d', 'raw')).toMatchObject({ added: 1, existed: 2 });
  expect(filesOf(join(cwd, 'new'))).toEqual([
    'd',
    expect.stringMatching(/^d\/input-[0-9a-f]{64}\.bin$/u),
    expect.stringMatching(/^d\/input-/u),
  ]);
  expect(await refusal(cwd, 'corpus list', { dir: 'none' })).toMatchObject({ code: 'corpus_not_found' });
  expect(await refusal(cwd, 'corpus add', { dir: 'c', file: 'none' })).toMatchObject({ code: 'io' });
  expect(await refusal(cwd, 'corpus add', { dir: 'c/seed.txt', file: 'raw' })).toMatchObject({ code: 'output_exists' });
});

const branches = `export function f(text: string): number {
  let found = 0;
  if (text.includes('a')) found += 1;
  if (text.includes('b')) found += 2;
  if (text.includes('c')) found += 4;
  return found;
}
`;

test('a corpus is reduced to a smallest part that reaches the same, and without a target only duplicates go', async () => {
  const inputs = { 'c/1': 'a', 'c/2': 'b', 'c/3': 'ab', 'c/4': 'c', 'c/5': 'cc', 'c/6': '', 'c/copy': 'ab', 'c/.gitkeep': '' };
  const cwd = project({ ...inputs, 'src/f.ts': branches });
  const { document } = await performCommand('corpus minimize', { dir: 'c' }, { cwd });
  expect(document).toEqual({
    schemaVersion: 'fozzy.corpus_minimize.v1',
    ok: true,
    dir: join(cwd, 'c'),
    filesBefore: 7,
    filesAfter: 6,
    duplicatesRemoved: 1,
    bytesBefore: 9,
    bytesAfter: 7,
    bytesRemoved: 2,
  });
  const { document: reduced } = await performCommand('corpus minimize', { dir: 'c', target: 'src/f.ts#f' }, { cwd });
  // Missing arms count too: 'ab' reaches both and the arm without c, 'c' the arms without a and b.
  expect([reduced, filesOf(join(cwd, 'c'))]).toMatchObject([
    { ok: true, filesBefore: 6, filesAfter: 2, bytesAfter: 3 },
    ['.gitkeep', '3', '4'],
  ]);
});

test('a corpus stays as it is when the budget is used up, the target refuses, or the process is killed', async () => {
  const slow =
    'export function f(text: string): number {\n  let n = 0;\n  for (let i = 0; i < 4e7; i += 1) n = (n + i * text.length) | 0;\n  return n;\n}\n';
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`c/${index}`, 'x'.repeat(index % 6)]));
  const cwd = project({ ...files, 'src/f.ts': slow });
  const before = filesOf(join(cwd, 'c'));
  const spent = await performCommand('corpus minimize', { dir: 'c', target: 'src/f.ts#f', budget: 1 }, { cwd });
  expect(spent).toMatchObject({ exitCode: 2, document: { ok: false, filesBefore: 12, filesAfter: 12, bytesRemoved: 0 } });
  expect(await refusal(cwd, 'corpus minimize', { dir: 'c', target: 'src/f.ts#g' })).toMatchObject({ code: 'fuzz_target_invalid' });
  const killed = await runCli(['corpus', 'minimize', 'c', '--target', 'src/f.ts#f', '--json'], {
    cwd,
    meanwhile: (child) => child.stderr?.on('data', (chunk: Buffer) => chunk.includes('"tick"') && child.kill('SIGKILL')),
  });
  expect([killed.signal, filesOf(join(cwd, 'c'))]).toEqual(['SIGKILL', before]);
});
