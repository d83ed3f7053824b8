import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostFiles } from './file-ops.ts';
import { checkRecordTarget, recordPathOf, withRecordPath } from './record-target.ts';
import type { RecordPolicy } from './record-target.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';

function record(cwd: string, name: string, policy: RecordPolicy, text: string): Promise<string> {
  const write = (path: string): string => {
    writeFileSync(path, text);
    return path;
  };
  return withRecordPath({ path: join(cwd, name), policy, cwd }, write, { ops: hostFiles });
}

describe('append', () => {
  test('uses a free path and creates its parents', async () => {
    const cwd = temporaryDirectory();
    expect(await record(cwd, 'deep/er/t.fozzy', 'append', 'a')).toBe(join(cwd, 'deep/er/t.fozzy'));
    expect(readdirSync(join(cwd, 'deep/er'))).toEqual(['t.fozzy']);
  });

  test('continues after the highest number, not in the first gap', async () => {
    const cwd = temporaryDirectory();
    for (const name of ['t.fozzy', 't.2.fozzy', 't.10.fozzy', 't.x.fozzy', 't.99.json', 'tt.50.fozzy']) writeFileSync(join(cwd, name), '');
    expect(await record(cwd, 't.fozzy', 'append', 'a')).toBe(join(cwd, 't.11.fozzy'));
  });

  test('gives every one of many writers its own file', async () => {
    const cwd = temporaryDirectory();
    const texts = Array.from({ length: 20 }, (_, index) => String(index));
    const paths = await Promise.all(texts.map((text) => record(cwd, 't.fozzy', 'append', text)));
    expect(new Set(paths).size).toBe(20);
    expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(texts);
    expect(readdirSync(cwd)).toHaveLength(20);
  });

  test('works for names without an extension', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'trace'), '');
    expect(await record(cwd, 'trace', 'append', 'a')).toBe(join(cwd, 'trace.1'));
  });
});

describe('the other policies', () => {
  test('overwrite replaces', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 't.fozzy'), 'old');
    await record(cwd, 't.fozzy', 'overwrite', 'new');
    expect(readFileSync(join(cwd, 't.fozzy'), 'utf8')).toBe('new');
  });

  test('error refuses, names the other policies and leaves the file and no lock', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 't.fozzy'), 'old');
    const attempt = record(cwd, 't.fozzy', 'error', 'new');
    await expect(attempt).rejects.toMatchObject({
      code: 'record_collision',
      message: expect.stringContaining('record collision'),
      hint: expect.stringMatching(/append.*overwrite/),
    });
    expect(readdirSync(cwd)).toEqual(['t.fozzy']);
    expect(readFileSync(join(cwd, 't.fozzy'), 'utf8')).toBe('old');
  });

  test('error lets a caller replace what it recognises as its own', async () => {
    const cwd = temporaryDirectory();
    const path = join(cwd, 't.fozzy');
    writeFileSync(path, 'mine');
    const write = (chosen: string): string => chosen;
    const mayReplace = (existing: string): boolean => existing === 'mine';
    expect(await withRecordPath({ path, policy: 'error', cwd, mayReplace }, write, { ops: hostFiles })).toBe(path);
    writeFileSync(path, 'not mine');
    await expect(withRecordPath({ path, policy: 'error', cwd, mayReplace }, write, { ops: hostFiles })).rejects.toMatchObject({
      code: 'record_collision',
    });
  });

  test('the check before a run finds what would be refused after it', () => {
    const cwd = temporaryDirectory();
    const path = join(cwd, 't.fozzy');
    expect(() => checkRecordTarget({ path, policy: 'error', cwd })).not.toThrow();
    writeFileSync(path, 'old');
    expect(() => checkRecordTarget({ path, policy: 'error', cwd })).toThrow(expect.objectContaining({ code: 'record_collision' }));
    expect(() => checkRecordTarget({ path, policy: 'append', cwd })).not.toThrow();
  });
});

test.each(['append', 'overwrite', 'error'] as const)('%s refuses symbolic links as target and as parent', async (policy) => {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'real'));
  writeFileSync(join(cwd, 'victim'), 'precious');
  symlinkSync(join(cwd, 'victim'), join(cwd, 't.fozzy'));
  symlinkSync(join(cwd, 'real'), join(cwd, 'link'));
  await expect(record(cwd, 't.fozzy', policy, 'x')).rejects.toMatchObject({ code: 'output_unsafe' });
  await expect(record(cwd, 'link/t.fozzy', policy, 'x')).rejects.toMatchObject({ code: 'output_unsafe' });
  expect(readFileSync(join(cwd, 'victim'), 'utf8')).toBe('precious');
  expect(existsSync(join(cwd, 'real/t.fozzy'))).toBe(false);
});

test('one scenario records to the path itself, several beside it by ordinal', () => {
  expect(recordPathOf('/p/out.fozzy', 1, 1)).toBe('/p/out.fozzy');
  expect(recordPathOf('/p/out.fozzy', 3, 12)).toBe('/p/out.3.fozzy');
});
