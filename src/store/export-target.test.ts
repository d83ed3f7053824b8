import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { failingFiles } from '../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { blake3Hex } from '../base/blake3.ts';
import { type ExportEntry, fileEntry, textEntry } from './export-entry.ts';
import type { ExportPlan } from './export-plan.ts';
import { writeExport } from './export-target.ts';
import { hostFiles } from './file-ops.ts';

const two: readonly ExportEntry[] = [textEntry('report.json', ['{}\n']), textEntry('tests/001-a/trace.fozzy', ['trace'])];

function planFor(cwd: string, name: string, entries = two): ExportPlan {
  const form = name.endsWith('.zip') ? 'zip' : 'directory';
  return { out: join(cwd, name), form, cwd, entries, about: { contents: 'export', containsHostCapture: false } };
}

function tree(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();
}

const refusals = [
  ['output_exists', 'a directory with somebody’s files', (out: string) => put(join(out, 'mine.txt'))],
  ['output_exists', 'a file', (out: string) => put(out)],
  ['output_exists', 'a directory with a foreign export.json', (out: string) => put(join(out, 'export.json'), '{"files":[]}')],
  ['output_unsafe', 'a symbolic link', (out: string) => symlinkSync('/tmp', out)],
] as const;

function put(path: string, text = 'mine'): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

describe('an export into a directory', () => {
  test('makes it with its parents and lists every file with its digest', async () => {
    const cwd = temporaryDirectory();
    expect(await writeExport(planFor(cwd, 'a/b'))).toEqual(['export.json', 'report.json', 'tests/001-a/trace.fozzy']);
    expect(tree(join(cwd, 'a/b'))).toEqual(['export.json', 'report.json', 'tests/001-a/trace.fozzy']);
    expect(JSON.parse(readFileSync(join(cwd, 'a/b/export.json'), 'utf8'))).toEqual({
      schemaVersion: 'fozzy.export.v1',
      contents: 'export',
      containsHostCapture: false,
      files: [
        { name: 'report.json', sizeBytes: 3, blake3: blake3Hex('{}\n') },
        { name: 'tests/001-a/trace.fozzy', sizeBytes: 5, blake3: blake3Hex('trace') },
      ],
    });
  });

  test('refuses whatever it did not make, and changes nothing', async () => {
    for (const [code, , prepare] of refusals) {
      const cwd = temporaryDirectory();
      prepare(join(cwd, 'out'));
      const before = tree(cwd);
      await expect(writeExport(planFor(cwd, 'out'))).rejects.toMatchObject({ code });
      expect(tree(cwd)).toEqual(before);
    }
  });

  test('replaces an earlier export, removes what is no longer part of it, and leaves other files alone', async () => {
    const cwd = temporaryDirectory();
    await writeExport(planFor(cwd, 'out'));
    put(join(cwd, 'out/notes/mine.txt'));
    await writeExport(planFor(cwd, 'out', [textEntry('report.json', ['new']), textEntry('env.json', ['env'])]));
    expect(tree(join(cwd, 'out'))).toEqual(['env.json', 'export.json', 'notes/mine.txt', 'report.json']);
    expect(existsSync(join(cwd, 'out/tests'))).toBe(false);
    expect(readFileSync(join(cwd, 'out/report.json'), 'utf8')).toBe('new');
    expect(readFileSync(join(cwd, 'out/export.json'), 'utf8')).not.toContain('trace.fozzy');
  });

  test('goes on where an export was killed before its index was there', async () => {
    const cwd = temporaryDirectory();
    for (const name of ['.fozzy-0123456789abcdef.tmp', '.fozzy-export.lock.0123456789abcdef']) put(join(cwd, 'out', name));
    expect(await writeExport(planFor(cwd, 'out'))).toHaveLength(3);
    put(join(cwd, 'mine/.fozzy-notes'));
    await expect(writeExport(planFor(cwd, 'mine'))).rejects.toMatchObject({ code: 'output_exists' });
  });

  test('names a clash before the first write', async () => {
    const cwd = temporaryDirectory();
    await writeExport(planFor(cwd, 'out', [textEntry('a.json', ['a'])]));
    put(join(cwd, 'out/report.json'));
    await expect(writeExport(planFor(cwd, 'out'))).rejects.toMatchObject({
      code: 'output_exists',
      message: expect.stringContaining('report.json'),
    });
    expect(tree(join(cwd, 'out'))).toEqual(['a.json', 'export.json', 'report.json']);
    expect(readFileSync(join(cwd, 'out/report.json'), 'utf8')).toBe('mine');
  });

  test('does not write over or remove a file that was changed since', async () => {
    for (const entries of [two, [textEntry('env.json', ['env'])]]) {
      const cwd = temporaryDirectory();
      await writeExport(planFor(cwd, 'out'));
      put(join(cwd, 'out/report.json'));
      await expect(writeExport(planFor(cwd, 'out', entries))).rejects.toMatchObject({
        code: 'output_exists',
        message: expect.stringContaining('was changed'),
      });
      expect(readFileSync(join(cwd, 'out/report.json'), 'utf8')).toBe('mine');
    }
  });

  test('does not trust an index that points out of the directory', async () => {
    const cwd = temporaryDirectory();
    put(join(cwd, 'precious'));
    for (const name of ['../precious', join(cwd, 'precious'), 'a/../../precious', '']) {
      const index = {
        schemaVersion: 'fozzy.export.v1',
        contents: 'export',
        containsHostCapture: false,
        files: [{ name, sizeBytes: 4, blake3: blake3Hex('mine') }],
      };
      put(join(cwd, 'out/export.json'), JSON.stringify(index));
      await expect(writeExport(planFor(cwd, 'out'))).rejects.toMatchObject({ code: 'output_exists' });
    }
    expect(readFileSync(join(cwd, 'precious'), 'utf8')).toBe('mine');
  });

  test('does not go through links inside it', async () => {
    const cwd = temporaryDirectory();
    await writeExport(planFor(cwd, 'out'));
    rmSync(join(cwd, 'out/tests'), { recursive: true });
    mkdirSync(join(cwd, 'elsewhere/001-a'), { recursive: true });
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'out/tests'));
    await expect(writeExport(planFor(cwd, 'out'))).rejects.toMatchObject({ code: 'output_unsafe' });
    expect(tree(join(cwd, 'elsewhere'))).toEqual([]);
  });

  test('that failed at any write can simply be repeated', async () => {
    for (let at = 1; ; at += 1) {
      const cwd = temporaryDirectory();
      await writeExport(planFor(cwd, 'out', [textEntry('old.json', ['old']), textEntry('report.json', ['old'])]));
      const ops = failingFiles('rename', at, 'ENOSPC');
      const failed = await writeExport(planFor(cwd, 'out'), ops).then(
        () => false,
        () => true,
      );
      await writeExport(planFor(cwd, 'out'));
      expect(tree(join(cwd, 'out'))).toEqual(['export.json', 'report.json', 'tests/001-a/trace.fozzy']);
      if (!failed) break;
    }
  });
});

describe('an export into a zip file', () => {
  test('is byte-identical for identical content, whatever the time and the order', async () => {
    const cwd = temporaryDirectory();
    await writeExport(planFor(cwd, 'a.zip'));
    await writeExport(planFor(cwd, 'b.zip', two.toReversed()));
    expect(readFileSync(join(cwd, 'a.zip')).equals(readFileSync(join(cwd, 'b.zip')))).toBe(true);
    expect(Object.keys(unzipSync(readFileSync(join(cwd, 'a.zip'))))).toEqual(['export.json', 'report.json', 'tests/001-a/trace.fozzy']);
    expect(tree(cwd)).toEqual(['a.zip', 'b.zip']);
  });

  test('replaces an earlier export and nothing else', async () => {
    const cwd = temporaryDirectory();
    await writeExport(planFor(cwd, 'a.zip'));
    await writeExport(planFor(cwd, 'a.zip', [textEntry('env.json', ['env'])]));
    expect(Object.keys(unzipSync(readFileSync(join(cwd, 'a.zip'))))).toEqual(['env.json', 'export.json']);
    for (const foreign of ['mine', '', readFileSync(join(cwd, 'a.zip')).subarray(1)]) {
      writeFileSync(join(cwd, 'mine.zip'), foreign);
      await expect(writeExport(planFor(cwd, 'mine.zip'))).rejects.toMatchObject({ code: 'output_exists' });
    }
    mkdirSync(join(cwd, 'directory.zip'));
    await expect(writeExport(planFor(cwd, 'directory.zip'))).rejects.toMatchObject({ code: 'output_exists' });
  });

  test('refuses symbolic links, also of parents', async () => {
    const cwd = temporaryDirectory();
    symlinkSync(join(cwd, 'nowhere.zip'), join(cwd, 'a.zip'));
    mkdirSync(join(cwd, 'real'));
    symlinkSync(join(cwd, 'real'), join(cwd, 'link'));
    for (const name of ['a.zip', 'link/a.zip', 'link/deep/a.zip']) {
      await expect(writeExport(planFor(cwd, name))).rejects.toMatchObject({ code: 'output_unsafe' });
    }
    expect(tree(join(cwd, 'real'))).toEqual([]);
  });

  test('notices when the disk does not keep what was written, and keeps the earlier file', async () => {
    const cwd = temporaryDirectory();
    await writeExport(planFor(cwd, 'a.zip'));
    const before = readFileSync(join(cwd, 'a.zip'));
    const forgetful = {
      ...hostFiles,
      write: (file: number, bytes: Uint8Array) =>
        hostFiles.write(
          file,
          bytes.map((byte) => byte ^ 1),
        ),
    };
    await expect(writeExport(planFor(cwd, 'a.zip'), forgetful)).rejects.toMatchObject({
      code: 'io',
      message: expect.stringContaining('does not hold'),
    });
    expect(readFileSync(join(cwd, 'a.zip')).equals(before)).toBe(true);
    expect(tree(cwd)).toEqual(['a.zip']);
  });

  test('leaves nothing behind when a source vanishes or changes', async () => {
    const cwd = temporaryDirectory();
    put(join(cwd, 'source'));
    const entry = fileEntry('source', join(cwd, 'source'));
    put(join(cwd, 'source'), 'other');
    await expect(writeExport(planFor(cwd, 'a.zip', [entry]))).rejects.toMatchObject({ code: 'run_damaged' });
    unlinkSync(join(cwd, 'source'));
    await expect(writeExport(planFor(cwd, 'a.zip', [entry]))).rejects.toMatchObject({ code: 'io' });
    expect(tree(cwd)).toEqual([]);
  });
});

test('a directory is read again after it was written', async () => {
  const cwd = temporaryDirectory();
  const forgetful = {
    ...hostFiles,
    write: (file: number, bytes: Uint8Array) =>
      hostFiles.write(
        file,
        bytes.map((byte) => byte ^ 1),
      ),
  };
  await expect(writeExport(planFor(cwd, 'out'), forgetful)).rejects.toMatchObject({
    code: 'io',
    message: expect.stringContaining('does not hold'),
  });
});
