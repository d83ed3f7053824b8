/** As much of the protocol buffers encoding as a pprof profile needs: numbers, texts, messages and packed lists of numbers. */
import { utf8Encode } from '../../base/utf8.ts';

const VARINT = 0;
const BYTES = 2;

export class MessageWriter {
  readonly #bytes: number[] = [];

  /** Zero is what an absent number means. Safe integers only, and none below zero. */
  number(field: number, value: number): this {
    if (value === 0) return this;
    this.#varint(field * 8 + VARINT);
    this.#varint(value);
    return this;
  }

  /** Written even when empty: the place of a text in a list counts. */
  text(field: number, value: string): this {
    return this.#block(field, utf8Encode(value));
  }

  message(field: number, value: MessageWriter): this {
    return this.#block(field, value.#bytes);
  }

  packed(field: number, values: readonly number[]): this {
    if (values.length === 0) return this;
    const list = new MessageWriter();
    for (const value of values) list.#varint(value);
    return this.#block(field, list.#bytes);
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  #block(field: number, content: ArrayLike<number>): this {
    this.#varint(field * 8 + BYTES);
    this.#varint(content.length);
    for (let index = 0; index < content.length; index += 1) this.#bytes.push(content[index] ?? 0);
    return this;
  }

  /** Shifts would cut at 32 bits; nanoseconds need more. */
  #varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }
}
