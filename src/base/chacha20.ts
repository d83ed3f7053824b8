/**
 * The random numbers of a scenario: ChaCha20 with a 64-bit block counter, keyed by the BLAKE3 of the
 * seed. The stream is part of the file format: the same seed gives the same draws in every version
 * and on every machine. `next` allocates nothing; the last draw is in `hi` and `lo`.
 */
import { blake3Bytes } from './blake3.ts';
import { u32FromBytes, u64Bytes } from './u64.ts';

const BLOCK_WORDS = 16;
const DRAWS_PER_BLOCK = 8;
const DOUBLE_ROUNDS = 10;
const COUNTER_LOW = 12;
const COUNTER_HIGH = 13;
/** "expand 32-byte k" */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

export class ChaCha20Random {
  hi = 0;
  lo = 0;
  private draws = 0;
  private readonly input = new Int32Array(BLOCK_WORDS);
  private readonly block = new Int32Array(BLOCK_WORDS);

  constructor(seedHi: number, seedLo: number) {
    const key = blake3Bytes(u64Bytes(seedHi, seedLo));
    this.input.set(CONSTANTS);
    for (let word = 0; word < 8; word += 1) this.input[4 + word] = u32FromBytes(key, word * 4);
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
    const counter = Math.floor(this.draws / DRAWS_PER_BLOCK);
    input[COUNTER_LOW] = counter;
    input[COUNTER_HIGH] = Math.floor(counter / 2 ** 32);
    block.set(input);
    for (let round = 0; round < DOUBLE_ROUNDS; round += 1) doubleRound(block);
    for (let word = 0; word < BLOCK_WORDS; word += 1) block[word] = (block[word] ?? 0) + (input[word] ?? 0);
  }
}

/** One round over the columns, one over the diagonals. */
function doubleRound(x: Int32Array): void {
  quarterRound(x, 0, 4, 8, 12);
  quarterRound(x, 1, 5, 9, 13);
  quarterRound(x, 2, 6, 10, 14);
  quarterRound(x, 3, 7, 11, 15);
  quarterRound(x, 0, 5, 10, 15);
  quarterRound(x, 1, 6, 11, 12);
  quarterRound(x, 2, 7, 8, 13);
  quarterRound(x, 3, 4, 9, 14);
}

function quarterRound(x: Int32Array, ia: number, ib: number, ic: number, id: number): void {
  let a = x[ia] ?? 0;
  let b = x[ib] ?? 0;
  let c = x[ic] ?? 0;
  let d = x[id] ?? 0;
  a = (a + b) | 0;
  d = rotate(d ^ a, 16);
  c = (c + d) | 0;
  b = rotate(b ^ c, 12);
  a = (a + b) | 0;
  d = rotate(d ^ a, 8);
  c = (c + d) | 0;
  b = rotate(b ^ c, 7);
  x[ia] = a;
  x[ib] = b;
  x[ic] = c;
  x[id] = d;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
