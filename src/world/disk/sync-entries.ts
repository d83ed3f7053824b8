/** Makes the names of a directory durable, together with every earlier change of names they make no sense without. */
import type { Inode } from './inode.ts';
import { type EntryOp, entryDependsOn } from './pending.ts';
import type { VirtualDisk } from './virtual.ts';

export function makeEntriesDurable(disk: VirtualDisk, directory: Inode): void {
  const { entryOps } = disk;
  if (entryOps.length === 0) return;
  const settled: EntryOp[] = [];
  const left: EntryOp[] = [];
  for (let index = entryOps.length - 1; index >= 0; index -= 1) {
    const op = entryOps[index];
    if (op === undefined) continue;
    const touches = op.slots.some((slot) => slot.directory === directory);
    if (touches || settled.some((later) => entryDependsOn(later, op))) settled.push(op);
    else left.push(op);
  }
  entryOps.splice(0, entryOps.length, ...left.reverse());
  disk.version += 1;
}
