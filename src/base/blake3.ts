/** BLAKE3 where identity must be stable for years: seeds, checksums, fingerprints, content addresses. Texts are hashed as UTF-8. */
import { Blake3Hasher } from './blake3-hasher.ts';
import { hexEncode } from './hex.ts';
import type { U64 } from './u64.ts';
import { u64Bytes, u64FromBytes } from './u64.ts';
import { utf8Encode } from './utf8.ts';

export function blake3Bytes(data: Uint8Array | string): Uint8Array {
  const hasher = new Blake3Hasher();
  hasher.update(bytesOf(data));
  return hasher.digest();
}

export function blake3Hex(data: Uint8Array | string): string {
  return hexEncode(blake3Bytes(data));
}

/** For data that is never in memory as a whole. A text piece must not end inside a surrogate pair. */
export class Blake3Stream {
  private readonly hash = new Blake3Hasher();

  update(data: Uint8Array | string): this {
    this.hash.update(bytesOf(data));
    return this;
  }

  /** The digest of everything so far; more may follow. */
  bytes(): Uint8Array {
    return this.hash.digest();
  }

  hex(): string {
    return hexEncode(this.bytes());
  }
}

/**
 * The seed of one scenario of many. It depends on the base seed and the scenario's own path only
 * (`/`-separated, without leading `./`), so adding or reordering other files changes nothing.
 */
export function seedFor(baseSeed: U64, relPath: string): U64 {
  const hash = new Blake3Stream().update(u64Bytes(baseSeed.hi, baseSeed.lo)).update(relPath);
  return u64FromBytes(hash.bytes());
}

function bytesOf(data: Uint8Array | string): Uint8Array {
  return typeof data === 'string' ? utf8Encode(data) : data;
}
