/**
 * What an import into a directory that exists already leaves when its process is killed while files move: some are there, some are not. A
 * list beside them says which were on their way, so that the next import can take those back that came through, and nothing else.
 */
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeFileAtomic } from './atomic-write.ts';
import { entryAt, syncDirectory } from './directory.ts';
import { type ListedFiles, parseIndex, renderIndex } from './export-index.ts';
import { readDigest } from './file-digest.ts';
import { onDisk } from './file-error.ts';
import type { FileOps } from './file-ops.ts';
import { readText } from './json-file.ts';

export interface MovingFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly blake3: string;
}

/** Beside the directory; always the same, so that whoever comes next finds it. The caller holds the lock of the directory. */
export function stagingOf(out: string): string {
  return join(dirname(out), `.fozzy-${basename(out)}.import.tmp`);
}

/** Where the files wait until they move. */
export function waitingIn(staging: string): string {
  return join(staging, 'files');
}

function listIn(staging: string): string {
  return join(staging, 'moving.json');
}

/** Durable before the first of them moves. */
export function noteMoving(staging: string, files: readonly MovingFile[], ops: FileOps): void {
  writeFileAtomic(listIn(staging), [renderIndex({ contents: 'corpus', containsHostCapture: false }, files)], ops);
  syncDirectory(staging, ops);
}

export function takeBackHalfImport(out: string, ops: FileOps): void {
  const staging = stagingOf(out);
  if (entryAt(staging) === undefined) return;
  const moving: ListedFiles = parseIndex(readText(listIn(staging)) ?? '') ?? new Map();
  const waits = (name: string): boolean => entryAt(join(waitingIn(staging), name)) !== undefined;
  // Where none waits any more the import was over, and only its staging was left.
  const half = [...moving.keys()].some(waits) ? [...moving] : [];
  for (const [name, digests] of half) {
    const path = join(out, name);
    // One that still waits did not move, so what has its name was put there by somebody else.
    if (waits(name) || entryAt(path)?.isFile() !== true) continue;
    if (digests.has(readDigest(path))) onDisk('remove', path, () => ops.unlink(path));
  }
  discardStaging(staging);
}

export function discardStaging(staging: string): void {
  onDisk('remove', staging, () => rmSync(staging, { recursive: true, force: true }));
}
