/**
 * The random numbers of a scenario: ChaCha20 with a 64-bit block counter, keyed by the BLAKE3 of the
 * seed. The stream is part of the file format: the same seed gives the same draws in every version
 * and on every machine. `next` allocates nothing; the last draw is in `hi` and `lo`.
 */
import { blake3Bytes } from './blake3.ts';
import { chacha20Block } from './chacha20-block.ts';
import { u32FromBytes, u64Bytes } from './u64.ts';

const BLOCK_WORDS = 16;
const DRAWS_PER_BLOCK = 8;
const COUNTER_LOW = 12;
const COUNTER_HIGH = 13;
/** "expand 32-byte k" */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

export class ChaCha20Random {
  hi = 0;
  lo = 0;
  private draws = 0;
  private readonly seedHi: number;
  private readonly seedLo: number;
  private keyed = false;
  private readonly input = new Int32Array(BLOCK_WORDS);
  private readonly block = new Int32Array(BLOCK_WORDS);

  constructor(seedHi: number, seedLo: number) {
    this.seedHi = seedHi;
    this.seedLo = seedLo;
  }

  /** Draws taken so far. */
  get position(): number {
    return this.draws;
  }

  next(): void {
    const slot = this.draws % DRAWS_PER_BLOCK;
    if (slot === 0) this.fillBlock();
    this.draws += 1;
    this.lo = (this.block[slot * 2] ?? 0) >>> 0;
    this.hi = (this.block[slot * 2 + 1] ?? 0) >>> 0;
  }

  /** The next draw will be the one that follows `position` draws from the start. `hi` and `lo` stay until then. */
  seek(position: number): void {
    this.draws = position;
    if (position % DRAWS_PER_BLOCK !== 0) this.fillBlock();
  }

  private fillBlock(): void {
    const { input, block } = this;
    if (!this.keyed) this.setKey();
    const counter = Math.floor(this.draws / DRAWS_PER_BLOCK);
    input[COUNTER_LOW] = counter;
    input[COUNTER_HIGH] = Math.floor(counter / 2 ** 32);
    chacha20Block(input, block);
  }
  /** Not before the first draw: hashing takes longer than a short run, and many runs leave nothing to chance. */
  private setKey(): void {
    const key = blake3Bytes(u64Bytes(this.seedHi, this.seedLo));
    this.input.set(CONSTANTS);
    for (let word = 0; word < 8; word += 1) this.input[4 + word] = u32FromBytes(key, word * 4);
    this.keyed = true;
  }
}
