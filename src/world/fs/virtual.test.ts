import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { virtualFiles } from './virtual.ts';

describe('virtual files', () => {
  test('spellings of one path name one file', () => {
    const files = virtualFiles();
    files.write('a/b.txt', 'x');
    for (const spelling of ['./a/b.txt', 'a//b.txt', 'a/./b.txt', 'a/c/../b.txt', '/a/b.txt', '../a/b.txt', 'a/b.txt/']) {
      expect([spelling, files.read(spelling)]).toEqual([spelling, 'x']);
    }
    expect(files.read('b.txt')).toBeUndefined();
    expect(files.read('a\\b.txt')).toBeUndefined();
  });

  test('a snapshot brings back content and removes files written after it', () => {
    const files = virtualFiles();
    files.write('a', '1');
    expect(files.snapshot('s')).toBe(1);
    files.write('a', '2');
    files.write('b', '2');
    expect(files.restore('s')).toBe(true);
    expect([files.read('a'), files.read('b')]).toEqual(['1', undefined]);
  });

  test('a snapshot survives restores, later writes and its own restore', () => {
    const files = virtualFiles();
    files.write('a', '1');
    files.snapshot('one');
    files.write('a', '2');
    files.snapshot('two');
    files.restore('one');
    files.write('a', '3');
    expect(files.restore('two')).toBe(true);
    expect(files.read('a')).toBe('2');
    files.restore('one');
    expect(files.read('a')).toBe('1');
  });

  test('the same name replaces, an unknown name is reported', () => {
    const files = virtualFiles();
    files.snapshot('s');
    files.write('a', '1');
    files.snapshot('s');
    files.write('a', '2');
    expect(files.restore('s')).toBe(true);
    expect(files.read('a')).toBe('1');
    expect(files.restore('none')).toBe(false);
  });

  test('load returns files and snapshots to the saved state', () => {
    const paths = ['a', 'b', 'c'];
    const names = ['s', 't'];
    const operation = fc.tuple(
      fc.constantFrom('write', 'snapshot', 'restore'),
      fc.constantFrom(...paths),
      fc.constantFrom(...names),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(operation), fc.array(operation), (before, after) => {
        const files = virtualFiles();
        const perform = (operations: typeof before) => {
          for (const [kind, path, name, data] of operations) {
            if (kind === 'write') files.write(path, data);
            else if (kind === 'snapshot') files.snapshot(name);
            else files.restore(name);
          }
        };
        const seen = () => {
          const live = paths.map((path) => files.read(path));
          const restored = names.map((name) => [files.restore(name), paths.map((path) => files.read(path))]);
          return { live, restored };
        };
        perform(before);
        const saved = files.save();
        const expected = seen();
        files.load(saved);
        perform(after);
        files.load(saved);
        expect(seen()).toEqual(expected);
      }),
    );
  });
});
