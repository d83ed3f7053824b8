/**
 * Files appear whole or not at all: the content goes to a temporary file in the same directory, is
 * flushed to the disk, and is then renamed over the target. A rename replaces a symbolic link
 * instead of following it, so nothing outside the directory can be hit.
 */
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Blake3Stream } from '../base/blake3.ts';
import { syncDirectory } from './directory.ts';
import { onDisk } from './file-error.ts';
import type { FileOps } from './file-ops.ts';

export interface WrittenFile {
  readonly sizeBytes: number;
  readonly blake3: string;
}

/** Enough to make the cost of a system call vanish. */
const BLOCK_CHARS = 262_144;

/** The directory must exist. Its own entry is not yet durable: the caller ends a batch with `syncDirectory`. */
export function writeFileAtomic(path: string, chunks: Iterable<string | Uint8Array>, ops: FileOps): WrittenFile {
  const temporary = join(dirname(path), `.fozzy-${randomBytes(8).toString('hex')}.tmp`);
  return onDisk('write', path, () => {
    const file = ops.create(temporary);
    try {
      const written = writeBlocks(file, chunks, ops);
      ops.rename(temporary, path);
      return written;
    } catch (error) {
      discard(temporary, ops);
      throw error;
    }
  });
}

/** One file on its own, durable when this returns. */
export function writeFileDurable(path: string, chunks: Iterable<string | Uint8Array>, ops: FileOps): WrittenFile {
  const written = writeFileAtomic(path, chunks, ops);
  syncDirectory(dirname(path), ops);
  return written;
}

function writeBlocks(file: number, chunks: Iterable<string | Uint8Array>, ops: FileOps): WrittenFile {
  const hash = new Blake3Stream();
  let sizeBytes = 0;
  try {
    for (const block of blocksOf(chunks)) {
      hash.update(block);
      sizeBytes += block.length;
      for (let at = 0; at < block.length; ) at += ops.write(file, block.subarray(at));
    }
    ops.sync(file);
  } finally {
    ops.close(file);
  }
  return { sizeBytes, blake3: hash.hex() };
}

/** Joins small texts and never cuts a surrogate pair, which would encode as two replacement characters. */
function* blocksOf(chunks: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  let text = '';
  for (const chunk of chunks) {
    if (typeof chunk !== 'string') {
      if (text !== '') yield Buffer.from(text, 'utf8');
      text = '';
      yield chunk;
      continue;
    }
    text += chunk;
    if (text.length < BLOCK_CHARS) continue;
    const last = text.charCodeAt(text.length - 1);
    const end = last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
    yield Buffer.from(text.slice(0, end), 'utf8');
    text = text.slice(end);
  }
  if (text !== '') yield Buffer.from(text, 'utf8');
}

/** The first failure is the one to report; a file that cannot even be removed changes nothing about it. */
function discard(path: string, ops: FileOps): void {
  try {
    ops.unlink(path);
  } catch {
    // A leftover .fozzy-*.tmp is never read by anyone.
  }
}
