/**
 * Random numbers of a log as places in the stream of its seed. Most of them were drawn from it, and
 * a place a little further on takes one byte where the number itself takes eight. A number that is
 * not in the stream, because somebody edited or simplified it, is written out.
 */
import { ChaCha20Random } from '../base/chacha20.ts';
import type { U64 } from '../base/u64.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';

/** More draws than this are not looked through: it bounds the memory of packing, and longer logs only get a little larger. */
const DRAWS_MAX = 1 << 20;

/** Code 0 says that the number follows; any other is the distance from the expected place, sign in the lowest bit. */
const WRITTEN_OUT = 0;

export class SeedStream {
  readonly #random: ChaCha20Random;
  /** Place of each draw by its low word; of equal low words the first is kept, the others are written out. */
  readonly #places = new Map<number, { readonly place: number; readonly hi: number }>();
  #expected = 0;

  constructor(seed: U64) {
    this.#random = new ChaCha20Random(seed.hi, seed.lo);
  }

  /** Looks at as many draws as the run can have taken; needed for writing only. */
  prepare(draws: number): void {
    for (let place = 0; place < Math.min(draws, DRAWS_MAX); place += 1) {
      this.#random.next();
      if (!this.#places.has(this.#random.lo)) this.#places.set(this.#random.lo, { place, hi: this.#random.hi });
    }
  }

  write(out: ByteWriter, hi: number, lo: number): void {
    const found = this.#places.get(lo);
    if (found?.hi !== hi) {
      out.varint(WRITTEN_OUT);
      out.u32(hi);
      out.u32(lo);
      return;
    }
    const distance = found.place - this.#expected;
    out.varint(distance < 0 ? -2 * distance : 2 * distance + 1);
    this.#expected = found.place + 1;
  }

  read(input: ByteReader): U64 {
    const code = input.varint();
    if (code === WRITTEN_OUT) return { hi: input.u32(), lo: input.u32() };
    const distance = code % 2 === 0 ? -code / 2 : (code - 1) / 2;
    const place = this.#expected + distance;
    if (place < 0 || place >= DRAWS_MAX) throw new RangeError('a place outside the stream');
    this.#random.seek(place);
    this.#random.next();
    this.#expected = place + 1;
    return { hi: this.#random.hi, lo: this.#random.lo };
  }
}
