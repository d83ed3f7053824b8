/** What `stat` returns. Dates are made when read if Node does so, because most programs want the size or the kind and a date costs more than both. */
import { type Inode, S_IFCHR, S_IFDIR, S_IFLNK, S_IFMT, S_IFREG } from '../../../world/disk/inode.ts';
import { BLOCK_BYTES, blocksOf, type VirtualDisk } from '../../../world/disk/virtual.ts';
import { NODE_MAJOR } from '../../node-version.ts';

/** One file system per machine, one number for it. */
const DEVICE = 2049;

/** The null device is character device 1:3. */
const NULL_DEVICE = 259;

const SECTORS_PER_BLOCK = BLOCK_BYTES / 512;

/** Before Node 22 dates are there from the beginning, and whoever copies or prints figures gets them, too. */
const hasOwnDates = NODE_MAJOR < 22;
const datesAreListedOnceRead = NODE_MAJOR >= 24;

const dateNames = ['atime', 'mtime', 'ctime', 'birthtime'] as const;

type Dated = Readonly<Record<`${(typeof dateNames)[number]}Ms`, number | bigint>> & Record<(typeof dateNames)[number], Date>;

function makeDates(stats: Dated): void {
  for (const name of dateNames) keepDate(stats, name, dateOf(Number(stats[`${name}Ms`])), true);
}

/** Made when first read; may be replaced. */
function offerDates(prototype: Dated): void {
  for (const name of dateNames) {
    Object.defineProperty(prototype, name, {
      enumerable: true,
      configurable: true,
      get(this: Dated): Date {
        const date = dateOf(Number(this[`${name}Ms`]));
        keepDate(this, name, date, datesAreListedOnceRead);
        return date;
      },
      set(this: Dated, value: unknown) {
        keepDate(this, name, value, datesAreListedOnceRead);
      },
    });
  }
}

function keepDate(stats: object, name: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(stats, name, { value, writable: true, configurable: true, enumerable });
}

abstract class StatsBase {
  abstract readonly mode: number | bigint;

  isFile(): boolean {
    return this.#kind() === S_IFREG;
  }

  isDirectory(): boolean {
    return this.#kind() === S_IFDIR;
  }

  isSymbolicLink(): boolean {
    return this.#kind() === S_IFLNK;
  }

  isCharacterDevice(): boolean {
    return this.#kind() === S_IFCHR;
  }

  isBlockDevice(): boolean {
    return false;
  }

  isFIFO(): boolean {
    return false;
  }

  isSocket(): boolean {
    return false;
  }

  #kind(): number {
    return Number(this.mode) & S_IFMT;
  }
}

export class Stats extends StatsBase {
  readonly dev: number = DEVICE;
  readonly mode: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
  readonly rdev: number;
  readonly blksize: number = BLOCK_BYTES;
  readonly ino: number;
  readonly size: number;
  readonly blocks: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
  declare atime: Date;
  declare mtime: Date;
  declare ctime: Date;
  declare birthtime: Date;

  constructor(inode: Inode) {
    super();
    const isDevice = (inode.mode & S_IFMT) === S_IFCHR;
    this.mode = inode.mode;
    this.nlink = inode.nlink;
    this.uid = inode.uid;
    this.gid = inode.gid;
    this.rdev = isDevice ? NULL_DEVICE : 0;
    this.ino = inode.ino;
    this.size = isDevice ? 0 : inode.sizeBytes;
    this.blocks = isDevice || inode.isSymlink ? 0 : blocksOf(inode.content?.extent ?? this.size) * SECTORS_PER_BLOCK;
    this.atimeMs = inode.atimeUs / 1000;
    this.mtimeMs = inode.mtimeUs / 1000;
    this.ctimeMs = inode.ctimeUs / 1000;
    this.birthtimeMs = inode.birthUs / 1000;
    if (hasOwnDates) makeDates(this);
  }
}

offerDates(Stats.prototype);

export class BigIntStats extends StatsBase {
  readonly dev = BigInt(DEVICE);
  readonly mode: bigint;
  readonly nlink: bigint;
  readonly uid: bigint;
  readonly gid: bigint;
  readonly rdev: bigint;
  readonly blksize = BigInt(BLOCK_BYTES);
  readonly ino: bigint;
  readonly size: bigint;
  readonly blocks: bigint;
  readonly atimeMs: bigint;
  readonly mtimeMs: bigint;
  readonly ctimeMs: bigint;
  readonly birthtimeMs: bigint;
  readonly atimeNs: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly birthtimeNs: bigint;
  declare atime: Date;
  declare mtime: Date;
  declare ctime: Date;
  declare birthtime: Date;

  constructor(inode: Inode) {
    super();
    const plain = new Stats(inode);
    this.mode = BigInt(plain.mode);
    this.nlink = BigInt(plain.nlink);
    this.uid = BigInt(plain.uid);
    this.gid = BigInt(plain.gid);
    this.rdev = BigInt(plain.rdev);
    this.ino = BigInt(plain.ino);
    this.size = BigInt(plain.size);
    this.blocks = BigInt(plain.blocks);
    this.atimeMs = BigInt(Math.floor(plain.atimeMs));
    this.mtimeMs = BigInt(Math.floor(plain.mtimeMs));
    this.ctimeMs = BigInt(Math.floor(plain.ctimeMs));
    this.birthtimeMs = BigInt(Math.floor(plain.birthtimeMs));
    this.atimeNs = BigInt(inode.atimeUs) * 1000n;
    this.mtimeNs = BigInt(inode.mtimeUs) * 1000n;
    this.ctimeNs = BigInt(inode.ctimeUs) * 1000n;
    this.birthtimeNs = BigInt(inode.birthUs) * 1000n;
    if (hasOwnDates) makeDates(this);
  }
}

offerDates(BigIntStats.prototype);

export function statsOf(inode: Inode, bigint: unknown): Stats | BigIntStats {
  return bigint === true ? new BigIntStats(inode) : new Stats(inode);
}

/** Figures of the file system, as `statfs` returns them. */
export class StatFs {
  // Only declared: the constructor sets them in the order in which Node lists them, and one of them not on every version.
  declare readonly type: number | bigint;
  declare readonly bsize: number | bigint;
  declare readonly frsize: number | bigint;
  declare readonly blocks: number | bigint;
  declare readonly bfree: number | bigint;
  declare readonly bavail: number | bigint;
  declare readonly files: number | bigint;
  declare readonly ffree: number | bigint;

  constructor(disk: VirtualDisk, bigint: unknown) {
    const as = (value: number): number | bigint => (bigint === true ? BigInt(value) : value);
    const free = Math.floor((disk.capacityBytes - disk.usedBytes) / BLOCK_BYTES);
    this.type = as(EXT4);
    this.bsize = as(BLOCK_BYTES);
    if (NODE_MAJOR >= 24) this.frsize = as(BLOCK_BYTES);
    this.blocks = as(Math.floor(disk.capacityBytes / BLOCK_BYTES));
    this.bfree = as(free);
    this.bavail = as(free);
    this.files = as(INODES);
    this.ffree = as(INODES);
  }
}

const EXT4 = 0xef53;
const INODES = 1_000_000;

/** Node rounds to whole milliseconds here. */
function dateOf(ms: number): Date {
  return new Date(Math.floor(ms + 0.5));
}
