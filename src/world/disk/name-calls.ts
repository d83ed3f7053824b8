/** System calls on names: mkdir, rmdir, unlink, link, symlink, rename, readdir, readlink. Results below zero are failures. */
import { utf8Length } from '../../base/utf8.ts';
import { errno } from './errno.ts';
import { type Inode, S_IFDIR, S_IFLNK } from './inode.ts';
import type { VirtualDisk } from './virtual.ts';
import { MAY_READ, MAY_SEARCH, MAY_WRITE, mayRemove, permitted, place, walk } from './walk.ts';

export function mkdir(disk: VirtualDisk, path: string, mode: number): number {
  const refused = walkToNew(disk, path, true);
  if (refused !== 0) return refused;
  const { parent, name } = place;
  if (parent === undefined) return errno.ENOENT;
  const made = disk.create(parent, name, S_IFDIR | (mode & 0o7777));
  disk.changeEntries('create', [{ directory: parent, name, before: undefined, after: made }]);
  disk.locks.claimed(path, name, made);
  return 0;
}

export function symlink(disk: VirtualDisk, target: string, path: string): number {
  if (target === '') return errno.ENOENT;
  if (target.length > 1365 && utf8Length(target) > 4095) return errno.ENAMETOOLONG;
  const refused = walkToNew(disk, path, false);
  if (refused !== 0) return refused;
  const { parent, name } = place;
  if (parent === undefined) return errno.ENOENT;
  const made = disk.create(parent, name, S_IFLNK | 0o777);
  made.target = target;
  disk.changeEntries('create', [{ directory: parent, name, before: undefined, after: made }]);
  return 0;
}

export function link(disk: VirtualDisk, existing: string, path: string): number {
  const found = walk(disk, existing, false);
  if (found !== 0) return found;
  const { inode } = place;
  if (inode === undefined) return errno.ENOENT;
  if (inode.isDirectory) return errno.EPERM;
  const refused = walkToNew(disk, path, false);
  if (refused !== 0) return refused;
  const { parent, name } = place;
  if (parent === undefined) return errno.ENOENT;
  inode.ctimeUs = disk.clock();
  disk.changeEntries('link', [{ directory: parent, name, before: undefined, after: inode }]);
  return 0;
}

export function unlink(disk: VirtualDisk, path: string): number {
  const found = walk(disk, path, false);
  if (found !== 0) return found;
  const { parent, inode, name } = place;
  if (parent === undefined || inode === undefined) return errno.ENOENT;
  if (inode.isDirectory) return errno.EISDIR;
  if (!mayRemove(disk, parent, inode)) return removalRefusal(disk, parent);
  disk.changeEntries('unlink', [{ directory: parent, name, before: inode, after: undefined }]);
  return 0;
}

export function rmdir(disk: VirtualDisk, path: string): number {
  const found = walk(disk, path, false);
  if (found !== 0) return found;
  const { parent, inode, name } = place;
  if (parent === undefined || inode === undefined) return errno.ENOENT;
  if (inode === disk.root) return errno.EBUSY;
  if (name === '') return path.endsWith('..') || path.endsWith('../') ? errno.ENOTEMPTY : errno.EINVAL;
  if (!inode.isDirectory) return errno.ENOTDIR;
  if (!mayRemove(disk, parent, inode)) return removalRefusal(disk, parent);
  if (!disk.isEmpty(inode)) return errno.ENOTEMPTY;
  disk.changeEntries('unlink', [{ directory: parent, name, before: inode, after: undefined }]);
  return 0;
}

export function rename(disk: VirtualDisk, from: string, to: string): number {
  const found = walk(disk, from, false);
  if (found !== 0) return found;
  const { parent: oldParent, inode, name: oldName } = place;
  if (oldParent === undefined || inode === undefined) return errno.ENOENT;
  if (oldName === '') return errno.EBUSY;
  const there = walk(disk, to, false);
  const { parent, inode: target, name, slash } = place;
  if (parent === undefined || (there !== 0 && there !== errno.ENOENT)) return there;
  if (name === '') return errno.EBUSY;
  if (slash && !inode.isDirectory) return errno.ENOTDIR;
  if (parent.nlink === 0) return errno.ENOENT;
  if (inode.isDirectory && isInside(parent, inode)) return errno.EINVAL;
  if (!mayRemove(disk, oldParent, inode)) return removalRefusal(disk, oldParent);
  if (!permitted(disk, parent, MAY_WRITE | MAY_SEARCH)) return errno.EACCES;
  if (target === inode) return 0;
  if (target !== undefined) {
    if (!mayRemove(disk, parent, target)) return removalRefusal(disk, parent);
    if (inode.isDirectory && !target.isDirectory) return errno.ENOTDIR;
    if (!inode.isDirectory && target.isDirectory) return errno.EISDIR;
    if (target.isDirectory && !disk.isEmpty(target)) return errno.ENOTEMPTY;
  }
  disk.changeEntries('rename', [
    { directory: oldParent, name: oldName, before: inode, after: undefined },
    { directory: parent, name, before: target, after: inode },
  ]);
  return 0;
}

/** The directory itself, from which names and kinds can be read. */
export function readableDirectory(disk: VirtualDisk, path: string): Inode | number {
  const found = walk(disk, path, true);
  const { inode } = place;
  if (found !== 0 || inode === undefined) return found;
  if (!inode.isDirectory) return errno.ENOTDIR;
  return permitted(disk, inode, MAY_READ) ? inode : errno.EACCES;
}

export function readlink(disk: VirtualDisk, path: string): string | number {
  const found = walk(disk, path, false);
  const { inode } = place;
  if (found !== 0 || inode === undefined) return found;
  return inode.isSymlink ? inode.target : errno.EINVAL;
}

/** The path without links and dots. */
export function realpath(disk: VirtualDisk, path: string): string | number {
  const found = walk(disk, path, true);
  const { inode, parent, name } = place;
  if (found !== 0 || inode === undefined || parent === undefined) return found;
  if (inode.isDirectory) return directoryPath(disk, inode);
  return `${parent === disk.root ? '' : directoryPath(disk, parent)}/${name}`;
}

function directoryPath(disk: VirtualDisk, directory: Inode): string {
  const parts: string[] = [];
  let at = directory;
  while (at !== disk.root && at.parent !== undefined) {
    const { parent } = at;
    for (const [name, inode] of parent.entries ?? []) if (inode === at) parts.push(name);
    at = parent;
  }
  return `/${parts.reverse().join('/')}`;
}

/** Refusals of a name that shall come into being, in the order Linux gives them. */
function walkToNew(disk: VirtualDisk, path: string, directory: boolean): number {
  const found = walk(disk, path, false);
  if (found === 0) return errno.EEXIST;
  const { parent, slash } = place;
  if (found !== errno.ENOENT || parent === undefined) return found;
  if (slash && !directory) return errno.ENOENT;
  if (parent.nlink === 0) return errno.ENOENT;
  return permitted(disk, parent, MAY_WRITE | MAY_SEARCH) ? 0 : errno.EACCES;
}

function isInside(directory: Inode, ancestor: Inode): boolean {
  let at: Inode | undefined = directory;
  while (at !== undefined) {
    if (at === ancestor) return true;
    if (at.parent === at) return false;
    at = at.parent;
  }
  return false;
}

/** EPERM where the directory may be written and only its sticky bit protects the file. */
function removalRefusal(disk: VirtualDisk, directory: Inode): number {
  return permitted(disk, directory, MAY_WRITE | MAY_SEARCH) ? errno.EPERM : errno.EACCES;
}
