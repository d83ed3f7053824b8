/** Removing and copying whole trees: one entry at a time, and others may come in between. */
import { inodeAt } from '../../../world/disk/attribute-calls.ts';
import { errno } from '../../../world/disk/errno.ts';
import type { Inode } from '../../../world/disk/inode.ts';
import { mkdir, readlink, rmdir, symlink, unlink } from '../../../world/disk/name-calls.ts';
import type { VirtualDisk } from '../../../world/disk/virtual.ts';
import type { Machine } from '../../machine.ts';
import { invalidArgType, nodeError } from '../../node-error.ts';
import { type GivenPath, type Options, optionsOf, pathOf } from './arguments.ts';
import type { StagedCall } from './call.ts';
import { COPYFILE_EXCL } from './constants.ts';
import { orderedNames } from './directory-calls.ts';
import { checked, found, fsError } from './fs-error.ts';
import { umaskOf } from './path-calls.ts';
import { copyFileCall } from './whole-file.ts';

export function rmCall(given: unknown, options: unknown): StagedCall<void> {
  const path = pathOf(given);
  const { recursive, force } = optionsOf(options);
  checkBoolean(recursive, 'options.recursive');
  checkBoolean(force, 'options.force');
  return {
    name: 'rm',
    path: path.given,
    *stages(disk, machine) {
      const inode = inodeAt(disk, path.full, false);
      if (typeof inode === 'number') {
        if (force === true && inode === errno.ENOENT) return;
        throw fsError(inode, 'lstat', path.given);
      }
      if (inode.isDirectory && recursive !== true) throw isDirectory(path.given);
      yield* remove(disk, machine, inode, path);
    },
  };
}

export function rmdirRecursiveCall(given: unknown, options: unknown): StagedCall<void> {
  return { ...rmCall(given, { ...optionsOf(options), recursive: true, force: false }), name: 'rmdir' };
}

/** What vanishes between looking and removing is gone, which is all that was wanted. */
function* remove(disk: VirtualDisk, machine: Machine, inode: Inode, path: GivenPath): Generator<void, void, void> {
  if (!inode.isDirectory) {
    const result = unlink(disk, path.full);
    if (result !== errno.ENOENT) checked(result, 'unlink', path.given);
    return;
  }
  for (const name of orderedNames(disk, machine, inode)) {
    const child = disk.lookup(inode, name);
    if (child === undefined) continue;
    yield* remove(disk, machine, child, { given: `${path.given}/${name}`, full: `${path.full}/${name}` });
    yield;
  }
  const result = rmdir(disk, path.full);
  if (result !== errno.ENOENT) checked(result, 'rmdir', path.given);
}

export function cpCall(from: unknown, to: unknown, options: unknown): StagedCall<void> {
  const [source, target] = [pathOf(from, 'src'), pathOf(to, 'dest')];
  const settings = optionsOf(options);
  return {
    name: 'cp',
    path: source.given,
    stages: (disk, machine) => copyTree({ disk, machine, settings }, source, target),
  };
}

interface Copying {
  readonly disk: VirtualDisk;
  readonly machine: Machine;
  readonly settings: Options;
}

function* copyTree(copying: Copying, source: GivenPath, target: GivenPath): Generator<void, void, void> {
  const { disk, machine, settings } = copying;
  const { filter, recursive, force = true, errorOnExist, dereference } = settings;
  if (typeof filter === 'function' && Reflect.apply(filter, undefined, [source.given, target.given]) !== true) return;
  const inode = found<Inode>(inodeAt(disk, source.full, dereference === true), 'lstat', source.given);
  const existing = inodeAt(disk, target.full, false);
  if (inode.isDirectory) {
    if (recursive !== true)
      throw cpError('ERR_FS_EISDIR', 'Recursive option not enabled, cannot copy a directory', errno.EISDIR, source.given);
    if (`${target.full}/`.startsWith(`${source.full}/`)) {
      throw cpError('ERR_FS_CP_EINVAL', 'Cannot copy to a subdirectory of self', errno.EINVAL, target.given);
    }
    if (typeof existing !== 'number' && !existing.isDirectory) {
      throw cpError('ERR_FS_CP_DIR_TO_NON_DIR', 'Cannot overwrite non-directory with directory', errno.EISDIR, target.given);
    }
    if (typeof existing === 'number') makeParents(disk, target, inode.mode & 0o777 & ~umaskOf());
    for (const name of orderedNames(disk, machine, inode)) {
      yield;
      yield* copyTree(copying, below(source, name), below(target, name));
    }
    return;
  }
  if (typeof existing !== 'number') {
    if (existing.isDirectory)
      throw cpError('ERR_FS_CP_NON_DIR_TO_DIR', 'Cannot overwrite directory with non-directory', errno.ENOTDIR, target.given);
    if (force !== true && errorOnExist === true) throw cpError('ERR_FS_CP_EEXIST', 'Target already exists', errno.EEXIST, target.given);
    if (force !== true) return;
  } else
    makeParents(disk, { given: target.given, full: target.full.slice(0, Math.max(1, target.full.lastIndexOf('/'))) }, 0o777 & ~umaskOf());
  if (inode.isSymlink) {
    if (typeof existing !== 'number') checked(unlink(disk, target.full), 'unlink', target.given);
    checked(symlink(disk, found<string>(readlink(disk, source.full), 'readlink', source.given), target.full), 'symlink', target.given);
    return;
  }
  yield* copyFileCall(source.full, target.full, force === true ? 0 : COPYFILE_EXCL).stages(disk, machine);
}

function makeParents(disk: VirtualDisk, path: GivenPath, mode: number): void {
  if (typeof inodeAt(disk, path.full, true) !== 'number') return;
  const parent = path.full.slice(0, Math.max(1, path.full.lastIndexOf('/')));
  makeParents(disk, { given: path.given, full: parent }, 0o777 & ~umaskOf());
  checked(mkdir(disk, path.full, mode), 'mkdir', path.given);
}

function below(path: GivenPath, name: string): GivenPath {
  return { given: `${path.given}/${name}`, full: `${path.full}/${name}` };
}

/** Node's own error for trees; it carries the parts of a system error. */
function cpError(code: string, message: string, result: number, path: string): Error {
  const error = nodeError(
    code,
    `${message}: cp returned ${result === errno.EISDIR ? 'EISDIR' : result === errno.EINVAL ? 'EINVAL' : result === errno.ENOTDIR ? 'ENOTDIR' : 'EEXIST'} (${path}) ${path}`,
  );
  error.name = 'SystemError';
  return Object.assign(error, { errno: -result, syscall: 'cp', path });
}

function isDirectory(path: string): Error {
  const error = nodeError('ERR_FS_EISDIR', `Path is a directory: rm returned EISDIR (is a directory) ${path}`);
  error.name = 'SystemError';
  return Object.assign(error, { errno: -errno.EISDIR, syscall: 'rm', path });
}

function checkBoolean(value: unknown, name: string): void {
  if (value !== undefined && typeof value !== 'boolean') throw invalidArgType(name, 'of type boolean', value);
}
