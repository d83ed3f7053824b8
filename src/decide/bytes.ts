/** A growing byte buffer and a reader over one: variable-length integers up to 2^53, fixed 32-bit words. */
/** Doubling a larger value would leave the exact integers; such values follow a marker instead. */
const SIGNED_SHORT = 2 ** 52;
const SIGNED_LONG = Number.MAX_SAFE_INTEGER;

export class ByteWriter {
  #buffer = new Uint8Array(1024);
  #length = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  u32(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.byte((value >>> shift) & 0xff);
  }

  /** Seven bits a byte, low bits first. Arithmetic instead of shifts: values pass 32 bits. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** The sign in the lowest bit, so that small differences of either sign take one byte. */
  signed(value: number): void {
    const size = Math.abs(value);
    if (size < SIGNED_SHORT) this.varint(value < 0 ? size * 2 - 1 : size * 2);
    else {
      this.varint(SIGNED_LONG);
      this.byte(value < 0 ? 1 : 0);
      this.varint(size);
    }
  }

  bytes(data: Uint8Array): void {
    this.#reserve(data.length);
    this.#buffer.set(data, this.#length);
    this.#length += data.length;
  }

  done(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + count));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

/** Throws RangeError past the end or for a value that no writer produces. */
export class ByteReader {
  readonly #buffer: Uint8Array;
  #at = 0;

  constructor(buffer: Uint8Array) {
    this.#buffer = buffer;
  }

  byte(): number {
    const value = this.#buffer[this.#at];
    if (value === undefined) throw new RangeError('unexpected end of data');
    this.#at += 1;
    return value;
  }

  u32(): number {
    let value = 0;
    for (let place = 1; place <= 0x1000000; place *= 0x100) value += this.byte() * place;
    return value;
  }

  varint(): number {
    let value = 0;
    let place = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * place;
      if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('integer out of range');
      if (byte < 0x80) return value;
      place *= 0x80;
    }
  }

  signed(): number {
    const value = this.varint();
    if (value === SIGNED_LONG) {
      const negative = this.byte() === 1;
      const size = this.varint();
      return negative ? -size : size;
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  take(count: number): Uint8Array {
    if (count > this.#buffer.length - this.#at) throw new RangeError('unexpected end of data');
    this.#at += count;
    return this.#buffer.subarray(this.#at - count, this.#at);
  }

  rest(): Uint8Array {
    return this.#buffer.subarray(this.#at);
  }
}
