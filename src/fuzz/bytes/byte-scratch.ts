/**
 * The place where bytes are varied: one buffer that is used again for every input, so that making an input allocates nothing but the
 * input itself. In a worker it is shared memory: whoever watches from outside can see what the target was last given.
 */
import type { ComparedPair } from '../hints.ts';
import type { FuzzRandom } from '../input/fuzz-random.ts';

const INTERESTING = Uint8Array.of(0, 1, 0x7f, 0x80, 0xff, 9, 10, 13, 32, 34, 39, 40, 41, 44, 45, 46, 47, 48, 57, 58, 60, 61, 91, 92, 93, 123, 125);
const WORDS = [0, 1, 16, 32, 64, 100, 127, 128, 255, 256, 512, 1000, 1024, 4096, 32_767, 32_768, 65_535, 65_536, 2_147_483_647, -1];

export class ByteScratch {
  readonly buffer: Uint8Array;
  length = 0;
  readonly #encoder = new TextEncoder();

  constructor(buffer: Uint8Array) {
    this.buffer = buffer;
  }

  load(bytes: Uint8Array): void {
    this.length = Math.min(bytes.length, this.buffer.length);
    const { buffer, length } = this;
    // Most inputs are short: a loop costs less than the call of `set`.
    if (length > 64) buffer.set(length === bytes.length ? bytes : bytes.subarray(0, length));
    else for (let at = 0; at < length; at += 1) buffer[at] = bytes[at] ?? 0;
  }

  copy(): Uint8Array {
    const { buffer, length } = this;
    if (length > 64) return buffer.slice(0, length);
    const copied = new Uint8Array(length);
    for (let at = 0; at < length; at += 1) copied[at] = buffer[at] ?? 0;
    return copied;
  }

  /** One bit, or the sign of a nibble. */
  flip(random: FuzzRandom): void {
    if (this.length === 0) return;
    const draw = random.nextU32();
    const at = draw % this.length;
    this.buffer[at] = (this.buffer[at] ?? 0) ^ (1 << (draw >>> 29));
  }

  overwrite(random: FuzzRandom): void {
    if (this.length === 0) return;
    const at = random.below(this.length);
    this.buffer[at] = this.#anyByte(random);
  }

  insert(random: FuzzRandom, sizeMax: number): void {
    const count = Math.min(1 + random.skewedBelow(8), sizeMax - this.length);
    if (count <= 0) return;
    const at = random.below(this.length + 1);
    this.#shift(at, count);
    const repeated = random.oneIn(2) ? this.#anyByte(random) : -1;
    for (let index = at; index < at + count; index += 1) this.buffer[index] = repeated < 0 ? this.#anyByte(random) : repeated;
  }

  remove(random: FuzzRandom): void {
    if (this.length === 0) return;
    const count = 1 + random.skewedBelow(Math.min(this.length, 64));
    const at = random.below(this.length - count + 1);
    this.buffer.copyWithin(at, at + count, this.length);
    this.length -= count;
  }

  /** Copies, moves or repeats a stretch. */
  rearrange(random: FuzzRandom, sizeMax: number): void {
    const { buffer, length } = this;
    if (length < 2) return this.insert(random, sizeMax);
    const count = 1 + random.skewedBelow(Math.min(length, 64));
    const from = random.below(length - count + 1);
    if (random.oneIn(2) && length + count <= sizeMax) {
      // Repeated where it stands, so that structure nests: `[` becomes `[[`.
      const times = Math.min(random.oneIn(16) ? 32 : 1, Math.floor((sizeMax - length) / count));
      this.#shift(from + count, count * times);
      for (let time = 1; time <= times; time += 1) buffer.copyWithin(from + time * count, from, from + count);
      return;
    }
    buffer.copyWithin(random.below(length - count + 1), from, from + count);
  }

  /** A number in the input, as digits or as bytes, becomes another. */
  changeNumber(random: FuzzRandom, sizeMax: number): void {
    const { buffer, length } = this;
    if (length === 0) return;
    const from = random.below(length);
    for (let step = 0; step < length; step += 1) {
      const at = (from + step) % length;
      if (!isDigit(buffer[at] ?? 0)) continue;
      let end = at;
      while (end < length && isDigit(buffer[end] ?? 0) && end - at < 15) end += 1;
      return this.replaceAt(at, end, String(this.#otherNumber(at, end, random)), sizeMax);
    }
    this.#changeBinary(random);
  }

  /** Part of another input in the place of a part of this one, or behind its beginning. */
  splice(other: Uint8Array, random: FuzzRandom, sizeMax: number): void {
    if (other.length === 0) return;
    const count = 1 + random.below(other.length);
    const from = random.below(other.length - count + 1);
    const at = random.below(this.length + 1);
    if (random.oneIn(2)) {
      const end = Math.min(at + count, sizeMax, this.buffer.length);
      this.buffer.set(other.subarray(from, from + end - at), at);
      this.length = Math.max(this.length, end);
      return;
    }
    const fits = Math.min(count, sizeMax - this.length);
    if (fits <= 0) return;
    this.#shift(at, fits);
    this.buffer.set(other.subarray(from, from + fits), at);
  }

  putText(text: string, random: FuzzRandom, sizeMax: number): void {
    const at = random.below(this.length + 1);
    const overwrites = random.oneIn(3);
    this.replaceAt(at, overwrites ? Math.min(this.length, at + text.length) : at, text, sizeMax);
  }

  /** Where the input holds what the target looked at, it gets what the target compared it with; false if it holds no such thing. */
  replaceCompared(pair: ComparedPair, random: FuzzRandom, sizeMax: number): boolean {
    for (const [actual, wanted] of encodings(pair)) {
      if (actual.length === 0) continue;
      const at = this.#find(actual, random);
      if (at < 0) continue;
      this.replaceAt(at, at + actual.length, wanted, sizeMax);
      return true;
    }
    if (typeof pair.actual !== 'number' || typeof pair.wanted !== 'number') return false;
    return this.#replaceBinary(pair.actual, pair.wanted, random);
  }

  replaceAt(start: number, end: number, text: string, sizeMax: number): void {
    const bytes = this.#encoder.encode(text);
    const growth = bytes.length - (end - start);
    if (this.length + growth > sizeMax) return;
    if (growth > 0) this.#shift(end, growth);
    else if (growth < 0) {
      this.buffer.copyWithin(end + growth, end, this.length);
      this.length += growth;
    }
    this.buffer.set(bytes, start);
  }

  /** Makes room. */
  #shift(at: number, count: number): void {
    this.buffer.copyWithin(at + count, at, this.length);
    this.length += count;
  }

  #anyByte(random: FuzzRandom): number {
    const draw = random.nextU32();
    if ((draw & 3) === 0) return draw >>> 24;
    if ((draw & 3) === 1) return INTERESTING[(draw >>> 8) % INTERESTING.length] ?? 0;
    return 32 + ((draw >>> 8) % 95);
  }

  #otherNumber(start: number, end: number, random: FuzzRandom): number {
    let value = 0;
    for (let at = start; at < end; at += 1) value = value * 10 + ((this.buffer[at] ?? 48) - 48);
    switch (random.below(5)) {
      case 0:
        return value + 1;
      case 1:
        return Math.max(0, value - 1);
      case 2:
        return value * 2;
      case 3:
        return random.skewedBelow(2 ** 31);
      default:
        return WORDS[random.below(WORDS.length)] ?? 0;
    }
  }

  #changeBinary(random: FuzzRandom): void {
    const width = [1, 2, 4][random.below(3)] ?? 1;
    if (this.length < width) return;
    const value = random.oneIn(2) ? (WORDS[random.below(WORDS.length)] ?? 0) : random.below(64) - 32;
    this.#writeBinary(random.below(this.length - width + 1), width, value, random.oneIn(2));
  }

  #writeBinary(at: number, width: number, value: number, big: boolean): void {
    for (let index = 0; index < width; index += 1) {
      const shift = 8 * (big ? width - 1 - index : index);
      this.buffer[at + index] = shift > 31 ? 0 : value >> shift;
    }
  }

  #replaceBinary(actual: number, wanted: number, random: FuzzRandom): boolean {
    if (!Number.isInteger(actual) || !Number.isInteger(wanted) || Math.abs(wanted) > 2 ** 32) return false;
    for (const width of [4, 2, 1]) {
      if (actual < 0 || actual >= 2 ** (8 * width) || this.length < width) continue;
      const from = random.below(this.length);
      for (let step = 0; step < this.length; step += 1) {
        const at = (from + step) % this.length;
        if (at + width > this.length) continue;
        for (const big of [true, false]) {
          if (this.#readBinary(at, width, big) !== actual) continue;
          this.#writeBinary(at, width, wanted, big);
          return true;
        }
      }
    }
    return false;
  }

  #readBinary(at: number, width: number, big: boolean): number {
    let value = 0;
    for (let index = 0; index < width; index += 1) value = value * 256 + (this.buffer[big ? at + index : at + width - 1 - index] ?? 0);
    return value;
  }

  #find(text: string, random: FuzzRandom): number {
    const wanted = this.#encoder.encode(text);
    const places = this.length - wanted.length + 1;
    if (places <= 0) return -1;
    const from = random.below(places);
    for (let step = 0; step < places; step += 1) {
      const at = (from + step) % places;
      let same = 0;
      while (same < wanted.length && this.buffer[at + same] === wanted[same]) same += 1;
      if (same === wanted.length) return at;
    }
    return -1;
  }
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** How a value may be written in an input: as it is, as digits, in hex, as JSON or in a URL. */
function* encodings({ actual, wanted }: ComparedPair): Generator<readonly [string, string]> {
  if (typeof actual === 'number') {
    yield [String(actual), String(wanted)];
    if (!Number.isInteger(actual) || actual < 0) return;
    yield [actual.toString(16), Math.max(0, Math.trunc(Number(wanted))).toString(16)];
    // A character that was looked at by its number.
    if (actual > 0 && actual < 0xd800 && Number(wanted) >= 0 && Number(wanted) < 0xd800)
      yield [String.fromCharCode(actual), String.fromCharCode(Number(wanted))];
    return;
  }
  const text = String(wanted);
  yield [actual, text];
  yield [actual.toLowerCase(), text];
  yield [JSON.stringify(actual).slice(1, -1), JSON.stringify(text).slice(1, -1)];
  yield [encoded(actual), encoded(text)];
  yield [hexOf(actual), hexOf(text)];
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '';
  }
}

function hexOf(text: string): string {
  let hex = '';
  for (let at = 0; at < Math.min(text.length, 64); at += 1) hex += text.charCodeAt(at).toString(16).padStart(2, '0');
  return hex;
}
