/**
 * From a path to what it names, the way Linux walks: component by component, through symbolic links, with the right to search every
 * directory on the way. The result lies in one reused object, because a disk does this for every call.
 */
import { utf8Length } from '../../base/utf8.ts';
import { errno } from './errno.ts';
import type { Inode } from './inode.ts';
import type { VirtualDisk } from './virtual.ts';

const SYMLINKS_MAX = 40;
const NAME_BYTES_MAX = 255;
const PATH_BYTES_MAX = 4095;

export const MAY_READ = 4;
export const MAY_WRITE = 2;
export const MAY_SEARCH = 1;

/** Where the last walk arrived. */
export const place: {
  /** The directory that holds the last component; undefined when the walk failed before it. */
  parent: Inode | undefined;
  /** The last component; empty for `/`, `.` and `..`, which cannot be created, renamed or removed by that name. */
  name: string;
  inode: Inode | undefined;
  /** The path ended in a slash, so it can only be a directory. */
  slash: boolean;
} = { parent: undefined, name: '', inode: undefined, slash: false };

/** 0 when it exists; ENOENT with `place.parent` set when only the last component is missing; any other failure otherwise. */
export function walk(disk: VirtualDisk, path: string, follow: boolean): number {
  place.parent = undefined;
  place.inode = undefined;
  place.name = '';
  place.slash = false;
  if (path === '') return errno.ENOENT;
  if (path.length > PATH_BYTES_MAX / 3 && utf8Length(path) > PATH_BYTES_MAX) return errno.ENAMETOOLONG;
  let rest = path;
  let at = 0;
  let directory = disk.root;
  let links = 0;
  for (;;) {
    while (rest.charCodeAt(at) === SLASH) at += 1;
    if (at >= rest.length) return arrive(directory, directory, '');
    let end = rest.indexOf('/', at);
    if (end === -1) end = rest.length;
    const name = at === 0 && end === rest.length ? rest : rest.slice(at, end);
    const last = isLast(rest, end);
    if (name.length > NAME_BYTES_MAX / 3 && utf8Length(name) > NAME_BYTES_MAX) return errno.ENAMETOOLONG;
    if (!directory.isDirectory) return errno.ENOTDIR;
    if (!permitted(disk, directory, MAY_SEARCH)) return errno.EACCES;
    if (name === '.' || name === '..') {
      if (name === '..') directory = directory.parent ?? disk.root;
      at = end;
      if (last) return arrive(directory, directory, '');
      continue;
    }
    const inode = disk.lookup(directory, name);
    if (inode === undefined) {
      if (!last) return errno.ENOENT;
      place.parent = directory;
      place.name = name;
      place.slash = end < rest.length;
      return errno.ENOENT;
    }
    if (inode.isSymlink && (!last || follow || end < rest.length)) {
      links += 1;
      if (links > SYMLINKS_MAX) return errno.ELOOP;
      rest = last && end === rest.length ? inode.target : `${inode.target}/${rest.slice(end)}`;
      at = 0;
      if (rest.charCodeAt(0) === SLASH) directory = disk.root;
      continue;
    }
    if (last) {
      place.slash = end < rest.length;
      if (place.slash && !inode.isDirectory) return errno.ENOTDIR;
      return arrive(directory, inode, name);
    }
    directory = inode;
    at = end;
  }
}

/** Rights as the user of the machine; the administrator has all. */
export function permitted(disk: VirtualDisk, inode: Inode, wanted: number): boolean {
  if (disk.uid === 0) return true;
  const shift = inode.uid === disk.uid ? 6 : inode.gid === disk.gid ? 3 : 0;
  return ((inode.mode >> shift) & wanted) === wanted;
}

/** In a directory like /tmp only the owner of a file or of the directory may take the file away. */
export function mayRemove(disk: VirtualDisk, directory: Inode, inode: Inode): boolean {
  if (!permitted(disk, directory, MAY_WRITE | MAY_SEARCH)) return false;
  return (directory.mode & 0o1000) === 0 || disk.uid === 0 || inode.uid === disk.uid || directory.uid === disk.uid;
}

const SLASH = 47;

function isLast(path: string, end: number): boolean {
  for (let at = end; at < path.length; at += 1) if (path.charCodeAt(at) !== SLASH) return false;
  return true;
}

function arrive(parent: Inode, inode: Inode, name: string): number {
  place.parent = parent;
  place.inode = inode;
  place.name = name;
  return 0;
}
