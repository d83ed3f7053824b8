/** One file of an export before it is written: its name, what it must hold, and where the bytes come from. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { Blake3Stream } from '../base/blake3.ts';
import { FozzyError } from '../base/problem.ts';
import { utf8Encode } from '../base/utf8.ts';
import { readDigest } from './file-digest.ts';
import { onDisk } from './file-error.ts';

const BLOCK_BYTES = 65_536;

export interface ExportEntry {
  /** Relative, '/'-separated. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly blake3: string;
  /** The bytes in blocks, as often as they are asked for. Ends in an error if they are no longer those of the digest. */
  readonly content: () => Iterable<Uint8Array>;
}

/** A file of a run; `known` is what the manifest says of it. */
export function fileEntry(name: string, path: string, known?: { readonly sizeBytes: number; readonly blake3: string }): ExportEntry {
  const { sizeBytes, blake3 } = known ?? { sizeBytes: onDisk('look at', path, () => statSync(path).size), blake3: readDigest(path) };
  return { name, sizeBytes, blake3, content: () => checkedBlocks(path, blake3) };
}

/** A file that exists only in the export. No piece may end inside a surrogate pair. */
export function textEntry(name: string, pieces: Iterable<string>): ExportEntry {
  const blocks: Uint8Array[] = [];
  const hash = new Blake3Stream();
  let text = '';
  const close = (): void => {
    const block = utf8Encode(text);
    blocks.push(block);
    hash.update(block);
    text = '';
  };
  for (const piece of pieces) {
    text += piece;
    if (text.length >= BLOCK_BYTES) close();
  }
  close();
  return { name, sizeBytes: blocks.reduce((sum, block) => sum + block.length, 0), blake3: hash.hex(), content: () => blocks };
}

function* checkedBlocks(path: string, blake3: string): Generator<Uint8Array> {
  const hash = new Blake3Stream();
  for (const block of fileBlocks(path)) {
    hash.update(block);
    yield block;
  }
  if (hash.hex() !== blake3) {
    throw new FozzyError('run_damaged', `${path} changed while it was being exported: its digest differs`, { details: { file: path } });
  }
}

function* fileBlocks(path: string): Generator<Uint8Array> {
  const file = onDisk('read', path, () => openSync(path, 'r'));
  try {
    for (;;) {
      const block = new Uint8Array(BLOCK_BYTES);
      const read = onDisk('read', path, () => readSync(file, block));
      if (read === 0) return;
      yield block.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}
