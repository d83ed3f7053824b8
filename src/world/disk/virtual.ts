/**
 * A simulated disk: the state of its inodes and names, and the few primitives through which every change of it goes, so that pending
 * changes, the version, the state hash and watchers cannot miss one. The system calls over it are in the files beside this one.
 */
import { RollingHash } from '../../base/rolling-hash.ts';
import { Content } from './content.ts';
import { type Attributes, DataOp, type DataOpKind } from './data-op.ts';
import type { ImageNode } from './image.ts';
import { Inode, S_IFCHR, S_IFDIR, S_IFLNK, S_IFREG } from './inode.ts';
import { Locks } from './locks.ts';
import type { OpenFile } from './open-file.ts';
import type { EntryOp, SlotChange } from './pending.ts';

/** A run that never syncs would keep every version of every file; beyond this many changes the oldest count as written back. */
const PENDING_PER_INODE_MAX = 256;
const PENDING_ENTRIES_MAX = 512;

/** Large enough for every test, small enough that a runaway program meets ENOSPC before the real memory ends. */
const CAPACITY_BYTES = 2 ** 30;

export const BLOCK_BYTES = 4096;

export type ChangeKind = 'change' | 'rename';

/** Told about every change that a watcher on a real machine could see. */
export type ChangeListener = (kind: ChangeKind, directory: Inode | undefined, name: string, inode: Inode) => void;

export interface DiskOptions {
  readonly image: ImageNode;
  /** Wall-clock time of the machine in microseconds. */
  readonly clock: () => number;
  readonly uid?: number;
  readonly gid?: number;
  readonly capacityBytes?: number;
}

export class VirtualDisk {
  readonly root: Inode;
  readonly clock: () => number;
  readonly bornUs: number;
  uid: number;
  readonly gid: number;
  readonly capacityBytes: number;
  /** Bumped by every change. */
  version = 0;
  usedBytes = 0;
  /** By descriptor; 0, 1 and 2 belong to the process. */
  readonly files: (OpenFile | undefined)[] = [];
  readonly entryOps: EntryOp[] = [];
  /** Inodes with pending data, in the order in which they became dirty. */
  readonly dirty = new Set<Inode>();
  /** Files whose durable bytes are kept apart, because an fsync of them failed. */
  readonly shadowed = new Set<Inode>();
  readonly locks = new Locks();
  onChange: ChangeListener | undefined;
  private nextIno = 2;
  private nextSeq = 1;
  private readonly stale: Inode[] = [];
  private hashA = 0;
  private hashB = 0;

  constructor(options: DiskOptions) {
    this.clock = options.clock;
    this.bornUs = options.clock();
    this.uid = options.uid ?? 1000;
    this.gid = options.gid ?? 1000;
    this.capacityBytes = options.capacityBytes ?? CAPACITY_BYTES;
    this.root = new Inode(1, 1, S_IFDIR | options.image.mode, this.bornUs);
    this.root.image = options.image;
    this.root.entries = new Map();
    this.root.parent = this.root;
    this.root.nlink = 2;
  }

  lookup(directory: Inode, name: string): Inode | undefined {
    const { entries, image } = directory;
    const known = entries?.get(name);
    if (known !== undefined || image === undefined || entries === undefined || entries.has(name)) return known;
    const node = image.child(name);
    return node === undefined ? undefined : this.instantiate(directory, entries, name, node);
  }

  /** Names in a directory, sorted: which order a program sees is not the disk's to say. */
  names(directory: Inode): string[] {
    const { entries, image } = directory;
    const names: string[] = [];
    for (const [name, inode] of entries ?? []) if (inode !== undefined) names.push(name);
    if (image !== undefined) for (const name of image.names()) if (entries?.has(name) === false) names.push(name);
    return names.sort();
  }

  isEmpty(directory: Inode): boolean {
    return this.names(directory).length === 0;
  }

  create(directory: Inode, name: string, mode: number): Inode {
    const inode = new Inode(this.nextIno, keyOf(directory.key, name), mode, this.clock());
    this.nextIno += 1;
    inode.uid = this.uid;
    inode.gid = this.gid;
    if (inode.isDirectory) inode.entries = new Map();
    else if (inode.isFile) inode.content = new Content();
    return inode;
  }

  /** The bytes of a file, taken from the image (and counted as used) when first needed. */
  contentOf(inode: Inode): Content {
    if (inode.content === undefined) {
      inode.content = inode.image === undefined ? new Content() : Content.sharing(inode.image.bytes);
      this.count(inode.content);
    }
    return inode.content;
  }

  /** Counts the space of bytes that came from elsewhere. */
  count(content: Content): void {
    this.usedBytes += blocksOf(content.extent) * BLOCK_BYTES;
  }

  /** Changes names as a whole and remembers it as pending. */
  changeEntries(kind: EntryOp['kind'], slots: readonly SlotChange[]): void {
    const nowUs = this.clock();
    this.entryOps.push({ seq: this.nextSeq, kind, slots });
    this.nextSeq += 1;
    if (this.entryOps.length > PENDING_ENTRIES_MAX) this.entryOps.shift();
    for (const slot of slots) {
      this.setSlot(slot.directory, slot.name, slot.after);
      slot.directory.mtimeUs = nowUs;
      slot.directory.ctimeUs = nowUs;
      if (slot.before !== undefined) slot.before.ctimeUs = nowUs;
    }
    for (const slot of slots) if (slot.before !== undefined) this.release(slot.before);
    this.version += 1;
    if (this.onChange === undefined) return;
    for (const slot of slots) {
      const inode = slot.after ?? slot.before;
      if (inode !== undefined) this.onChange('rename', slot.directory, slot.name, inode);
    }
  }

  /** Also used to take changes back and to do them again, so it does nothing but keep the names and what is counted from them. */
  setSlot(directory: Inode, name: string, next: Inode | undefined): void {
    const { entries } = directory;
    if (entries === undefined) return;
    const before = entries.get(name);
    if (before !== undefined) {
      before.nlink -= 1;
      if (before.isDirectory) {
        before.nlink -= 1;
        directory.nlink -= 1;
      }
      this.addSlotHash(directory, name, before, -1);
    }
    if (next !== undefined) {
      entries.set(name, next);
      next.nlink += 1;
      if (next.isDirectory) {
        next.nlink += 1;
        next.parent = directory;
        directory.nlink += 1;
      }
      this.addSlotHash(directory, name, next, 1);
    } else if (directory.image?.child(name) !== undefined) entries.set(name, undefined);
    else entries.delete(name);
    this.touch(directory);
    if (before !== undefined) this.touch(before);
    if (next !== undefined) this.touch(next);
  }

  /** Remembers a change of one inode; the caller makes it right after. */
  pend(inode: Inode, kind: DataOpKind, offset: number, length: number, oldSize: number, old?: Uint8Array, attributes?: Attributes): DataOp {
    const op = new DataOp(this.nextSeq, kind, offset, length, oldSize, old, attributes);
    this.nextSeq += 1;
    const { pending } = inode;
    if (pending === undefined) inode.pending = [op];
    else {
      pending.push(op);
      if (pending.length > PENDING_PER_INODE_MAX && inode.shadow === undefined) pending.shift();
    }
    this.dirty.add(inode);
    return op;
  }

  /** Notes that an inode is not what it was. */
  touch(inode: Inode): void {
    this.version += 1;
    if (inode.stale) return;
    inode.stale = true;
    this.stale.push(inode);
  }

  /** Gives the space of a file back once neither a name nor a descriptor holds it. */
  release(inode: Inode): void {
    if (inode.nlink > 0 || inode.opens > 0 || inode.content === undefined) return;
    this.usedBytes -= blocksOf(inode.content.extent) * BLOCK_BYTES;
    this.touch(inode);
  }

  /** Adds up the space in use afresh, after a crash gave and took files. */
  recount(): void {
    this.usedBytes = used(this.root);
  }

  /** 52 bits over names, bytes, attributes and what is pending; only what changed since the last call is looked at. */
  stateHash(): number {
    for (const inode of this.stale) {
      inode.stale = false;
      this.hashA = (this.hashA - inode.hashA) | 0;
      this.hashB = (this.hashB - inode.hashB) | 0;
      hashInode(inode);
      this.hashA = (this.hashA + inode.hashA) | 0;
      this.hashB = (this.hashB + inode.hashB) | 0;
    }
    this.stale.length = 0;
    return ((this.hashA ^ Math.imul(this.entryOps.length, 0x9e3779b1)) >>> 0) * 2 ** 20 + ((this.hashB >>> 0) % 2 ** 20);
  }

  private instantiate(directory: Inode, entries: Map<string, Inode | undefined>, name: string, node: ImageNode): Inode {
    const inode = new Inode(this.nextIno, keyOf(directory.key, name), typeBits(node) | node.mode, this.bornUs);
    this.nextIno += 1;
    inode.image = node;
    inode.uid = node.ownedByUser ? this.uid : 0;
    inode.gid = node.ownedByUser ? this.gid : 0;
    inode.nlink = 1;
    if (inode.isDirectory) {
      inode.entries = new Map();
      inode.parent = directory;
      inode.nlink = 2;
    } else if (inode.isSymlink) inode.target = node.target;
    entries.set(name, inode);
    return inode;
  }

  private addSlotHash(directory: Inode, name: string, child: Inode, sign: 1 | -1): void {
    const hash = Math.imul(keyOf(directory.key, name) ^ Math.imul(child.key, 0x85ebca6b), 0x9e3779b1);
    this.hashA = (this.hashA + sign * hash) | 0;
    this.hashB = (this.hashB + sign * (hash ^ (hash >>> 15))) | 0;
  }
}

export function blocksOf(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES);
}

function used(directory: Inode): number {
  let bytes = 0;
  for (const inode of directory.entries?.values() ?? []) {
    if (inode === undefined) continue;
    if (inode.isDirectory) bytes += used(inode);
    else if (inode.content !== undefined) bytes += (blocksOf(inode.content.extent) * BLOCK_BYTES) / inode.nlink;
  }
  return bytes;
}

function typeBits(node: ImageNode): number {
  if (node.kind === 'directory') return S_IFDIR;
  if (node.kind === 'symlink') return S_IFLNK;
  return node.kind === 'null-device' ? S_IFCHR : S_IFREG;
}

function keyOf(parent: number, name: string): number {
  let key = parent | 0;
  for (let at = 0; at < name.length; at += 1) key = Math.imul(key ^ name.charCodeAt(at), 0x01000193);
  return Math.imul(key ^ (key >>> 15), 0x2c1b3c6d) | 0;
}

const hasher = new RollingHash();

/** Times are left out: they differ between schedules that are otherwise the same. An inode that nobody can reach counts nothing. */
function hashInode(inode: Inode): void {
  inode.hashA = 0;
  inode.hashB = 0;
  if (inode.nlink <= 0 && inode.opens <= 0) return;
  hasher.reset();
  hasher.mix(inode.key);
  hasher.mix(inode.mode);
  hasher.mix(inode.uid);
  hasher.mix(inode.pending?.length ?? 0);
  const { content } = inode;
  if (content !== undefined) {
    hasher.mix(content.size);
    const { bytes, extent } = content;
    for (let at = 0; at < extent; at += 4) {
      hasher.mix((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24));
    }
  }
  inode.hashA = hasher.hi | 0;
  inode.hashB = hasher.lo | 0;
}
