import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blake3Hex } from '../base/blake3.ts';
import { writeFileAtomic, writeFileDurable } from './atomic-write.ts';
import { assertSafeTarget, ensureDirectory } from './directory.ts';
import type { FileOps } from './file-ops.ts';
import { hostFiles } from './file-ops.ts';
import { failingFiles } from '../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';

describe('writing a file', () => {
  test('joins the chunks and reports size and digest of what lies on disk', () => {
    const path = join(temporaryDirectory(), 'a.json');
    const written = writeFileAtomic(path, ['{"ä":', '1', '}\n'], hostFiles);
    expect(readFileSync(path, 'utf8')).toBe('{"ä":1}\n');
    expect(written).toEqual({ sizeBytes: 9, blake3: blake3Hex('{"ä":1}\n') });
  });

  test('keeps a character whose halves arrive in two large chunks', () => {
    const path = join(temporaryDirectory(), 'a.txt');
    const filler = 'x'.repeat(300_000);
    writeFileAtomic(path, [`${filler}\ud83d`, `\ude00${filler}`], hostFiles);
    expect(readFileSync(path, 'utf8')).toBe(`${filler}😀${filler}`);
  });

  test('continues after a short write', () => {
    const path = join(temporaryDirectory(), 'a.txt');
    const slow: FileOps = { ...hostFiles, write: (file, bytes) => hostFiles.write(file, bytes.subarray(0, 3)) };
    writeFileAtomic(path, ['0123456789'], slow);
    expect(readFileSync(path, 'utf8')).toBe('0123456789');
  });

  test.each([
    ['create', 'EROFS', 'permission_denied'],
    ['create', 'EACCES', 'permission_denied'],
    ['write', 'ENOSPC', 'io'],
    ['sync', 'EIO', 'io'],
    ['rename', 'EPERM', 'permission_denied'],
  ] as const)('a failing %s (%s) leaves the old file and no other behind', (operation, errno, code) => {
    const directory = temporaryDirectory();
    const path = join(directory, 'a.txt');
    writeFileSync(path, 'old');
    const attempt = (): unknown => writeFileDurable(path, ['new'], failingFiles(operation, 1, errno));
    expect(attempt).toThrow(expect.objectContaining({ code, details: { path, errno } }));
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(directory)).toEqual(['a.txt']);
  });

  test('below a regular file is an io error naming the path', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    expect(() => ensureDirectory(join(directory, 'file', 'sub'), hostFiles)).toThrow(expect.objectContaining({ code: 'io' }));
  });

  test('a file system that cannot sync directories is no failure', () => {
    const path = join(temporaryDirectory(), 'a.txt');
    writeFileDurable(path, ['x'], failingFiles('openDirectory', 1, 'EISDIR'));
    expect(readFileSync(path, 'utf8')).toBe('x');
  });
});

describe('symbolic links', () => {
  test('a linked target is refused', () => {
    const base = temporaryDirectory();
    writeFileSync(join(base, 'real'), '');
    symlinkSync(join(base, 'real'), join(base, 'link'));
    expect(() => assertSafeTarget(join(base, 'link'), base)).toThrow(expect.objectContaining({ code: 'output_unsafe' }));
  });

  test('a dangling link is refused too', () => {
    const base = temporaryDirectory();
    symlinkSync(join(base, 'nowhere'), join(base, 'link'));
    expect(() => assertSafeTarget(join(base, 'link'), base)).toThrow(expect.objectContaining({ code: 'output_unsafe' }));
  });

  test('a linked parent below the base is refused, however deep', () => {
    const base = temporaryDirectory();
    mkdirSync(join(base, 'real/inner'), { recursive: true });
    symlinkSync(join(base, 'real'), join(base, 'link'));
    expect(() => assertSafeTarget(join(base, 'link/inner/new.txt'), base)).toThrow(expect.objectContaining({ code: 'output_unsafe' }));
  });

  test('a linked parent of a target outside the base is refused', () => {
    const base = temporaryDirectory();
    const other = temporaryDirectory();
    symlinkSync(other, join(other, 'link'));
    expect(() => assertSafeTarget(join(other, 'link/t.fozzy'), base)).toThrow(expect.objectContaining({ code: 'output_unsafe' }));
  });

  test('real directories and names that do not exist yet are fine', () => {
    const base = temporaryDirectory();
    expect(() => assertSafeTarget(join(base, 'a/b/c.txt'), base)).not.toThrow();
    expect(() => assertSafeTarget(join(temporaryDirectory(), 'c.txt'), base)).not.toThrow();
  });
});
