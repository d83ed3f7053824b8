/**
 * The pending changes of a disk, laid out so that any part of them can be made to survive. The disk is put into the asked state in
 * place and can be put back, so that many states can be looked at without copying a disk.
 */
import type { Attributes, DataOp } from './data-op.ts';
import { Content } from './content.ts';
import { durableContent } from './file-calls.ts';
import type { Inode } from './inode.ts';
import { dataDependsOn, type EntryOp, entryDependsOn } from './pending.ts';
import type { VirtualDisk } from './virtual.ts';

export const KEPT = 0;
export const LOST = 1;

/** Disks write whole sectors; file systems mostly whole pages. */
const SECTOR_BYTES = 512;
const PAGE_BYTES = 4096;

/** Tears of one write that are told apart; more borders than this are thinned out evenly. */
const BORDERS_MAX = 8;

export interface CrashUnit {
  readonly label: string;
  readonly seq: number;
  /** KEPT, LOST, then the ways to be torn. */
  readonly answers: number;
  readonly entry: EntryOp | undefined;
  readonly data: DataUnit | undefined;
}

interface DataUnit {
  readonly inode: Inode;
  readonly op: DataOp;
  readonly bytes: Uint8Array | undefined;
  readonly newAttributes: Attributes;
  /** Places inside the write at which it may be cut. */
  readonly borders: readonly number[];
  readonly extends: boolean;
}

/** A file or directory with pending changes. */
export interface InodeImage {
  readonly inode: Inode;
  /** Its changes among the units, in their order. */
  readonly units: number[];
  readonly present: Content | undefined;
  readonly presentAttributes: Attributes;
  readonly durable: Content | undefined;
  readonly durableAttributes: Attributes;
}

export class CrashImage {
  readonly units: readonly CrashUnit[];
  private readonly disk: VirtualDisk;
  readonly inodes: InodeImage[] = [];
  private readonly entryOps: readonly EntryOp[];
  private readonly version: number;
  private readonly grounds: (readonly number[])[] = [];

  constructor(disk: VirtualDisk) {
    this.disk = disk;
    this.version = disk.version;
    this.entryOps = [...disk.entryOps];
    const units: CrashUnit[] = this.entryOps.map((entry) => ({
      label: labelOf(entry),
      seq: entry.seq,
      answers: 2,
      entry,
      data: undefined,
    }));
    for (const inode of new Set([...disk.dirty, ...disk.shadowed])) units.push(...this.layOut(inode));
    this.units = units.sort((a, b) => a.seq - b.seq);
    const byInode = new Map(this.inodes.map((image) => [image.inode, image.units]));
    for (const [index, { data }] of this.units.entries()) if (data !== undefined) byInode.get(data.inode)?.push(index);
  }

  /** Whether this change can survive, given the answers for all changes before it. */
  mayKeep(index: number, answers: readonly number[]): boolean {
    for (const earlier of this.standsOn(index)) if (answers[earlier] !== KEPT) return false;
    return true;
  }

  /** Earlier changes without which this one makes no sense. */
  private standsOn(index: number): readonly number[] {
    const known = this.grounds[index];
    if (known !== undefined) return known;
    const unit = this.units[index];
    const grounds: number[] = [];
    for (let earlier = 0; earlier < index; earlier += 1) {
      const other = this.units[earlier];
      if (unit !== undefined && other !== undefined && dependsOn(unit, other)) grounds.push(earlier);
    }
    this.grounds[index] = grounds;
    return grounds;
  }

  apply(answers: readonly number[]): void {
    this.undoEntries();
    for (const [index, { entry }] of this.units.entries())
      if (answers[index] === KEPT) for (const slot of entry?.slots ?? []) this.disk.setSlot(slot.directory, slot.name, slot.after);
    for (const image of this.inodes) this.applyTo(image, answers);
  }

  /** The same for one file: what it holds depends on its own changes only. */
  applyTo({ inode, units, durable, durableAttributes }: InodeImage, answers: readonly number[]): void {
    inode.content = durable?.copy();
    setAttributes(inode, durableAttributes);
    for (const index of units) {
      const answer = answers[index] ?? LOST;
      const data = this.units[index]?.data;
      if (answer !== LOST && data !== undefined) applyData(data, answer);
    }
  }

  restoreTo({ inode, present, presentAttributes }: InodeImage): void {
    inode.content = present;
    setAttributes(inode, presentAttributes);
  }

  /** Back to what running programs see. */
  restore(): void {
    this.undoEntries();
    for (const entry of this.entryOps) for (const slot of entry.slots) this.disk.setSlot(slot.directory, slot.name, slot.after);
    for (const image of this.inodes) this.restoreTo(image);
    this.disk.version = this.version;
  }

  private undoEntries(): void {
    for (let index = this.entryOps.length - 1; index >= 0; index -= 1) {
      const slots = this.entryOps[index]?.slots ?? [];
      for (let at = slots.length - 1; at >= 0; at -= 1) {
        const slot = slots[at];
        if (slot !== undefined) this.disk.setSlot(slot.directory, slot.name, slot.before);
      }
    }
  }

  /** Walks the pending changes backwards, which shows for each what it wrote. */
  private layOut(inode: Inode): CrashUnit[] {
    const pending = inode.pending ?? [];
    const present = inode.content;
    const presentAttributes = { mode: inode.mode, uid: inode.uid, gid: inode.gid };
    const durable = inode.isFile ? durableContent(this.disk, inode) : undefined;
    let attributes: Attributes = presentAttributes;
    const units: CrashUnit[] = [];
    const before = present?.copy() ?? new Content();
    for (let index = pending.length - 1; index >= 0; index -= 1) {
      const op = pending[index];
      if (op === undefined) continue;
      const bytes = op.kind === 'write' ? (op.data ?? before.slice(op.offset, op.offset + op.length)) : undefined;
      if (op.kind !== 'attributes' && inode.shadow === undefined) undo(before, op);
      const data: DataUnit = {
        inode,
        op,
        bytes,
        newAttributes: attributes,
        borders: bordersOf(op),
        extends: op.offset + op.length > op.oldSize,
      };
      attributes = op.oldAttributes ?? attributes;
      const torn = op.kind === 'write' ? data.borders.length * 2 + (data.extends ? 1 : 0) : 0;
      units.push({
        label: op.kind === 'attributes' ? 'attributes' : `${op.kind} ${op.offset}+${op.length}`,
        seq: op.seq,
        answers: 2 + torn,
        entry: undefined,
        data,
      });
    }
    this.inodes.push({ inode, units: [], present, presentAttributes, durable, durableAttributes: attributes });
    return units;
  }
}

function undo(content: Content, op: DataOp): void {
  content.resize(Math.min(content.size, op.oldSize));
  if (op.old !== undefined) content.write(op.old, 0, op.old.length, op.offset);
  content.resize(op.oldSize);
}

function dependsOn(later: CrashUnit, earlier: CrashUnit): boolean {
  if (later.entry !== undefined) return earlier.entry !== undefined && entryDependsOn(later.entry, earlier.entry);
  if (later.data === undefined || earlier.data === undefined || later.data.inode !== earlier.data.inode) return false;
  return dataDependsOn(later.data.op, earlier.data.op);
}

/**
 * The answers of a write beyond kept and lost: for each border only what lies before it (the file ends there if it was growing), then
 * for each border only what lies behind it, then for a growing file its new size without any of the data.
 */
function applyData(unit: DataUnit, answer: number): void {
  const { inode, op, bytes, borders } = unit;
  if (op.kind === 'attributes') {
    setAttributes(inode, unit.newAttributes);
    return;
  }
  const { content } = inode;
  if (content === undefined) return;
  if (op.kind === 'truncate' || bytes === undefined) {
    content.resize(op.offset);
    return;
  }
  const front = borders[answer - 2];
  const back = borders[answer - 2 - borders.length];
  if (answer === KEPT) content.write(bytes, 0, bytes.length, op.offset);
  else if (front !== undefined) content.write(bytes, 0, front, op.offset);
  else if (back !== undefined) content.write(bytes, back, bytes.length - back, op.offset + back);
  else if (op.offset + op.length > content.size) content.resize(op.offset + op.length);
}

/** Sector borders inside the first page, page borders after it. */
function bordersOf(op: DataOp): readonly number[] {
  if (op.kind !== 'write') return [];
  const borders: number[] = [];
  const end = op.offset + op.length;
  for (let at = nextBorder(op.offset, op.offset); at < end; at = nextBorder(at, op.offset)) borders.push(at - op.offset);
  if (borders.length <= BORDERS_MAX) return borders;
  const step = (borders.length - 1) / (BORDERS_MAX - 1);
  return Array.from({ length: BORDERS_MAX }, (_, index) => borders[Math.round(index * step)] ?? 0);
}

function nextBorder(at: number, start: number): number {
  const unit = at - start < PAGE_BYTES ? SECTOR_BYTES : PAGE_BYTES;
  return (Math.floor(at / unit) + 1) * unit;
}

function setAttributes(inode: Inode, attributes: Attributes): void {
  inode.mode = attributes.mode;
  inode.uid = attributes.uid;
  inode.gid = attributes.gid;
}

function labelOf(entry: EntryOp): string {
  return `${entry.kind} ${entry.slots.map((slot) => slot.name).join(' to ')}`;
}
