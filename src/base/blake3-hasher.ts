/**
 * BLAKE3 over a stream of bytes: chunks of 1 KiB whose chaining values are joined in a binary tree.
 * Only the values of complete subtrees are kept, one per bit of the chunk count.
 */
import { compressBlock, INITIAL } from './blake3-block.ts';

const BLOCK_BYTES = 64;
const CHUNK_BLOCKS = 16;
const CV_WORDS = 8;

const CHUNK_START = 1;
const CHUNK_END = 2;
const PARENT = 4;
const ROOT = 8;

export class Blake3Hasher {
  /** The block being filled; it is compressed only when more follows, because the last one is special. */
  readonly #block = new Uint8Array(BLOCK_BYTES);
  readonly #words = new Int32Array(this.#block.buffer);
  #filled = 0;
  /** Of the chunk being read. */
  readonly #cv = Int32Array.from(INITIAL);
  #blocks = 0;
  #chunks = 0;
  /** Chaining values of complete subtrees, largest first. */
  readonly #stack: Int32Array[] = [];

  update(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#filled === BLOCK_BYTES) this.#compressFull();
      const count = Math.min(BLOCK_BYTES - this.#filled, bytes.length - at);
      this.#copy(bytes, at, count);
      this.#filled += count;
      at += count;
    }
  }

  /** The 32 bytes for everything so far; more may follow. */
  digest(): Uint8Array {
    const block = Int32Array.from(this.#words);
    new Uint8Array(block.buffer).fill(0, this.#filled);
    let cv: Int32Array = Int32Array.from(this.#cv);
    const flags = this.#startFlag() | CHUNK_END;
    if (this.#stack.length === 0) compressBlock(cv, block, 0, this.#filled, flags | ROOT);
    else {
      compressBlock(cv, block, this.#chunks, this.#filled, flags);
      for (let at = this.#stack.length - 1; at >= 0; at -= 1) cv = joined(this.#stack[at] ?? INITIAL, cv, at === 0 ? ROOT : 0);
    }
    return littleEndian(cv);
  }

  #copy(bytes: Uint8Array, from: number, count: number): void {
    // A loop beats `set` with `subarray` for pieces this small: no view is made.
    for (let index = 0; index < count; index += 1) this.#block[this.#filled + index] = bytes[from + index] ?? 0;
  }

  #startFlag(): number {
    return this.#blocks === 0 ? CHUNK_START : 0;
  }

  #compressFull(): void {
    const last = this.#blocks === CHUNK_BLOCKS - 1;
    compressBlock(this.#cv, this.#words, this.#chunks, BLOCK_BYTES, this.#startFlag() | (last ? CHUNK_END : 0));
    this.#filled = 0;
    this.#blocks += 1;
    if (last) this.#endChunk();
  }

  /** As many subtrees are joined as the new chunk count has trailing zero bits: then both halves are complete. */
  #endChunk(): void {
    let cv: Int32Array = Int32Array.from(this.#cv);
    this.#chunks += 1;
    for (let count = this.#chunks; count % 2 === 0; count /= 2) cv = joined(this.#stack.pop() ?? INITIAL, cv, 0);
    this.#stack.push(cv);
    this.#cv.set(INITIAL);
    this.#blocks = 0;
  }
}

function joined(left: Int32Array, right: Int32Array, flags: number): Int32Array {
  const block = new Int32Array(2 * CV_WORDS);
  block.set(left);
  block.set(right, CV_WORDS);
  const cv = Int32Array.from(INITIAL);
  compressBlock(cv, block, 0, BLOCK_BYTES, PARENT | flags);
  return cv;
}

/** Node runs on little-endian machines only, and the block is read as words in host order. */
function littleEndian(cv: Int32Array): Uint8Array {
  return new Uint8Array(Int32Array.from(cv).buffer);
}
