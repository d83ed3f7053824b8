/**
 * What was done and is not yet durable. Each change remembers how to take it back, not how to do it again: making it durable then means
 * forgetting it, which costs nothing, and the durable state is the present one with everything pending taken back, newest first.
 */
import type { DataOp } from './data-op.ts';
import type { Inode } from './inode.ts';

/** One name in one directory, before and after. */
export interface SlotChange {
  readonly directory: Inode;
  readonly name: string;
  readonly before: Inode | undefined;
  readonly after: Inode | undefined;
}

/** A change of names that happens as a whole: two slots for a rename, one for everything else. */
export interface EntryOp {
  readonly seq: number;
  readonly kind: 'create' | 'link' | 'unlink' | 'rename';
  readonly slots: readonly SlotChange[];
}

/**
 * Whether a later change of names can only be on the disk if the earlier one is. File systems may write names in any order, except where
 * one makes no sense without the other: the same name, the same inode (its link count is one record), a directory and what happened
 * in it, and moves of directories among each other (or a loop could arise).
 */
export function entryDependsOn(later: EntryOp, earlier: EntryOp): boolean {
  for (const a of later.slots) {
    for (const b of earlier.slots) {
      if (a.directory === b.directory && a.name === b.name) return true;
      if (sharesInode(a, b)) return true;
      if (earlier.kind === 'create' && b.after === a.directory) return true;
      if (replaced(later, a) === b.directory) return true;
      if (later.kind === 'rename' && earlier.kind === 'rename' && movesDirectory(a) && movesDirectory(b)) return true;
    }
  }
  return false;
}

/** Blocks are given to a file after the truncation before them was settled, so nothing that follows a truncation outlives its loss. */
export function dataDependsOn(later: DataOp, earlier: DataOp): boolean {
  return earlier.kind === 'truncate' && later.kind !== 'attributes';
}

/** What a change takes out of the tree for good; a directory must have been emptied before. */
function replaced(op: EntryOp, slot: SlotChange): Inode | undefined {
  return op.kind === 'unlink' || slot.after !== undefined ? slot.before : undefined;
}

function sharesInode(a: SlotChange, b: SlotChange): boolean {
  if (a.before !== undefined && (a.before === b.before || a.before === b.after)) return true;
  return a.after !== undefined && (a.after === b.before || a.after === b.after);
}

function movesDirectory(slot: SlotChange): boolean {
  return slot.before?.isDirectory === true || slot.after?.isDirectory === true;
}
