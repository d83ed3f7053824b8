/** An open file: what a descriptor stands for, with its place in the file and the name it was opened by. */
import type { Inode } from './inode.ts';

/** Flags of open(2) on Linux; the simulated machine is one, whatever the host is. */
export const O_RDONLY = 0;
export const O_WRONLY = 1;
export const O_RDWR = 2;
export const O_ACCMODE = 3;
export const O_CREAT = 0o100;
export const O_EXCL = 0o200;
export const O_NOCTTY = 0o400;
export const O_TRUNC = 0o1000;
export const O_APPEND = 0o2000;
export const O_NONBLOCK = 0o4000;
export const O_DSYNC = 0o10000;
export const O_DIRECT = 0o40000;
export const O_DIRECTORY = 0o200000;
export const O_NOFOLLOW = 0o400000;
export const O_NOATIME = 0o1000000;
export const O_SYNC = 0o4010000;

export class OpenFile {
  readonly inode: Inode;
  readonly flags: number;
  readonly path: string;
  /** The directory and name it was opened by, for whoever watches that directory. */
  readonly directory: Inode | undefined;
  readonly name: string;
  position = 0;

  constructor(inode: Inode, flags: number, path: string, directory: Inode | undefined, name: string) {
    this.inode = inode;
    this.flags = flags;
    this.path = path;
    this.directory = directory;
    this.name = name;
  }

  get readable(): boolean {
    return (this.flags & O_ACCMODE) !== O_WRONLY;
  }

  get writable(): boolean {
    return (this.flags & O_ACCMODE) !== O_RDONLY;
  }
}
