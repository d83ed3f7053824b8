import { describe, expect, test } from 'vitest';
import { compareText } from '../../base/compare.ts';
import { utf8Encode } from '../../base/utf8.ts';
import { chmod, inodeAt } from './attribute-calls.ts';
import { crash, crashStates } from './crash.ts';
import { failSync, fsync, open, read, write } from './file-calls.ts';
import { link, rename, unlink } from './name-calls.ts';
import { O_CREAT, O_RDONLY, O_SYNC, O_WRONLY } from './open-file.ts';
import { append, calm, freshDisk, loseAll, put, sync, textOf } from './sample-disk.ts';
import { snapshotOf } from './snapshot.ts';
import type { VirtualDisk } from './virtual.ts';

/** All texts a file can have after a power loss; undefined = it is not there. */
function possible(disk: VirtualDisk, path: string): (string | undefined)[] {
  const { states, complete } = crashStates(disk, calm);
  expect(complete).toBe(true);
  return [...new Set(states.map(({ snapshot }) => textOf(snapshot, path)))].toSorted((a, b) => compareText(a ?? '\uffff', b ?? '\uffff'));
}

describe('a power loss', () => {
  test('takes nothing that was synced together with its name', () => {
    const disk = freshDisk();
    put(disk, '/d/a', 'precious');
    sync(disk, '/d/a');
    sync(disk, '/d');
    expect(possible(disk, '/d/a')).toEqual(['precious']);
  });

  test('may take a synced file whose name was not synced', () => {
    const disk = freshDisk();
    put(disk, '/d/a', 'precious');
    sync(disk, '/d/a');
    expect(possible(disk, '/d/a')).toEqual(['precious', undefined]);
  });

  test('may leave the name without the bytes', () => {
    const disk = freshDisk();
    put(disk, '/d/a', 'abc');
    sync(disk, '/d');
    expect(possible(disk, '/d/a')).toEqual(['', '\0\0\0', 'abc']);
  });

  test('leaves the old or the new version when a file is synced before it is renamed over another', () => {
    const disk = freshDisk({ '/d/a': 'old' });
    put(disk, '/d/tmp', 'new');
    sync(disk, '/d/tmp');
    rename(disk, '/d/tmp', '/d/a');
    expect(possible(disk, '/d/a')).toEqual(['new', 'old']);
    sync(disk, '/d');
    expect(possible(disk, '/d/a')).toEqual(['new']);
  });

  test('can destroy a file that was renamed over another without a sync', () => {
    const disk = freshDisk({ '/d/a': 'old' });
    put(disk, '/d/tmp', 'new');
    rename(disk, '/d/tmp', '/d/a');
    expect(possible(disk, '/d/a')).toEqual(['', '\0\0\0', 'new', 'old']);
  });

  test('can empty a file that was written in place, but never mixes the versions around a truncation', () => {
    const disk = freshDisk({ '/d/a': 'old version' });
    put(disk, '/d/a', 'new');
    expect(possible(disk, '/d/a')).toEqual(['', '\0\0\0', 'new', 'old version']);
  });

  test('leaves the states of a journal that were worked out by hand', () => {
    const disk = freshDisk({ '/d/log': '' });
    append(disk, '/d/log', 'A');
    append(disk, '/d/log', 'B');
    // A kept, lost or zero, B kept, lost or zero: a byte behind a lost one stands behind a hole.
    expect(possible(disk, '/d/log')).toEqual(['', '\0', '\0\0', '\0B', 'A', 'A\0', 'AB']);
  });

  test('tears a write at sectors and pages, and nowhere else', () => {
    const disk = freshDisk({ '/d/a': '-'.repeat(1536) });
    const fd = open(disk, '/d/a', O_WRONLY, 0);
    write(disk, fd, utf8Encode('x'.repeat(1536)), 0, 1536, 0);
    const shapes = possible(disk, '/d/a').map((text) => text?.replaceAll(/(?<one>x{512}|-{512})/gu, (part) => part.charAt(0)));
    expect(shapes).toEqual(['---', '--x', '-xx', 'x--', 'xx-', 'xxx']);
  });

  test('never tears within a sector', () => {
    const disk = freshDisk({ '/d/a': 'aaaa' });
    const fd = open(disk, '/d/a', O_WRONLY, 0);
    write(disk, fd, utf8Encode('bbbb'), 0, 4, 0);
    expect(possible(disk, '/d/a')).toEqual(['aaaa', 'bbbb']);
  });

  test('keeps what an O_SYNC descriptor wrote', () => {
    const disk = freshDisk({ '/d/a': '' });
    put(disk, '/d/a', 'abc', O_WRONLY | O_SYNC);
    expect(possible(disk, '/d/a')).toEqual(['abc']);
  });

  test('may take an attribute that fdatasync leaves pending', () => {
    const disk = freshDisk({ '/d/a': '' });
    const inode = inodeAt(disk, '/d/a', true);
    if (typeof inode === 'number') throw new Error('the preset file is there');
    chmod(disk, inode, 0o600);
    const fd = open(disk, '/d/a', O_RDONLY, 0);
    fsync(disk, fd, 'data');
    expect(crashStates(disk, calm).states).toHaveLength(2);
    fsync(disk, fd, 'all');
    expect(crashStates(disk, calm).states).toHaveLength(1);
  });

  test('keeps a name in the new place or in the old one when a link replaces it', () => {
    const disk = freshDisk({ '/d/a': 'x' });
    link(disk, '/d/a', '/d/b');
    unlink(disk, '/d/a');
    const { states } = crashStates(disk, calm);
    for (const { snapshot } of states) expect(textOf(snapshot, '/d/a') ?? textOf(snapshot, '/d/b')).toBe('x');
  });

  test('may bring a removed file back until its directory is synced', () => {
    const disk = freshDisk({ '/d/a': 'x' });
    unlink(disk, '/d/a');
    expect(possible(disk, '/d/a')).toEqual(['x', undefined]);
    sync(disk, '/d');
    expect(possible(disk, '/d/a')).toEqual([undefined]);
  });

  test('makes what a synced rename stands on durable with it', () => {
    const disk = freshDisk({ '/d/keep': '', '/e/keep': '' });
    put(disk, '/d/tmp', 'new');
    sync(disk, '/d/tmp');
    rename(disk, '/d/tmp', '/e/a');
    sync(disk, '/e');
    expect(possible(disk, '/e/a')).toEqual(['new']);
    expect(possible(disk, '/d/tmp')).toEqual([undefined]);
  });

  test('loses for good what a failed sync dropped, although it can be read until then', () => {
    const disk = freshDisk({ '/d/a': 'old' });
    const fd = open(disk, '/d/a', O_WRONLY, 0);
    write(disk, fd, utf8Encode('new'), 0, 3, 0);
    expect(failSync(disk, fd)).toBe(-5);
    expect(fsync(disk, fd, 'all')).toBe(0);
    expect(textOf(snapshotOf(disk), '/d/a')).toBe('new');
    expect(possible(disk, '/d/a')).toEqual(['old']);
    write(disk, fd, utf8Encode('!'), 0, 1, 3);
    fsync(disk, fd, 'all');
    crash(disk, 'power-loss', calm);
    expect(textOf(snapshotOf(disk), '/d/a')).toBe('old!');
  });
});

describe('a crash', () => {
  test('of the process keeps everything and closes all files', () => {
    const disk = freshDisk();
    const fd = open(disk, '/d/a', O_WRONLY | O_CREAT, 0o644);
    write(disk, fd, utf8Encode('abc'), 0, 3, 0);
    crash(disk, 'process', loseAll);
    expect(textOf(snapshotOf(disk), '/d/a')).toBe('abc');
    expect(read(disk, fd, new Uint8Array(1), 0, 1, 0)).toBe(-9);
    crash(disk, 'power-loss', loseAll);
    expect(textOf(snapshotOf(disk), '/d/a')).toBeUndefined();
  });

  test('answered calmly keeps everything, and leaves nothing pending', () => {
    const disk = freshDisk();
    put(disk, '/d/a', 'abc');
    crash(disk, 'power-loss', calm);
    expect(textOf(snapshotOf(disk), '/d/a')).toBe('abc');
    expect(crashStates(disk, calm).states).toHaveLength(1);
  });
});
