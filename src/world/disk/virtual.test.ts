import { describe, expect, test } from 'vitest';
import { utf8Decode, utf8Encode } from '../../base/utf8.ts';
import { access, chmod, chown, inodeAt } from './attribute-calls.ts';
import { errno } from './errno.ts';
import { close, ftruncate, open, read, write } from './file-calls.ts';
import { type BaseReader, createImage } from './image.ts';
import type { Inode } from './inode.ts';
import { mkdir, readlink, realpath, rename, rmdir, symlink, unlink } from './name-calls.ts';
import { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_RDWR, O_WRONLY } from './open-file.ts';
import { presetDirectory, presetFile } from './preset.ts';
import { snapshotOf } from './snapshot.ts';
import { VirtualDisk } from './virtual.ts';

const plain = createImage();

function freshDisk(capacityBytes?: number): VirtualDisk {
  const disk = new VirtualDisk({ image: plain, clock: () => 1000, ...(capacityBytes === undefined ? {} : { capacityBytes }) });
  presetDirectory(disk, '/d');
  return disk;
}

function put(disk: VirtualDisk, path: string, text: string): number {
  const fd = open(disk, path, O_RDWR | O_CREAT, 0o644);
  write(disk, fd, utf8Encode(text), 0, utf8Encode(text).length, 0);
  return fd;
}

function contents(disk: VirtualDisk, path: string): string {
  const fd = open(disk, path, O_RDONLY, 0);
  const bytes = new Uint8Array(100);
  const count = read(disk, fd, bytes, 0, 100, 0);
  close(disk, fd);
  return utf8Decode(bytes.subarray(0, count));
}

function inode(disk: VirtualDisk, path: string): Inode {
  const found = inodeAt(disk, path, false);
  if (typeof found === 'number') throw new Error(`${path} is missing`);
  return found;
}

describe('an open file', () => {
  test('lives on after its name is gone, and gives its space back when it is closed', () => {
    const disk = freshDisk();
    const used = disk.usedBytes;
    const fd = put(disk, '/d/a', 'still here');
    unlink(disk, '/d/a');
    const bytes = new Uint8Array(10);
    expect(read(disk, fd, bytes, 0, 10, 0)).toBe(10);
    expect(disk.usedBytes).toBeGreaterThan(used);
    close(disk, fd);
    expect(disk.usedBytes).toBe(used);
  });

  test('gets the lowest free number', () => {
    const disk = freshDisk();
    const [one, two] = [put(disk, '/d/a', ''), put(disk, '/d/b', '')];
    close(disk, one);
    expect([put(disk, '/d/c', ''), two]).toEqual([one, two]);
  });

  test('appends wherever the position says', () => {
    const disk = freshDisk();
    close(disk, put(disk, '/d/a', 'abc'));
    const fd = open(disk, '/d/a', O_WRONLY | O_APPEND, 0);
    write(disk, fd, utf8Encode('d'), 0, 1, 0);
    expect(contents(disk, '/d/a')).toBe('abcd');
  });

  test('has zeros where nobody wrote, and takes no space for them', () => {
    const disk = freshDisk();
    const fd = put(disk, '/d/a', 'ab');
    ftruncate(disk, fd, 1_000_000_000);
    expect(inode(disk, '/d/a').sizeBytes).toBe(1_000_000_000);
    expect(disk.usedBytes).toBe(4096);
    const bytes = new Uint8Array(4).fill(9);
    read(disk, fd, bytes, 0, 4, 1);
    expect([...bytes]).toEqual([98, 0, 0, 0]);
    ftruncate(disk, fd, 1);
    ftruncate(disk, fd, 3);
    expect(contents(disk, '/d/a')).toBe('a\0\0');
  });

  test('can only be read or written as it was opened', () => {
    const disk = freshDisk();
    close(disk, put(disk, '/d/a', ''));
    const [reader, writer] = [open(disk, '/d/a', O_RDONLY, 0), open(disk, '/d/a', O_WRONLY, 0)];
    expect(write(disk, reader, new Uint8Array(1), 0, 1, 0)).toBe(errno.EBADF);
    expect(read(disk, writer, new Uint8Array(1), 0, 1, 0)).toBe(errno.EBADF);
  });

  test('that shall be new must not exist, not even as a link to nowhere', () => {
    const disk = freshDisk();
    symlink(disk, '/d/nowhere', '/d/link');
    expect(open(disk, '/d/link', O_WRONLY | O_CREAT | O_EXCL, 0o644)).toBe(errno.EEXIST);
    expect(open(disk, '/d/link', O_RDONLY | O_NOFOLLOW, 0)).toBe(errno.ELOOP);
    expect(open(disk, '/d/link', O_WRONLY | O_CREAT, 0o644)).toBeGreaterThan(2);
    expect(contents(disk, '/d/nowhere')).toBe('');
  });
});

describe('a path', () => {
  test('goes through links and dots, and loops end', () => {
    const disk = freshDisk();
    mkdir(disk, '/d/sub', 0o755);
    close(disk, put(disk, '/d/sub/file', 'x'));
    symlink(disk, 'sub', '/d/link');
    symlink(disk, '/d/loop', '/d/loop');
    expect(realpath(disk, '/d/./link/../link/file')).toBe('/d/sub/file');
    expect(readlink(disk, '/d/link')).toBe('sub');
    expect(realpath(disk, '/d/loop')).toBe(errno.ELOOP);
    expect(realpath(disk, '/d/sub/file/')).toBe(errno.ENOTDIR);
    expect(realpath(disk, '/d/sub/file/..')).toBe(errno.ENOTDIR);
  });

  test('and its parts have a longest length', () => {
    const disk = freshDisk();
    expect(mkdir(disk, `/d/${'ä'.repeat(127)}`, 0o755)).toBe(0);
    expect(mkdir(disk, `/d/${'ä'.repeat(128)}`, 0o755)).toBe(errno.ENAMETOOLONG);
    expect(realpath(disk, '/d'.repeat(2048))).toBe(errno.ENAMETOOLONG);
  });
});

describe('rights', () => {
  test('of an ordinary user end at what belongs to the administrator', () => {
    const disk = freshDisk();
    expect(mkdir(disk, '/etc', 0o755)).toBe(errno.EACCES);
    expect(rmdir(disk, '/tmp')).toBe(errno.EACCES);
    expect(chmod(disk, inode(disk, '/'), 0o777)).toBe(errno.EPERM);
    expect(chown(disk, inode(disk, '/d'), 0, 0)).toBe(errno.EPERM);
  });

  test('follow the mode of files and directories', () => {
    const disk = freshDisk();
    close(disk, put(disk, '/d/a', 'x'));
    chmod(disk, inode(disk, '/d/a'), 0o400);
    expect(open(disk, '/d/a', O_WRONLY, 0)).toBe(errno.EACCES);
    expect(access(disk, '/d/a', 4)).toBe(0);
    expect(access(disk, '/d/a', 2)).toBe(errno.EACCES);
    chmod(disk, inode(disk, '/d'), 0o600);
    expect(open(disk, '/d/a', O_RDONLY, 0)).toBe(errno.EACCES);
  });

  test("protect the files of others in everybody's directory", () => {
    const disk = freshDisk();
    close(disk, put(disk, '/tmp/a', 'x'));
    inode(disk, '/tmp/a').uid = 0;
    expect(unlink(disk, '/tmp/a')).toBe(errno.EPERM);
    expect(rename(disk, '/tmp/a', '/tmp/b')).toBe(errno.EPERM);
  });
});

test('a full disk takes what fits, then nothing', () => {
  const disk = freshDisk(8192);
  const fd = put(disk, '/d/a', '');
  expect(write(disk, fd, new Uint8Array(10_000), 0, 10_000, 0)).toBe(8192);
  expect(write(disk, fd, new Uint8Array(1), 0, 1, 8192)).toBe(errno.ENOSPC);
  expect(write(disk, fd, new Uint8Array(1), 0, 1, 0)).toBe(1);
  ftruncate(disk, fd, 0);
  expect(write(disk, fd, new Uint8Array(1), 0, 1, 0)).toBe(1);
});

describe('real files below a disk', () => {
  const asked: string[] = [];
  const reader: BaseReader = {
    entries(path) {
      asked.push(`list ${path}`);
      return path === '/p'
        ? [
            { name: 'config.json', kind: 'file', executable: false },
            { name: 'lib', kind: 'directory', executable: false },
          ]
        : [];
    },
    bytes(path) {
      asked.push(`read ${path}`);
      return utf8Encode('{"real":true}');
    },
    target: () => '',
  };
  const image = createImage({ base: { root: '/p', reader } });
  const withBase = () => new VirtualDisk({ image, clock: () => 0 });

  test('are read once for all disks, and only when somebody asks', () => {
    withBase();
    expect(asked).toEqual([]);
    expect(contents(withBase(), '/p/config.json')).toBe('{"real":true}');
    expect(contents(withBase(), '/p/config.json')).toBe('{"real":true}');
    expect(asked).toEqual(['list /p', 'read /p/config.json']);
  });

  test('can be changed and removed on one disk without another seeing it', () => {
    const [one, two] = [withBase(), withBase()];
    close(one, put(one, '/p/config.json', '{"mine"'));
    unlink(two, '/p/config.json');
    expect(contents(one, '/p/config.json')).toBe('{"mine":true}');
    expect(two.names(inode(two, '/p'))).toEqual(['lib']);
    expect(contents(withBase(), '/p/config.json')).toBe('{"real":true}');
  });

  test('stay out of snapshots until they are changed', () => {
    const disk = withBase();
    expect(contents(disk, '/p/config.json')).not.toBe('');
    expect([...snapshotOf(disk).keys()]).toEqual([]);
    close(disk, put(disk, '/p/config.json', '!'));
    expect([...snapshotOf(disk).keys()]).toEqual(['/p/config.json']);
  });
});

describe('the state hash', () => {
  test('does not depend on the order in which files came about', () => {
    const [one, two] = [freshDisk(), freshDisk()];
    for (const name of ['a', 'b']) close(one, put(one, `/d/${name}`, name));
    for (const name of ['b', 'a']) close(two, put(two, `/d/${name}`, name));
    expect(one.stateHash()).toBe(two.stateHash());
  });

  test('changes with a byte, a name and a mode, and comes back with them', () => {
    const disk = freshDisk();
    presetFile(disk, '/d/a', 'one');
    const hashes = [disk.stateHash()];
    close(disk, put(disk, '/d/a', 'two'));
    hashes.push(disk.stateHash());
    rename(disk, '/d/a', '/d/b');
    hashes.push(disk.stateHash());
    chmod(disk, inode(disk, '/d/b'), 0o600);
    hashes.push(disk.stateHash());
    expect(new Set(hashes).size).toBe(4);
    expect(disk.stateHash()).toBe(hashes[3]);
  });

  test('is not moved by reading, and neither is the version', () => {
    const disk = freshDisk();
    presetFile(disk, '/d/a', 'one');
    const before = [disk.stateHash(), disk.version];
    contents(disk, '/d/a');
    disk.names(inode(disk, '/d'));
    expect([disk.stateHash(), disk.version]).toEqual(before);
  });
});
