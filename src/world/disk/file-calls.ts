/** System calls on open files: open, read, write, truncate, sync, close. Results below zero are failures. */
import { present } from '../../base/assert.ts';
import type { Content } from './content.ts';
import { errno } from './errno.ts';
import { type Inode, S_IFCHR, S_IFMT, S_IFREG } from './inode.ts';
import {
  O_ACCMODE,
  O_APPEND,
  O_CREAT,
  O_DIRECTORY,
  O_DSYNC,
  O_EXCL,
  O_NOFOLLOW,
  O_RDONLY,
  O_TRUNC,
  O_WRONLY,
  OpenFile,
} from './open-file.ts';
import { makeEntriesDurable } from './sync-entries.ts';
import { BLOCK_BYTES, blocksOf, type VirtualDisk } from './virtual.ts';
import { MAY_READ, MAY_SEARCH, MAY_WRITE, permitted, place, walk } from './walk.ts';

/** The first descriptor a program gets; the ones below are its standard streams. */
const FD_MIN = 3;

/** Linux gives a process 1024 by default. */
const FD_MAX = 1023;

export function open(disk: VirtualDisk, path: string, flags: number, mode: number): number {
  const exclusive = (flags & (O_CREAT | O_EXCL)) === (O_CREAT | O_EXCL);
  const found = walk(disk, path, !exclusive && (flags & O_NOFOLLOW) === 0);
  const { parent, name, inode, slash } = place;
  if (found !== 0) {
    if (found !== errno.ENOENT || parent === undefined || (flags & O_CREAT) === 0) return found;
    if (slash) return errno.EISDIR;
    if (parent.nlink === 0) return errno.ENOENT;
    if (!permitted(disk, parent, MAY_WRITE | MAY_SEARCH)) return errno.EACCES;
    const made = disk.create(parent, name, S_IFREG | (mode & 0o7777));
    const fd = install(disk, new OpenFile(made, flags, path, parent, name));
    if (fd >= 0) disk.changeEntries('create', [{ directory: parent, name, before: undefined, after: made }]);
    if (exclusive && fd >= 0) disk.locks.claimed(path, name, made);
    return fd;
  }
  const target = present(inode, 'a successful walk found an inode');
  if (exclusive) return errno.EEXIST;
  const refused = refuses(disk, target, flags);
  if (refused !== 0) return refused;
  const fd = install(disk, new OpenFile(target, flags, path, parent, name));
  if (fd >= 0 && (flags & O_TRUNC) !== 0 && target.isFile) truncateInode(disk, target, 0, parent, name);
  return fd;
}

export function close(disk: VirtualDisk, fd: number): number {
  const file = disk.files[fd];
  if (file === undefined) return errno.EBADF;
  disk.files[fd] = undefined;
  file.inode.opens -= 1;
  disk.release(file.inode);
  return 0;
}

/** A position below zero means: where the descriptor stands, and move it. */
export function read(disk: VirtualDisk, fd: number, target: Uint8Array, offset: number, length: number, position: number): number {
  const file = disk.files[fd];
  if (file === undefined || !file.readable) return errno.EBADF;
  if (file.inode.isDirectory) return errno.EISDIR;
  if (isDevice(file.inode)) return 0;
  const content = disk.contentOf(file.inode);
  const count = content.read(target, offset, length, position < 0 ? file.position : position);
  if (position < 0) file.position += count;
  return count;
}

export function write(disk: VirtualDisk, fd: number, source: Uint8Array, offset: number, length: number, position: number): number {
  const file = disk.files[fd];
  if (file === undefined || !file.writable) return errno.EBADF;
  const { inode } = file;
  if (isDevice(inode)) return length;
  const content = disk.contentOf(inode);
  // Linux appends even when a position is given.
  const at = (file.flags & O_APPEND) !== 0 ? content.size : position < 0 ? file.position : position;
  const count = Math.min(length, roomAt(disk, content, at));
  if (count < length && count <= 0) return errno.ENOSPC;
  if (count > 0) {
    writeInode(disk, inode, content, at, source, offset, count);
    disk.onChange?.('change', file.directory, file.name, inode);
    if ((file.flags & O_DSYNC) !== 0) makeDataDurable(disk, inode, false);
  }
  if (position < 0) file.position = at + count;
  return count;
}

export function ftruncate(disk: VirtualDisk, fd: number, size: number): number {
  const file = disk.files[fd];
  if (file === undefined) return errno.EBADF;
  if (!file.writable || !file.inode.isFile) return errno.EINVAL;
  truncateInode(disk, file.inode, size, file.directory, file.name);
  return 0;
}

/** Makes what was done to this file, or to the names in this directory, durable. `data` leaves attributes pending. */
export function fsync(disk: VirtualDisk, fd: number, extent: 'all' | 'data'): number {
  const file = disk.files[fd];
  if (file === undefined) return errno.EBADF;
  if (file.inode.isDirectory) makeEntriesDurable(disk, file.inode);
  makeDataDurable(disk, file.inode, extent === 'all');
  return 0;
}

/**
 * What Linux does when writing back fails: the pages are marked clean all the same. Programs still read the new bytes, a later fsync
 * succeeds, and the disk never gets them.
 */
export function failSync(disk: VirtualDisk, fd: number): number {
  const file = disk.files[fd];
  if (file === undefined) return errno.EBADF;
  const { inode } = file;
  if (inode.pending !== undefined && inode.isFile) {
    inode.shadow ??= durableContent(disk, inode);
    disk.shadowed.add(inode);
    inode.pending = undefined;
    disk.dirty.delete(inode);
    disk.touch(inode);
  }
  return errno.EIO;
}

/** The bytes that are on the disk for certain, as a copy. */
export function durableContent(disk: VirtualDisk, inode: Inode): Content {
  if (inode.shadow !== undefined) return inode.shadow.copy();
  const content = disk.contentOf(inode).copy();
  const { pending } = inode;
  for (let index = (pending?.length ?? 0) - 1; index >= 0; index -= 1) {
    const op = pending?.[index];
    if (op === undefined || op.kind === 'attributes') continue;
    content.resize(Math.min(content.size, op.oldSize));
    if (op.old !== undefined) content.write(op.old, 0, op.old.length, op.offset);
    content.resize(op.oldSize);
  }
  return content;
}

export function truncateInode(disk: VirtualDisk, inode: Inode, size: number, directory?: Inode, name = ''): void {
  const content = disk.contentOf(inode);
  const { size: oldSize, extent } = content;
  const nowUs = disk.clock();
  inode.mtimeUs = nowUs;
  inode.ctimeUs = nowUs;
  if (size !== oldSize) {
    // A hole needs no keeping: what is not written back is zero.
    const old = size === 0 ? content.detach() : size < extent ? content.slice(size, extent) : undefined;
    disk.pend(inode, 'truncate', size, 0, oldSize, old);
    content.resize(size);
    disk.usedBytes += (blocksOf(content.extent) - blocksOf(extent)) * BLOCK_BYTES;
  }
  disk.touch(inode);
  disk.onChange?.('change', directory, name, inode);
}

function writeInode(
  disk: VirtualDisk,
  inode: Inode,
  content: Content,
  at: number,
  source: Uint8Array,
  offset: number,
  count: number,
): void {
  const { size: oldSize, extent } = content;
  const old = at < oldSize ? content.slice(at, Math.min(at + count, oldSize)) : undefined;
  const op = disk.pend(inode, 'write', at, count, oldSize, old);
  if (inode.shadow !== undefined) op.data = source.slice(offset, offset + count);
  content.write(source, offset, count, at);
  if (content.extent > extent) disk.usedBytes += (blocksOf(content.extent) - blocksOf(extent)) * BLOCK_BYTES;
  const nowUs = disk.clock();
  inode.mtimeUs = nowUs;
  inode.ctimeUs = nowUs;
  disk.touch(inode);
}

function makeDataDurable(disk: VirtualDisk, inode: Inode, attributesToo: boolean): void {
  const { pending, shadow } = inode;
  if (pending === undefined) return;
  if (shadow !== undefined) {
    for (const op of pending) {
      if (op.kind === 'write' && op.data !== undefined) shadow.write(op.data, 0, op.length, op.offset);
      else if (op.kind === 'truncate') shadow.resize(op.offset);
    }
  }
  const kept = attributesToo ? [] : pending.filter((op) => op.kind === 'attributes');
  inode.pending = kept.length === 0 ? undefined : kept;
  if (kept.length === 0) disk.dirty.delete(inode);
  disk.touch(inode);
}

function refuses(disk: VirtualDisk, inode: Inode, flags: number): number {
  const access = flags & O_ACCMODE;
  if (inode.isSymlink) return errno.ELOOP;
  if ((flags & O_DIRECTORY) !== 0 && !inode.isDirectory) return errno.ENOTDIR;
  if (inode.isDirectory && (access !== O_RDONLY || (flags & O_CREAT) !== 0)) return errno.EISDIR;
  const reads = access === O_WRONLY ? 0 : MAY_READ;
  const writes = access !== O_RDONLY || (flags & O_TRUNC) !== 0 ? MAY_WRITE : 0;
  return permitted(disk, inode, reads | writes) ? 0 : errno.EACCES;
}

/** The lowest free number, as POSIX demands. */
function install(disk: VirtualDisk, file: OpenFile): number {
  const { files } = disk;
  let fd = FD_MIN;
  while (files[fd] !== undefined) fd += 1;
  if (fd > FD_MAX) return errno.EMFILE;
  files[fd] = file;
  file.inode.opens += 1;
  return fd;
}

function roomAt(disk: VirtualDisk, content: Content, at: number): number {
  const inBlocks = blocksOf(content.extent) * BLOCK_BYTES - at;
  const free = Math.floor((disk.capacityBytes - disk.usedBytes) / BLOCK_BYTES) * BLOCK_BYTES;
  return inBlocks + free;
}

function isDevice(inode: Inode): boolean {
  return (inode.mode & S_IFMT) === S_IFCHR;
}
