import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { ProgramCache } from './program-cache.ts';

const compiled = { data: Buffer.from('what V8 made'), known: new Set(['front/cli', 'steps/run']) };

function kept(): { readonly cache: ProgramCache; readonly folder: string; readonly file: string } {
  const folder = join(temporaryDirectory(), 'code-cache');
  const cache = new ProgramCache(folder, 'build');
  expect(cache.isWritable()).toBe(true);
  cache.write('front', compiled);
  return { cache, folder, file: join(folder, readdirSync(folder)[0] ?? '', 'front.bin') };
}

test('what was written is read again, and nothing else lies beside it', () => {
  const { cache, file } = kept();
  expect(cache.read('front')).toEqual(compiled);
  expect(readdirSync(join(file, '..'))).toEqual(['front.bin']);
  expect(cache.read('steps')).toBeUndefined();
});

test('a copy that is damaged anywhere, or cut, counts as none', () => {
  const { cache, file } = kept();
  const bytes = readFileSync(file);
  for (const at of bytes.keys()) {
    writeFileSync(
      file,
      bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)),
    );
    expect(cache.read('front'), `byte ${at}`).toBeUndefined();
    writeFileSync(file, bytes.subarray(0, at));
    expect(cache.read('front'), `cut at ${at}`).toBeUndefined();
  }
});

test('a copy belongs to one build', () => {
  const { folder } = kept();
  expect(new ProgramCache(folder, 'another').read('front')).toBeUndefined();
});

test('where no folder can be made, nothing is kept and nothing fails', () => {
  const taken = join(temporaryDirectory(), 'code-cache');
  writeFileSync(taken, '');
  const cache = new ProgramCache(taken, 'build');
  expect(cache.isWritable()).toBe(false);
  cache.write('front', compiled);
  expect(cache.read('front')).toBeUndefined();
});

test('of the copies for other versions the four youngest stay', () => {
  const folder = temporaryDirectory();
  for (const year of [2001, 2002, 2003, 2004, 2005]) {
    mkdirSync(join(folder, String(year)));
    utimesSync(join(folder, String(year)), new Date(year, 1), new Date(year, 1));
  }
  new ProgramCache(folder, 'build').isWritable();
  expect(readdirSync(folder)).toEqual(['2003', '2004', '2005', expect.stringContaining('build-')]);
});
