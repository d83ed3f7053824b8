/** Code kept on disk saves time and changes nothing. */
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { CodeCache } from '../../../src/sim/load/code-cache.ts';
import { ModuleProject } from '../../support/module-project.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const shape = {
  format: 'cjs',
  requests: [],
  loose: [],
  locals: [],
  indirect: [],
  stars: [],
  topLevelAwait: false,
  richRequire: false,
  blocks: [],
  siteCount: 0,
} as const;

test('an entry comes back as it was, for the same text and version only', () => {
  const folder = temporaryDirectory();
  const cache = new CodeCache({ folder, version: '1' });
  cache.noteLowered('a', 'text', { shape, script: '(ü)' });
  cache.keep();
  expect(cache.readLowered('a', 'text')).toEqual({ shape, script: '(ü)' });
  expect(cache.readLowered('a', 'other text')).toBeUndefined();
  expect(cache.readLowered('b', 'text')).toBeUndefined();
  expect(new CodeCache({ folder, version: '2' }).readLowered('a', 'text')).toBeUndefined();
});

test('nothing is written before somebody says that it is worth keeping', () => {
  const folder = join(temporaryDirectory(), 'cache');
  const cache = new CodeCache({ folder, version: '1' });
  cache.noteLowered('a', 'text', { shape, script: '()' });
  expect(existsSync(folder)).toBe(false);
  cache.keep();
  expect(readdirSync(folder)).toEqual(['a.js']);
});

test('the oldest entries go when the folder holds more than it may, and files of others stay', () => {
  const folder = temporaryDirectory();
  const script = 'x'.repeat(1000);
  writeFileSync(join(folder, 'notes.txt'), script);
  const cache = new CodeCache({ folder, version: '1', bytesMax: 4000 });
  const names = ['a', 'b', 'c', 'd'];
  for (const [second, name] of names.entries()) {
    cache.noteLowered(name, 'text', { shape, script });
    cache.keep();
    utimesSync(join(folder, `${name}.js`), second, second);
  }
  cache.noteLowered('e', 'text', { shape, script });
  cache.keep();
  expect(readdirSync(folder).toSorted()).toEqual(['c.js', 'd.js', 'e.js', 'notes.txt']);
});

test('a damaged entry is no entry', () => {
  const folder = temporaryDirectory();
  const cache = new CodeCache({ folder, version: '1' });
  cache.noteLowered('a', 'text', { shape, script: '(function () {})' });
  cache.keep();
  const [name] = readdirSync(folder);
  const path = join(folder, name ?? '');
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += 7) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(path, damaged);
    expect(cache.readLowered('a', 'text')).toBeUndefined();
  }
  writeFileSync(path, bytes.subarray(0, bytes.length - 1));
  expect(cache.readLowered('a', 'text')).toBeUndefined();
});

test('compiled code is accepted by the engine that wrote it', () => {
  const folder = temporaryDirectory();
  const cache = new CodeCache({ folder, version: '1' });
  const text = '(function () { return 1 })';
  cache.noteCompiled('a', text, new Script(text));
  expect(cache.readCompiled('a', text)).toBeUndefined();
  cache.keep();
  const cachedData = cache.readCompiled('a', text);
  expect(new Script(text, { ...(cachedData === undefined ? {} : { cachedData }) }).cachedDataRejected).toBe(false);
});

test('a code base works the same with an empty, a full, a ruined and an impossible cache', async () => {
  const folder = join(temporaryDirectory(), 'cache');
  const files = {
    'main.mjs': "import './w.mjs'; import x from './x.cjs'; export const y = x.map((n) => n + 1);",
    'w.mjs': 'await 0',
    'x.cjs': 'module.exports = [1, 2]',
  };
  const run = async (target: string) => {
    const project = await ModuleProject.create(files, { cache: { folder: target, version: '1' } });
    const result = await project.run('main.mjs');
    project.codeBase.keep();
    return result['y'];
  };
  expect(await run(folder)).toEqual([2, 3]);
  const names = readdirSync(folder);
  expect(names.filter((name) => name.endsWith('.js'))).toHaveLength(3);
  expect(names.filter((name) => name.endsWith('.v8'))).toHaveLength(3);
  expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  expect(await run(folder)).toEqual([2, 3]);
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'rubbish');
  expect(await run(folder)).toEqual([2, 3]);
  const occupied = join(temporaryDirectory(), 'file');
  writeFileSync(occupied, '');
  expect(await run(join(occupied, 'below'))).toEqual([2, 3]);
});
