/** One object of a disk: a file, a directory, a symbolic link or a device, with everything that is known about it beside its names. */
import type { Content } from './content.ts';
import type { DataOp } from './data-op.ts';
import type { ImageNode } from './image.ts';

export const S_IFMT = 0o170000;
export const S_IFREG = 0o100000;
export const S_IFDIR = 0o040000;
export const S_IFLNK = 0o120000;
export const S_IFCHR = 0o020000;

/** All kinds share one class, so that every access in the hot paths meets the same shape. */
export class Inode {
  readonly ino: number;
  /** Where it was born, as a number: two runs that make the same files in another order still agree on the state hash. */
  readonly key: number;
  mode: number;
  uid: number;
  gid: number;
  nlink = 0;
  atimeUs: number;
  mtimeUs: number;
  ctimeUs: number;
  birthUs: number;
  /** Open descriptors; an unlinked file lives until the last one closes. */
  opens = 0;

  content: Content | undefined;
  target = '';
  /** Undefined as a value: the name exists in the image but was removed here. */
  entries: Map<string, Inode | undefined> | undefined;
  image: ImageNode | undefined;
  parent: Inode | undefined;

  /** Changes that no fsync has made durable, oldest first. */
  pending: DataOp[] | undefined;
  /** The durable bytes, kept apart since an fsync failed and dropped what it should have written. */
  shadow: Content | undefined;

  /** What this inode contributes to the state hash, and whether that is out of date. */
  hashA = 0;
  hashB = 0;
  stale = false;

  constructor(ino: number, key: number, mode: number, nowUs: number) {
    this.ino = ino;
    this.key = key;
    this.mode = mode;
    this.uid = 0;
    this.gid = 0;
    this.atimeUs = nowUs;
    this.mtimeUs = nowUs;
    this.ctimeUs = nowUs;
    this.birthUs = nowUs;
  }

  get isFile(): boolean {
    return (this.mode & S_IFMT) === S_IFREG;
  }

  get isDirectory(): boolean {
    return (this.mode & S_IFMT) === S_IFDIR;
  }

  get isSymlink(): boolean {
    return (this.mode & S_IFMT) === S_IFLNK;
  }

  /** Symbolic links count their target, directories one block. */
  get sizeBytes(): number {
    if (this.content !== undefined) return this.content.size;
    if (this.image !== undefined && this.isFile) return this.image.bytes.length;
    return this.isDirectory ? 4096 : this.target.length;
  }
}
