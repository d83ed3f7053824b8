/**
 * One directory in the place of another. No call does that at once, so the old one steps aside under a name that whoever comes next knows:
 * if the process ends between the two renames, the next look at the directory puts the old one back.
 */
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { entryAt, syncDirectory } from './directory.ts';
import { onDisk } from './file-error.ts';
import { type FileOps, hostFiles } from './file-ops.ts';

function asideName(directory: string): string {
  return join(dirname(directory), `.fozzy-${basename(directory)}.old`);
}

/** `next` is complete, on the same file system, and no longer there afterwards. The caller holds the lock of the directory. */
export function swapDirectory(directory: string, next: string, ops: FileOps = hostFiles): void {
  const aside = asideName(directory);
  remove(aside);
  onDisk('write', directory, () => ops.rename(directory, aside));
  try {
    onDisk('write', directory, () => ops.rename(next, directory));
  } catch (error) {
    healSwap(directory, ops);
    throw error;
  }
  syncDirectory(dirname(directory), ops);
  remove(aside);
}

/** Puts back what a swap that was cut off left aside. */
export function healSwap(directory: string, ops: FileOps = hostFiles): void {
  const aside = asideName(directory);
  if (entryAt(aside) === undefined || entryAt(directory) !== undefined) return;
  onDisk('write', directory, () => ops.rename(aside, directory));
}

function remove(path: string): void {
  onDisk('remove', path, () => rmSync(path, { recursive: true, force: true }));
}
