/**
 * Collects a byte stream up to a limit. Bytes are copied into blocks, so that a source writing one
 * byte at a time costs what it wrote and not one object per write.
 */
import { StringDecoder } from 'node:string_decoder';
import { EXCERPT_BYTES_MAX } from '../../base/limits.ts';

const blockBytes = 64 * 1024;

export class ByteSink {
  readonly #bytesMax: number;
  readonly #blocks: Buffer[] = [];
  #sizeBytes = 0;
  #exceeded = false;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  get exceeded(): boolean {
    return this.#exceeded;
  }

  /** False from the first byte over the limit on; what fits is kept, the rest is dropped. */
  push(chunk: Uint8Array): boolean {
    const fits = Math.min(chunk.length, this.#bytesMax - this.#sizeBytes);
    this.#copy(chunk.subarray(0, fits));
    if (fits < chunk.length) this.#exceeded = true;
    return !this.#exceeded;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#blocks, this.#sizeBytes);
  }

  /** UTF-8 text, invalid bytes replaced. */
  text(): string {
    return this.bytes().toString('utf8');
  }

  /** The first 2 KiB as text, never ending inside a character. */
  excerpt(): string {
    const head = this.#blocks[0]?.subarray(0, Math.min(EXCERPT_BYTES_MAX, this.#sizeBytes)) ?? Buffer.alloc(0);
    return new StringDecoder('utf8').write(head);
  }

  #copy(bytes: Uint8Array): void {
    let from = 0;
    while (from < bytes.length) {
      const at = this.#sizeBytes % blockBytes;
      if (at === 0) this.#blocks.push(Buffer.allocUnsafe(blockBytes));
      const part = bytes.subarray(from, from + blockBytes - at);
      this.#blocks.at(-1)?.set(part, at);
      this.#sizeBytes += part.length;
      from += part.length;
    }
  }
}
