/** BLAKE3 of a file's bytes: the identity of an artifact, wherever it lies. */
import { closeSync, openSync, readSync } from 'node:fs';
import { Blake3Stream } from '../base/blake3.ts';
import { onDisk } from './file-error.ts';

const BLOCK_BYTES = 65_536;

/** Reads in blocks, so that a huge trace is never in memory as a whole. */
export function readDigest(path: string): string {
  return onDisk('read', path, () => {
    const file = openSync(path, 'r');
    try {
      const hash = new Blake3Stream();
      const block = new Uint8Array(BLOCK_BYTES);
      for (let read = readSync(file, block); read > 0; read = readSync(file, block)) hash.update(block.subarray(0, read));
      return hash.hex();
    } finally {
      closeSync(file);
    }
  });
}
