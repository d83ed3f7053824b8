/** Functions of `fs` that take a path and are one system call each. */
import { access, chmod, chown, inodeAt, truncate, utimes } from '../../../world/disk/attribute-calls.ts';
import { errno } from '../../../world/disk/errno.ts';
import type { Inode } from '../../../world/disk/inode.ts';
import { link, mkdir, readlink, realpath, rename, rmdir, symlink, unlink } from '../../../world/disk/name-calls.ts';
import type { VirtualDisk } from '../../../world/disk/virtual.ts';
import { current } from '../../active.ts';
import { invalidArgType, nodeError } from '../../node-error.ts';
import { NODE_MAJOR } from '../../node-version.ts';
import { processIfAny } from '../../process/sim-process.ts';
import { encodedName, type GivenPath, integerOf, invalidValue, modeOf, optionsOf, pathOf, pathText, timeUsOf } from './arguments.ts';
import type { Call } from './call.ts';
import { checked, found, fsError } from './fs-error.ts';
import { StatFs, statsOf } from './stats.ts';

/** A call on one path whose result does not matter beside success. */
function onPath(syscall: string, path: GivenPath, act: (disk: VirtualDisk, full: string) => number): Call<void> {
  return {
    name: syscall,
    path: path.given,
    work: (disk) => {
      checked(act(disk, path.full), syscall, path.given);
    },
  };
}

/** A call on the inode that one path names. */
function onInode(syscall: string, given: unknown, follow: boolean, act: (disk: VirtualDisk, inode: Inode) => number): Call<void> {
  return onPath(syscall, pathOf(given), (disk, full) => {
    const inode = inodeAt(disk, full, follow);
    return typeof inode === 'number' ? inode : act(disk, inode);
  });
}

function onTwoPaths(syscall: string, from: GivenPath, to: GivenPath, act: (disk: VirtualDisk) => number): Call<void> {
  return {
    name: syscall,
    path: from.given,
    dest: to.given,
    work: (disk) => {
      checked(act(disk), syscall, from.given, to.given);
    },
  };
}

function statCall(syscall: 'stat' | 'lstat', given: unknown, options: unknown): Call<unknown> {
  const path = pathOf(given);
  const { bigint, throwIfNoEntry } = optionsOf(options);
  return {
    name: syscall,
    path: path.given,
    work: (disk) => {
      const inode = inodeAt(disk, path.full, syscall === 'stat');
      if (typeof inode !== 'number') return statsOf(inode, bigint);
      if (throwIfNoEntry === false && isNoEntry(inode, syscall)) return undefined;
      throw fsError(inode, syscall, path.given);
    },
  };
}

/** From Node 22 on, `stat` takes a file in the place of a directory for nothing being there; `lstat` does not. */
function isNoEntry(code: number, syscall: 'stat' | 'lstat'): boolean {
  return code === errno.ENOENT || (code === errno.ENOTDIR && syscall === 'stat' && NODE_MAJOR >= 22);
}

export function umaskOf(): number {
  return processIfAny(current())?.umask() ?? 0o022;
}

/** The first directory that was made, or undefined when there was nothing to do. */
function makeAll(disk: VirtualDisk, path: GivenPath, mode: number): string | undefined {
  const missing: string[] = [];
  let at = path.full.replace(/(?<=.)\/+$/u, '');
  for (;;) {
    const inode = inodeAt(disk, at, true);
    if (typeof inode !== 'number') {
      if (inode.isDirectory) break;
      throw fsError(missing.length === 0 ? errno.EEXIST : errno.ENOTDIR, 'mkdir', path.given);
    }
    if (inode !== errno.ENOENT) throw fsError(inode, 'mkdir', path.given);
    missing.push(at);
    at = at.slice(0, Math.max(1, at.lastIndexOf('/')));
  }
  // Told in the form in which the path was given.
  const first = missing.at(-1)?.slice(path.full.length - path.given.length);
  for (const directory of missing.reverse()) checked(mkdir(disk, directory, mode), 'mkdir', path.given);
  return first;
}

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export const pathCalls = {
  access(given: unknown, mode: unknown): Call<void> {
    const wanted = typeof mode === 'function' || mode === undefined || mode === null ? 0 : integerOf(mode, 'mode', 0, 7);
    return onPath('access', pathOf(given), (disk, full) => access(disk, full, wanted));
  },
  chmod: (given: unknown, mode: unknown): Call<void> => {
    const bits = requiredMode(mode);
    return onInode('chmod', given, true, (disk, inode) => chmod(disk, inode, bits));
  },
  chown: (given: unknown, uid: unknown, gid: unknown): Call<void> => chownCall('chown', given, uid, gid),
  lchown: (given: unknown, uid: unknown, gid: unknown): Call<void> => chownCall('lchown', given, uid, gid),
  link(existing: unknown, given: unknown): Call<void> {
    const [from, to] = [pathOf(existing, 'existingPath'), pathOf(given, 'newPath')];
    return onTwoPaths('link', from, to, (disk) => link(disk, from.full, to.full));
  },
  lstat: (given: unknown, options?: unknown): Call<unknown> => statCall('lstat', given, options),
  lutimes: (given: unknown, atime: unknown, mtime: unknown): Call<void> => utimesCall('lutime', given, atime, mtime),
  mkdir(given: unknown, options: unknown): Call<string | undefined> {
    const path = pathOf(given);
    const plain = typeof options === 'number' || typeof options === 'string';
    const { recursive, mode } = plain ? { recursive: false, mode: options } : optionsOf(options);
    const bits = modeOf(mode, plain || NODE_MAJOR < 22 ? 'mode' : 'options.mode', 0o777) & ~umaskOf();
    if (recursive !== undefined && typeof recursive !== 'boolean') throw invalidArgType('options.recursive', 'of type boolean', recursive);
    return {
      name: 'mkdir',
      path: path.given,
      work: (disk) => {
        if (recursive === true) return makeAll(disk, path, bits);
        checked(mkdir(disk, path.full, bits), 'mkdir', path.given);
        return undefined;
      },
    };
  },
  mkdtemp(prefix: unknown, options: unknown): Call<string | Buffer> {
    const path = pathOf(prefix, 'prefix');
    const { encoding } = optionsOf(options);
    return {
      name: 'mkdtemp',
      path: path.given,
      work: (disk, machine) => {
        let result: number = errno.EEXIST;
        let suffix = '';
        while (result === errno.EEXIST) {
          suffix = Array.from({ length: 6 }, () => CHARACTERS.charAt(machine.random.nextBelow(CHARACTERS.length))).join('');
          result = mkdir(disk, path.full + suffix, 0o700);
        }
        checked(result, 'mkdtemp', `${path.given}XXXXXX`);
        return encodedName(path.given + suffix, encoding);
      },
    };
  },
  readlink(given: unknown, options: unknown): Call<string | Buffer> {
    const path = pathOf(given);
    const { encoding } = optionsOf(options);
    return {
      name: 'readlink',
      path: path.given,
      work: (disk) => encodedName(found<string>(readlink(disk, path.full), 'readlink', path.given), encoding),
    };
  },
  realpath: (given: unknown, options: unknown): Call<string | Buffer> => realpathCall(given, options, 'lstat'),
  rename(given: unknown, next: unknown): Call<void> {
    const [from, to] = [pathOf(given, 'oldPath'), pathOf(next, 'newPath')];
    return onTwoPaths('rename', from, to, (disk) => rename(disk, from.full, to.full));
  },
  stat: (given: unknown, options?: unknown): Call<unknown> => statCall('stat', given, options),
  statfs(given: unknown, options: unknown): Call<StatFs> {
    const path = pathOf(given);
    const { bigint } = optionsOf(options);
    return {
      name: 'statfs',
      path: path.given,
      work: (disk) => {
        found<Inode>(inodeAt(disk, path.full, true), 'statfs', path.given);
        return new StatFs(disk, bigint);
      },
    };
  },
  symlink(target: unknown, given: unknown, type: unknown): Call<void> {
    if (typeof type === 'string' && !['dir', 'file', 'junction'].includes(type)) throw invalidLinkType(type);
    const text = pathText(target, 'target');
    const path = pathOf(given);
    return onTwoPaths('symlink', { given: text, full: text }, path, (disk) => symlink(disk, text, path.full));
  },
  truncate(given: unknown, length: unknown): Call<void> {
    const size = length === undefined || length === null || typeof length === 'function' ? 0 : Math.max(0, integerOf(length, 'len'));
    // Node opens the file first, so that is what fails.
    return onPath('open', pathOf(given), (disk, full) => truncate(disk, full, size));
  },
  unlink: (given: unknown): Call<void> => onPath('unlink', pathOf(given), unlink),
  utimes: (given: unknown, atime: unknown, mtime: unknown): Call<void> => utimesCall('utime', given, atime, mtime),
};

/** Node's own way names the first missing part; the native one the whole path. */
export function realpathCall(given: unknown, options: unknown, syscall: 'lstat' | 'realpath'): Call<string | Buffer> {
  const path = pathOf(given);
  const { encoding } = optionsOf(options);
  return {
    name: 'realpath',
    path: path.given,
    work: (disk) => {
      const real = realpath(disk, path.full);
      if (typeof real === 'string') return encodedName(real, encoding);
      throw fsError(real, syscall, syscall === 'lstat' ? missingPart(disk, path.full) : path.given);
    },
  };
}

function missingPart(disk: VirtualDisk, full: string): string {
  for (let end = full.indexOf('/', 1); end !== -1; end = full.indexOf('/', end + 1)) {
    if (typeof inodeAt(disk, full.slice(0, end), true) === 'number') return resolvedParent(disk, full.slice(0, end));
  }
  return resolvedParent(disk, full);
}

function resolvedParent(disk: VirtualDisk, full: string): string {
  const cut = full.lastIndexOf('/');
  const parent = realpath(disk, full.slice(0, Math.max(1, cut)));
  return typeof parent === 'string' ? `${parent === '/' ? '' : parent}${full.slice(cut)}` : full;
}

/** One directory; `recursive` is the business of rm. */
export function rmdirCall(given: unknown): Call<void> {
  return onPath('rmdir', pathOf(given), rmdir);
}

function invalidLinkType(type: string): Error {
  if (NODE_MAJOR >= 24) return invalidValue('type', type, "must be one of: 'dir', 'file', 'junction', null, undefined");
  return nodeError('ERR_FS_INVALID_SYMLINK_TYPE', `Symlink type must be one of "dir", "file", or "junction". Received "${type}"`);
}

export function requiredMode(value: unknown): number {
  return modeOf(value ?? integerOf(value, 'mode'), 'mode', 0);
}

function chownCall(syscall: 'chown' | 'lchown', given: unknown, uid: unknown, gid: unknown): Call<void> {
  const path = pathOf(given).given;
  const ids = [integerOf(uid, 'uid', -1, 2 ** 32 - 1), integerOf(gid, 'gid', -1, 2 ** 32 - 1)] as const;
  return onInode(syscall, path, syscall === 'chown', (disk, inode) => chown(disk, inode, ids[0], ids[1]));
}

function utimesCall(syscall: 'utime' | 'lutime', given: unknown, atime: unknown, mtime: unknown): Call<void> {
  const path = pathOf(given).given;
  const times = [timeUsOf(atime), timeUsOf(mtime)] as const;
  return onInode(syscall, path, syscall === 'utime', (disk, inode) => utimes(disk, inode, times[0], times[1]));
}
