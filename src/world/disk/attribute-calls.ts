/** System calls on attributes: chmod, chown, utimes, access, and the size of a file by path. Results below zero are failures. */
import { errno } from './errno.ts';
import { truncateInode } from './file-calls.ts';
import { type Inode, S_IFMT } from './inode.ts';
import type { VirtualDisk } from './virtual.ts';
import { MAY_WRITE, permitted, place, walk } from './walk.ts';

/** The inode a path names, for calls that only look. */
export function inodeAt(disk: VirtualDisk, path: string, follow: boolean): Inode | number {
  const found = walk(disk, path, follow);
  return found === 0 && place.inode !== undefined ? place.inode : found;
}

export function inodeOf(disk: VirtualDisk, fd: number): Inode | number {
  return disk.files[fd]?.inode ?? errno.EBADF;
}

export function access(disk: VirtualDisk, path: string, wanted: number): number {
  const inode = inodeAt(disk, path, true);
  if (typeof inode === 'number') return inode;
  if (disk.uid === 0) return (wanted & 1) === 0 || inode.isDirectory || (inode.mode & 0o111) !== 0 ? 0 : errno.EACCES;
  return permitted(disk, inode, wanted & 7) ? 0 : errno.EACCES;
}

export function chmod(disk: VirtualDisk, inode: Inode, mode: number): number {
  if (disk.uid !== 0 && inode.uid !== disk.uid) return errno.EPERM;
  return change(disk, inode, (inode.mode & S_IFMT) | (mode & 0o7777), inode.uid, inode.gid);
}

/** -1 (as Node passes it: 2^32 - 1) leaves an id as it is. */
export function chown(disk: VirtualDisk, inode: Inode, uid: number, gid: number): number {
  const nextUid = isUnchanged(uid) ? inode.uid : uid;
  const nextGid = isUnchanged(gid) ? inode.gid : gid;
  const mayGroup = inode.uid === disk.uid && (nextGid === inode.gid || nextGid === disk.gid);
  if (disk.uid !== 0 && (nextUid !== inode.uid || !mayGroup)) return errno.EPERM;
  return change(disk, inode, inode.mode, nextUid, nextGid);
}

export function utimes(disk: VirtualDisk, inode: Inode, atimeUs: number, mtimeUs: number): number {
  if (disk.uid !== 0 && inode.uid !== disk.uid) return errno.EPERM;
  inode.atimeUs = atimeUs;
  inode.mtimeUs = mtimeUs;
  inode.ctimeUs = disk.clock();
  disk.touch(inode);
  tell(disk, inode);
  return 0;
}

export function truncate(disk: VirtualDisk, path: string, size: number): number {
  const inode = inodeAt(disk, path, true);
  if (typeof inode === 'number') return inode;
  const { parent, name } = place;
  if (inode.isDirectory) return errno.EISDIR;
  if (!inode.isFile) return errno.EINVAL;
  if (!permitted(disk, inode, MAY_WRITE)) return errno.EACCES;
  truncateInode(disk, inode, size, parent, name);
  return 0;
}

function change(disk: VirtualDisk, inode: Inode, mode: number, uid: number, gid: number): number {
  disk.pend(inode, 'attributes', 0, 0, 0, undefined, { mode: inode.mode, uid: inode.uid, gid: inode.gid });
  inode.mode = mode;
  inode.uid = uid;
  inode.gid = gid;
  inode.ctimeUs = disk.clock();
  disk.touch(inode);
  tell(disk, inode);
  return 0;
}

/** Attributes are changed by inode; only a directory knows its own name from there. */
function tell(disk: VirtualDisk, inode: Inode): void {
  if (disk.onChange === undefined) return;
  const { parent, name } = place;
  disk.onChange('change', place.inode === inode ? parent : inode.parent, place.inode === inode ? name : '', inode);
}

function isUnchanged(id: number): boolean {
  return id === -1 || id === 0xffff_ffff;
}
