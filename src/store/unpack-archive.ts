/**
 * What a stranger packed, taken apart with suspicion. The whole archive is read before anything is written: names, kinds, places, sizes and
 * checksums. Limits count the bytes that were really produced; what an archive says about itself is never trusted.
 */
import { PassThrough, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { FozzyError } from '../base/problem.ts';
import { nameFlaw, nameKey } from './archive-name.ts';
import { onDisk } from './file-error.ts';
import { DEFLATED, STORED } from './zip-file.ts';
import { type ZipEntry, ZipFlaw, ZipReader } from './zip-reader.ts';

export interface ArchiveLimits {
  readonly entriesMax: number;
  readonly entryBytesMax: number;
  readonly totalBytesMax: number;
  /** Unpacked to packed. */
  readonly ratioMax: number;
}

const MEBIBYTE = 1024 * 1024;

export const archiveLimits: ArchiveLimits = {
  entriesMax: 10_000,
  entryBytesMax: 64 * MEBIBYTE,
  totalBytesMax: 1024 * MEBIBYTE,
  ratioMax: 200,
};

/** A few thousand equal bytes pack better than any limit allows, and harm nobody. */
const RATIO_COUNTS_FROM_BYTES = MEBIBYTE;

export interface Archive {
  /** Files in the order of the archive; directories are made as they are needed. */
  readonly files: readonly ZipEntry[];
  readonly content: (entry: ZipEntry) => AsyncGenerator<Uint8Array>;
}

/** Hands over an archive that was found harmless, and closes it afterwards. */
export async function withArchive<T>(path: string, limits: ArchiveLimits, use: (archive: Archive) => Promise<T>): Promise<T> {
  try {
    const reader = onDisk('read', path, () => new ZipReader(path));
    try {
      const files = await inspect(reader, limits);
      return await use({ files, content: (entry) => unpacked(reader, entry, limits) });
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof ZipFlaw)
      throw new FozzyError('archive_unsafe', `${path} cannot be unpacked: ${error.message}`, { details: { path } });
    throw error;
  }
}

async function inspect(reader: ZipReader, limits: ArchiveLimits): Promise<readonly ZipEntry[]> {
  const { entries } = reader;
  if (entries.length > limits.entriesMax)
    throw limited(`it holds ${entries.length} entries, ${limits.entriesMax} are allowed`, 'raise --max-entries if you trust it');
  for (const entry of entries) checkKind(entry);
  checkDistinct(entries);
  checkPlaces(reader);
  const files = entries.filter(({ name }) => !name.endsWith('/'));
  let totalBytes = 0;
  for (const entry of files) {
    for await (const block of unpacked(reader, entry, limits)) {
      totalBytes += block.length;
      if (totalBytes > limits.totalBytesMax)
        throw limited(`it unpacks to more than ${limits.totalBytesMax} bytes`, 'raise --max-total-mb if you trust it');
    }
  }
  return files;
}

const FILE_TYPE = 0xf000;
const REGULAR = 0x8000;
const DIRECTORY = 0x4000;

function checkKind(entry: ZipEntry): void {
  const { name, flags, mode, method, packedBytes, sizeBytes } = entry;
  const flaw = nameFlaw(name);
  if (flaw !== undefined) throw unsafe(`unsafe archive entry path rejected: ${JSON.stringify(name)}: ${flaw}`, name);
  const isDirectory = name.endsWith('/');
  const type = mode & FILE_TYPE;
  if (type !== 0 && type !== (isDirectory ? DIRECTORY : REGULAR)) throw unsafe(`${name} is a link or another special entry`, name);
  if (isDirectory && (packedBytes > 0 || sizeBytes > 0)) throw unsafe(`${name} is a directory that holds bytes`, name);
  if ((flags & 1) !== 0) throw unsafe(`${name} is encrypted`, name);
  if (method !== STORED && method !== DEFLATED) throw unsafe(`${name} is packed in an unknown way`, name);
}

/** Also where upper and lower case are the same; and no file may be in the way of another one's directory. */
function checkDistinct(entries: readonly ZipEntry[]): void {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const { name } of entries) {
    const key = nameKey(name);
    const parts = key.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) folders.add(parts.slice(0, depth).join('/'));
    if (key.endsWith('/')) continue;
    if (files.has(key)) throw unsafe(`duplicate output file in archive is not allowed: ${name}`, name);
    files.add(key);
  }
  for (const file of files)
    if (folders.has(file)) throw unsafe(`duplicate output file in archive is not allowed: ${file} is also a directory`, file);
}

/** The same bytes unpacked under many names are how a small archive becomes a large one. */
function checkPlaces(reader: ZipReader): void {
  const places = reader.entries.map((entry) => ({ name: entry.name, ...reader.extent(entry) })).toSorted((a, b) => a.from - b.from);
  for (const [index, place] of places.entries()) {
    const next = places[index + 1];
    if (next !== undefined && place.to > next.from) throw unsafe(`${place.name} and ${next.name} share bytes of the archive`, place.name);
  }
}

/** In small blocks, each counted before it is handed on; nothing of an entry is kept. */
async function* unpacked(reader: ZipReader, entry: ZipEntry, limits: ArchiveLimits): AsyncGenerator<Uint8Array> {
  const { name, packedBytes } = entry;
  let sizeBytes = 0;
  let crc = 0;
  for await (const block of blocksOf(reader, entry)) {
    sizeBytes += block.length;
    if (sizeBytes > limits.entryBytesMax) throw limited(`${name} unpacks to more than ${limits.entryBytesMax} bytes`, FIXED);
    if (sizeBytes > RATIO_COUNTS_FROM_BYTES && sizeBytes > packedBytes * limits.ratioMax) {
      throw limited(`${name} unpacks to more than ${limits.ratioMax} times its size`, FIXED);
    }
    crc = crc32(block, crc);
    yield block;
  }
  if (sizeBytes !== entry.sizeBytes || crc !== entry.crc) throw new ZipFlaw(`${name} does not unpack to its size and checksum`);
}

async function* blocksOf(reader: ZipReader, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const source = Readable.from(reader.packed(entry), { objectMode: false });
  const stream = source.pipe(entry.method === DEFLATED ? createInflateRaw() : new PassThrough());
  source.once('error', (error) => stream.destroy(error));
  try {
    for await (const block of stream) yield block;
  } catch (error) {
    if (error instanceof ZipFlaw || error instanceof FozzyError) throw error;
    throw new ZipFlaw(`${entry.name} cannot be unpacked`, { cause: error });
  } finally {
    source.destroy();
    stream.destroy();
  }
}

function unsafe(message: string, entry: string): FozzyError {
  return new FozzyError('archive_unsafe', message, { details: { entry } });
}

/** Of limits that no flag moves. */
const FIXED = 'if you trust it, unpack it with another tool and take the files with `fozzy corpus add <dir> <files>`';

function limited(message: string, hint: string): FozzyError {
  return new FozzyError('archive_limit', `the archive is refused: ${message}`, { hint });
}
