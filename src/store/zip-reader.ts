/**
 * Reads the zip files Fozzy writes, entry by entry, to prove that they hold what was meant. Anything
 * that is not such a file, or whose two directories disagree, is a flaw; nothing is unpacked to disk.
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
}

const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const BLOCK_BYTES = 65_536;

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
    if (this.#sizeBytes < END_BYTES) throw new ZipFlaw('it is too short for a zip file');
    const end = this.#read(this.#sizeBytes - END_BYTES, END_BYTES);
    if (end.getUint32(0, true) !== 0x0605_4b50) throw new ZipFlaw('it does not end like a zip file');
    const count = end.getUint16(10, true);
    const directory = this.#read(end.getUint32(16, true), end.getUint32(12, true));
    const entries: ZipEntry[] = [];
    for (let at = 0; entries.length < count; ) {
      if (at + CENTRAL_BYTES > directory.byteLength || directory.getUint32(at, true) !== 0x0201_4b50)
        throw new ZipFlaw('its directory is broken');
      const nameBytes = directory.getUint16(at + 28, true);
      entries.push({
        name: nameAt(directory, at + CENTRAL_BYTES, nameBytes),
        method: directory.getUint16(at + 10, true),
        crc: directory.getUint32(at + 16, true),
        packedBytes: directory.getUint32(at + 20, true),
        sizeBytes: directory.getUint32(at + 24, true),
        offset: directory.getUint32(at + 42, true),
      });
      at += CENTRAL_BYTES + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    }
    return entries;
  }

  *#unpacked(entry: ZipEntry): Generator<Uint8Array> {
    const start = this.#dataStart(entry);
    if (entry.method === DEFLATED) {
      yield inflate(this.#read(start, entry.packedBytes), entry);
      return;
    }
    for (let at = 0; at < entry.packedBytes; at += BLOCK_BYTES) {
      yield bytesOf(this.#read(start + at, Math.min(BLOCK_BYTES, entry.packedBytes - at)));
    }
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

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function nameAt(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) throw new ZipFlaw('its directory is broken');
  const name = utf8Decode(new Uint8Array(view.buffer, view.byteOffset + at, length), { fatal: true });
  if (name === undefined) throw new ZipFlaw('a name is not UTF-8');
  return name;
}
