import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFiles } from './find-files.ts';
import { expandBraces, isGlobPattern, segmentPattern } from './glob-pattern.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fozzy-find-'));
  const files = [
    'a.json',
    'B.json',
    'sub/a.json',
    'sub/deep/c.json',
    'sub/[id].json',
    'dist/x.json',
    'sub/dist/y.json',
    'node_modules/p/z.json',
    '.dot/d.json',
    '(p)/q.json',
  ];
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  symlinkSync(join(root, 'sub'), join(root, 'link'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a glob', () => {
  test('with * and ? stays inside its segment', () => {
    expect(findFiles(['*.json'], root)).toEqual(['B.json', 'a.json']);
    expect(findFiles(['?.json'], root)).toEqual(['B.json', 'a.json']);
    expect(findFiles(['*/a.json'], root)).toEqual(['sub/a.json']);
  });

  test('with ** crosses segments, zero included', () => {
    expect(findFiles(['**/a.json'], root)).toEqual(['a.json', 'sub/a.json']);
    expect(findFiles(['sub/**'], root)).toEqual(['sub/[id].json', 'sub/a.json', 'sub/deep/c.json']);
  });

  test('never wanders into pruned folders, but may start in one', () => {
    expect(findFiles(['**/[xyz].json'], root)).toEqual([]);
    expect(findFiles(['dist/*.json'], root)).toEqual(['dist/x.json']);
    expect(findFiles(['node_modules/**/*.json'], root)).toEqual(['node_modules/p/z.json']);
  });

  test('is case-sensitive and knows sets', () => {
    expect(findFiles(['[ab].json'], root)).toEqual(['a.json']);
    expect(findFiles(['[!a].json', '[^a].json'], root)).toEqual(['B.json']);
    expect(findFiles(['sub/\\[id\\].json'], root)).toEqual(['sub/[id].json']);
  });

  test('treats every other sign as itself', () => {
    expect(findFiles(['(p)/*.json'], root)).toEqual(['(p)/q.json']);
  });

  test('expands braces, and files found twice are listed once', () => {
    expect(findFiles(['{a,B}.json', 'a.*', '{sub,{x,.dot}}/*.json'], root)).toEqual([
      '.dot/d.json',
      'B.json',
      'a.json',
      'sub/[id].json',
      'sub/a.json',
    ]);
  });

  test('does not follow symbolic links, unless the pattern names one', () => {
    expect(findFiles(['*/deep/*.json', '**/c.json'], root)).toEqual(['sub/deep/c.json']);
    expect(findFiles(['link/deep/*.json'], root)).toEqual(['link/deep/c.json']);
  });

  test('over a folder that is not there finds nothing', () => {
    expect(findFiles(['none/**/*.json', 'a.json/*'], root)).toEqual([]);
  });

  test('may be absolute', () => {
    expect(findFiles([`${root}/sub/a.*`], '/')).toEqual([`${root}/sub/a.json`]);
  });
});

test('a folder that cannot be read is an error that names it', () => {
  symlinkSync('loop', join(root, 'loop'));
  expect(() => findFiles(['loop/*.json'], root)).toThrow(join(root, 'loop'));
});

test('a path is a glob if it has one of the six signs', () => {
  for (const glob of ['*', 'a?', '[a]', 'a]', '{a', 'a}']) expect(isGlobPattern(glob)).toBe(true);
  for (const literal of ['a/b.json', '(a)', '!a', '+(x)', 'ä b']) expect(isGlobPattern(literal)).toBe(false);
});

test('braces nest, multiply, and are literal when they never close', () => {
  expect(expandBraces('{a,b{c,d}}{1,2}')).toEqual(['a1', 'a2', 'bc1', 'bc2', 'bd1', 'bd2']);
  expect(expandBraces('{a,b')).toEqual(['{a,b']);
});

test('sets that are no sets are literal', () => {
  expect(segmentPattern('[z-a]').test('[z-a]')).toBe(true);
  expect(segmentPattern('[a').test('[a')).toBe(true);
  expect(segmentPattern('[]a]').test(']')).toBe(true);
  expect(segmentPattern('[a-]').test('-')).toBe(true);
});
