/**
 * Reads zip files entry by entry, to prove that they hold what was meant, or to look at what a stranger
 * sends. What two readers could understand differently is a flaw: two directories that disagree, entries
 * that share bytes, a directory with more in it than it says. Nothing is unpacked to disk.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import { utf8Decode } from '../base/utf8.ts';
import { DEFLATED, DEFLATED_BYTES_MAX, STORED } from './zip-file.ts';

/** Why a file is no readable zip. */
export class ZipFlaw extends Error {
  override readonly name = 'ZipFlaw';
}

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly offset: number;
  /** General purpose bits; the lowest says that it is encrypted. */
  readonly flags: number;
  /** As Unix has it; 0 where the writer was on no Unix. */
  readonly mode: number;
}

const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const BLOCK_BYTES = 65_536;
const COMMENT_BYTES_MAX = 0xffff;
/** Names and nothing else; a directory is read into memory as a whole. */
const DIRECTORY_BYTES_MAX = 32 * 1024 * 1024;
const ZIP64_COUNT = 0xffff;
const ZIP64_OFFSET = 0xffff_ffff;

export class ZipReader {
  readonly entries: readonly ZipEntry[];
  readonly #file: number;
  readonly #sizeBytes: number;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    try {
      this.#sizeBytes = fstatSync(this.#file).size;
      this.entries = this.#readDirectory();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The unpacked bytes; ends in a flaw if size or checksum are not the promised ones. */
  *content(entry: ZipEntry): Generator<Uint8Array> {
    let crc = 0;
    let sizeBytes = 0;
    for (const block of this.#unpacked(entry)) {
      crc = crc32(block, crc);
      sizeBytes += block.length;
      if (sizeBytes > entry.sizeBytes) break;
      yield block;
    }
    if (sizeBytes !== entry.sizeBytes || crc !== entry.crc) throw new ZipFlaw(`${entry.name} does not unpack to its size and checksum`);
  }

  #readDirectory(): readonly ZipEntry[] {
    const { end, at: endAt } = this.#end();
    const count = end.getUint16(10, true);
    const [sizeBytes, start] = [end.getUint32(12, true), end.getUint32(16, true)];
    if (count === ZIP64_COUNT || start === ZIP64_OFFSET) throw new ZipFlaw('it uses the 64-bit extension, which nothing this small needs');
    if (sizeBytes > DIRECTORY_BYTES_MAX) throw new ZipFlaw(`its directory has ${sizeBytes} bytes`);
    if (end.getUint16(4, true) !== 0 || end.getUint16(8, true) !== count) throw new ZipFlaw('it is one part of several');
    if (start + sizeBytes !== endAt) throw new ZipFlaw('its directory is not where it should end');
    const directory = this.#read(start, sizeBytes);
    const entries: ZipEntry[] = [];
    let at = 0;
    while (entries.length < count) {
      if (at + CENTRAL_BYTES > directory.byteLength || directory.getUint32(at, true) !== 0x0201_4b50)
        throw new ZipFlaw('its directory is broken');
      const entry = entryAt(directory, at);
      entries.push(entry);
      at += CENTRAL_BYTES + directory.getUint16(at + 28, true) + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    }
    if (at !== directory.byteLength) throw new ZipFlaw('its directory holds more than it says');
    return entries;
  }

  /** The last record that ends exactly where the file does; a comment may follow it. */
  #end(): { readonly end: DataView; readonly at: number } {
    if (this.#sizeBytes < END_BYTES) throw new ZipFlaw('it is too short for a zip file');
    const from = Math.max(0, this.#sizeBytes - END_BYTES - COMMENT_BYTES_MAX);
    const tail = this.#read(from, this.#sizeBytes - from);
    for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
      if (tail.getUint32(at, true) !== 0x0605_4b50 || at + END_BYTES + tail.getUint16(at + 20, true) !== tail.byteLength) continue;
      return { end: new DataView(tail.buffer, at, END_BYTES), at: from + at };
    }
    throw new ZipFlaw('it does not end like a zip file');
  }

  /** The bytes as they lie in the file, so that whoever unpacks them can stop at any time. */
  *packed(entry: ZipEntry): Generator<Uint8Array> {
    const start = this.#dataStart(entry);
    for (let at = 0; at < entry.packedBytes; at += BLOCK_BYTES) {
      yield bytesOf(this.#read(start + at, Math.min(BLOCK_BYTES, entry.packedBytes - at)));
    }
  }

  /** Where the header and the data of an entry lie; entries of an honest file never share a byte. */
  extent(entry: ZipEntry): { readonly from: number; readonly to: number } {
    return { from: entry.offset, to: this.#dataStart(entry) + entry.packedBytes };
  }

  *#unpacked(entry: ZipEntry): Generator<Uint8Array> {
    if (entry.method === DEFLATED) yield inflate(this.#read(this.#dataStart(entry), entry.packedBytes), entry);
    else yield* this.packed(entry);
  }

  /** Other programs read the header in front of the data, so it must tell the same name. */
  #dataStart(entry: ZipEntry): number {
    if (entry.method !== STORED && entry.method !== DEFLATED) throw new ZipFlaw(`${entry.name} is packed in an unknown way`);
    const local = this.#read(entry.offset, LOCAL_BYTES);
    if (local.getUint32(0, true) !== 0x0403_4b50) throw new ZipFlaw(`${entry.name} is not where the directory says`);
    const nameBytes = local.getUint16(26, true);
    const name = nameAt(this.#read(entry.offset + LOCAL_BYTES, nameBytes), 0, nameBytes);
    if (name !== entry.name) throw new ZipFlaw(`${entry.name} is called ${name} in front of its data`);
    return entry.offset + LOCAL_BYTES + nameBytes + local.getUint16(28, true);
  }

  #read(offset: number, length: number): DataView {
    if (offset + length > this.#sizeBytes) throw new ZipFlaw('it is cut short');
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const read = readSync(this.#file, bytes, at, length - at, offset + at);
      if (read === 0) throw new ZipFlaw('it is cut short');
      at += read;
    }
    return new DataView(bytes.buffer);
  }
}

/** By zlib, which shares nothing with the compressor that wrote it. */
function inflate(packed: DataView, { name, sizeBytes }: ZipEntry): Uint8Array {
  if (sizeBytes > DEFLATED_BYTES_MAX) throw new ZipFlaw(`${name} is larger than Fozzy packs`);
  try {
    return inflateRawSync(bytesOf(packed), { maxOutputLength: Math.max(1, sizeBytes) });
  } catch (error) {
    throw new ZipFlaw(`${name} cannot be unpacked`, { cause: error });
  }
}

function entryAt(directory: DataView, at: number): ZipEntry {
  return {
    name: nameAt(directory, at + CENTRAL_BYTES, directory.getUint16(at + 28, true)),
    method: directory.getUint16(at + 10, true),
    crc: directory.getUint32(at + 16, true),
    packedBytes: directory.getUint32(at + 20, true),
    sizeBytes: directory.getUint32(at + 24, true),
    offset: directory.getUint32(at + 42, true),
    flags: directory.getUint16(at + 8, true),
    mode: directory.getUint32(at + 38, true) >>> 16,
  };
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function nameAt(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) throw new ZipFlaw('its directory is broken');
  const name = utf8Decode(new Uint8Array(view.buffer, view.byteOffset + at, length), { fatal: true });
  if (name === undefined) throw new ZipFlaw('a name is not UTF-8');
  return name;
}
