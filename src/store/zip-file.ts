/**
 * Zip files, written block by block. The bytes depend on names and contents alone: entries are
 * sorted, the time is fixed, and contents are cut into equal blocks before they are compressed,
 * because the compressor's choices follow the blocks it is given.
 */
import { Zip, ZipDeflate } from 'fflate';
import { FozzyError } from '../base/problem.ts';
import type { ExportEntry } from './export-entry.ts';

type ZipSource = Pick<ExportEntry, 'name' | 'sizeBytes' | 'content'>;

/** fflate compresses in its own 96 KiB windows; smaller blocks only cost calls. */
const BLOCK_BYTES = 131_072;
const LEVEL = 6;
/** Without the 64-bit extension sizes and offsets end here; some room is left for headers. */
const TOTAL_BYTES_MAX = 0xffff_ffff - 64 * 1024 * 1024;
const ENTRIES_MAX = 0xffff;

export function* zipBlocks(entries: readonly ZipSource[]): Generator<Uint8Array> {
  assertFits(entries);
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, block) => {
    if (error !== null) throw error;
    ready.push(block);
  });
  for (const entry of entries) {
    const file = new ZipDeflate(entry.name, { level: LEVEL });
    // Zip stores local wall time without a zone, so a local date gives the same bytes everywhere.
    file.mtime = new Date(1980, 0, 1, 12);
    zip.add(file);
    for (const block of equalBlocks(entry.content())) {
      file.push(block);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}

function assertFits(entries: readonly ZipSource[]): void {
  const total = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  if (total <= TOTAL_BYTES_MAX && entries.length <= ENTRIES_MAX) return;
  throw new FozzyError('io', `${entries.length} files with ${total} bytes do not fit into a zip file`, { hint: 'export into a directory' });
}

function* equalBlocks(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let block = new Uint8Array(BLOCK_BYTES);
  let filled = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + BLOCK_BYTES - filled);
      block.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < BLOCK_BYTES) continue;
      yield block;
      block = new Uint8Array(BLOCK_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}
