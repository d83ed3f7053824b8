import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noLimits, sandboxDesk } from '../../../tests/support/sandbox-desk.ts';

const desk = sandboxDesk();

describe('a snapshot of real files', () => {
  test('covers what the scenario touched, and nothing else', async () => {
    writeFileSync(join(desk.root, 'foreign'), 'f');
    writeFileSync(join(desk.root, 'read'), 'r');
    await desk.read('read');
    await desk.read('absent');
    await desk.write('b', '1');
    await desk.write('a', '1');
    expect(await desk.files.snapshot('s', noLimits)).toMatchObject({ kind: 'ok', value: { entries: ['a', 'absent', 'b', 'read'] } });
    for (const name of ['foreign', 'read', 'absent', 'a']) writeFileSync(join(desk.root, name), 'changed');
    rmSync(join(desk.root, 'b'));
    expect(await desk.files.restore('s', noLimits)).toMatchObject({ kind: 'ok', value: { entries: ['a', 'absent', 'b', 'read'] } });
    expect(desk.disk()).toEqual({ a: '1', b: '1', read: 'r', foreign: 'changed' });
  });

  test('also brings back desk.files that were touched only after it', async () => {
    writeFileSync(join(desk.root, 'old'), 'old');
    await desk.files.snapshot('s', noLimits);
    await desk.write('old', 'new');
    await desk.write('made/by/us', 'new');
    await desk.files.restore('s', noLimits);
    expect(desk.disk()).toEqual({ old: 'old' });
    expect(existsSync(join(desk.root, 'made'))).toBe(false);
  });

  test('survives being restored, and is replaced by one of the same name', async () => {
    await desk.write('a', '1');
    await desk.files.snapshot('s', noLimits);
    for (const value of ['2', '3']) {
      await desk.write('a', value);
      await desk.files.restore('s', noLimits);
      expect(await desk.read('a')).toBe('1');
    }
    await desk.write('a', '4');
    await desk.files.snapshot('s', noLimits);
    await desk.write('a', '5');
    await desk.files.restore('s', noLimits);
    expect(await desk.read('a')).toBe('4');
  });

  test('gives a removed file its permissions back', async () => {
    writeFileSync(join(desk.root, 'run.sh'), 'x');
    chmodSync(join(desk.root, 'run.sh'), 0o750);
    await desk.read('run.sh');
    await desk.files.snapshot('s', noLimits);
    rmSync(join(desk.root, 'run.sh'));
    await desk.files.restore('s', noLimits);
    expect(statSync(join(desk.root, 'run.sh')).mode & 0o777).toBe(0o750);
  });

  test('leaves a directory alone that holds something foreign by now', async () => {
    await desk.files.snapshot('s', noLimits);
    await desk.write('dir/a', '1');
    writeFileSync(join(desk.root, 'dir/foreign'), 'f');
    await desk.files.restore('s', noLimits);
    expect(desk.disk()).toEqual({ 'dir/foreign': 'f' });
  });

  test('is not restored through a link that took the place of a file', async () => {
    await desk.write('dir/secret', 'mine');
    await desk.files.snapshot('s', noLimits);
    rmSync(join(desk.root, 'dir'), { recursive: true });
    symlinkSync(desk.outside, join(desk.root, 'dir'));
    expect(await desk.files.restore('s', noLimits)).toMatchObject({ kind: 'failed', error: { class: 'path' } });
    expect(readFileSync(join(desk.outside, 'secret'), 'utf8')).toBe('secret');
  });

  test('that was never taken is a failure of its own kind', async () => {
    expect(await desk.files.restore('nope', noLimits)).toMatchObject({ kind: 'failed', error: { class: 'missing_snapshot' } });
  });
});

describe('a mark', () => {
  test('is where undo leads back to', async () => {
    writeFileSync(join(desk.root, 'old'), 'old');
    await desk.files.mark();
    await desk.write('old', 'new');
    await desk.write('old', 'newer');
    await desk.write('dir/made', 'new');
    await desk.files.undo();
    expect(desk.disk()).toEqual({ old: 'old' });
    expect(existsSync(join(desk.root, 'dir'))).toBe(false);
  });

  test('nests', async () => {
    await desk.write('a', '0');
    await desk.files.mark();
    await desk.write('a', '1');
    await desk.files.mark();
    await desk.write('a', '2');
    await desk.write('b', '2');
    await desk.files.undo();
    expect(desk.disk()).toEqual({ a: '1' });
    await desk.files.undo();
    expect(desk.disk()).toEqual({ a: '0' });
  });

  test('that is released keeps what happened, for the mark around it to undo', async () => {
    await desk.files.mark();
    await desk.files.mark();
    await desk.write('a', '1');
    desk.files.release();
    expect(desk.disk()).toEqual({ a: '1' });
    await desk.files.undo();
    expect(desk.disk()).toEqual({});
  });

  test('takes back restores and snapshots too', async () => {
    await desk.write('a', '1');
    await desk.files.snapshot('s', noLimits);
    await desk.write('a', '2');
    await desk.files.mark();
    await desk.files.restore('s', noLimits);
    await desk.write('a', '3');
    await desk.files.snapshot('s', noLimits);
    await desk.files.snapshot('inner', noLimits);
    await desk.files.undo();
    expect(desk.disk()).toEqual({ a: '2' });
    expect(await desk.files.restore('inner', noLimits)).toMatchObject({ error: { class: 'missing_snapshot' } });
    await desk.files.restore('s', noLimits);
    expect(desk.disk()).toEqual({ a: '1' });
  });

  test('says so when a file cannot be put back', async () => {
    await desk.write('dir/a', '1');
    await desk.files.mark();
    await desk.write('dir/a', '2');
    rmSync(join(desk.root, 'dir'), { recursive: true });
    symlinkSync(desk.outside, join(desk.root, 'dir'));
    await expect(desk.files.undo()).rejects.toMatchObject({ code: 'io' });
    expect(readdirSync(desk.outside)).toEqual(['secret']);
  });
});
