/** Small disks for tests: files put, appended to and synced as a program would, and answers about what a crash leaves. */
import { utf8Decode, utf8Encode } from '../../base/utf8.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import type { CrashDecisions } from './crash.ts';
import { close, fsync, open, write } from './file-calls.ts';
import { createImage } from './image.ts';
import { O_APPEND, O_CREAT, O_RDONLY, O_TRUNC, O_WRONLY } from './open-file.ts';
import { presetFile } from './preset.ts';
import type { Snapshot } from './snapshot.ts';
import { VirtualDisk } from './virtual.ts';

const image = createImage();
const seeded = new Xoshiro128({ hi: 1, lo: 2 });
export const sample = (number: number): Xoshiro128 => seeded.splitStream(`sample ${number}`);
export const calm: CrashDecisions = { choose: () => 0, happens: () => false, sample };
export const loseAll: CrashDecisions = { choose: () => 0, happens: () => true, sample };

export function freshDisk(files: Readonly<Record<string, string>> = { '/d/keep': '' }): VirtualDisk {
  const disk = new VirtualDisk({ image, clock: () => 0 });
  for (const [path, text] of Object.entries(files)) presetFile(disk, path, text);
  return disk;
}

export function put(disk: VirtualDisk, path: string, text: string, flags = O_WRONLY | O_CREAT | O_TRUNC): void {
  const fd = open(disk, path, flags, 0o644);
  const bytes = utf8Encode(text);
  write(disk, fd, bytes, 0, bytes.length, -1);
  close(disk, fd);
}

export function sync(disk: VirtualDisk, path: string): void {
  const fd = open(disk, path, O_RDONLY, 0);
  fsync(disk, fd, 'all');
  close(disk, fd);
}

export function append(disk: VirtualDisk, path: string, text: string): void {
  put(disk, path, text, O_WRONLY | O_CREAT | O_APPEND);
}

export function textOf(snapshot: Snapshot, path: string): string | undefined {
  const entry = snapshot.get(path);
  return entry?.kind === 'file' ? utf8Decode(entry.bytes) : undefined;
}
