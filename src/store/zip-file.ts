/**
 * Zip files, written entry by entry. The bytes depend on names and contents alone: the time is fixed,
 * and the compressor is plain JavaScript given each content as a whole, so every machine and every
 * version of Node makes the same file. (Compressing in pieces was tried: fflate 0.8.3 then makes
 * streams that no reader can unpack.)
 */
import { crc32 } from 'node:zlib';
import { deflateSync, Zip, type ZipInputFile } from 'fflate';
import { FozzyError } from '../base/problem.ts';
import type { ExportEntry } from './export-entry.ts';

type ZipSource = Pick<ExportEntry, 'name' | 'sizeBytes' | 'content'>;

export const STORED = 0;
export const DEFLATED = 8;
const LEVEL = 6;
/** Compressing takes about three times this much memory; larger contents are stored as they are, piece by piece. */
export const DEFLATED_BYTES_MAX = 32 * 1024 * 1024;
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
    for (const _ of entry.sizeBytes > DEFLATED_BYTES_MAX ? store(entry, zip) : deflate(entry, zip)) yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}

function assertFits(entries: readonly ZipSource[]): void {
  const total = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  if (total <= TOTAL_BYTES_MAX && entries.length <= ENTRIES_MAX) return;
  throw new FozzyError('io', `${entries.length} files with ${total} bytes do not fit into a zip file`, { hint: 'export into a directory' });
}

/** Yields whenever something is ready. */
function* deflate(entry: ZipSource, zip: Zip): Generator<void> {
  const file = addFile(entry.name, DEFLATED, zip);
  const content = Buffer.concat([...entry.content()]);
  file.size = content.length;
  file.crc = crc32(content);
  file.ondata?.(null, deflateSync(content, { level: LEVEL }), true);
  yield;
}

function* store(entry: ZipSource, zip: Zip): Generator<void> {
  const file = addFile(entry.name, STORED, zip);
  for (const block of entry.content()) {
    file.size += block.length;
    file.crc = crc32(block, file.crc);
    file.ondata?.(null, block.slice(), false);
    yield;
  }
  file.ondata?.(null, new Uint8Array(0), true);
  yield;
}

function addFile(filename: string, compression: number, zip: Zip): ZipInputFile {
  // Zip keeps local wall time without a zone, so a local date gives the same bytes everywhere.
  const file: ZipInputFile = { filename, size: 0, crc: 0, compression, mtime: new Date(1980, 0, 1, 12) };
  zip.add(file);
  return file;
}
