/**
 * The compression function of BLAKE3: one block of sixteen words into a chaining value of eight.
 * Every byte of every trace passes here, and with the state in variables instead of an array it is
 * several times as fast as a loop over words; hence the length.
 */
const ROUNDS = 7;
const WORDS = 16;

/** The initial state, the same as SHA-256's. */
export const INITIAL: Int32Array = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);

const PERMUTATION: readonly number[] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];

/** Which word of the block each step of each round mixes in; the words are permuted between rounds. */
const SCHEDULE: Uint8Array = schedule();

function schedule(): Uint8Array {
  const order = new Uint8Array(ROUNDS * WORDS);
  for (let word = 0; word < WORDS; word += 1) order[word] = word;
  for (let at = WORDS; at < order.length; at += 1) {
    const round = at - (at % WORDS);
    order[at] = order[round - WORDS + (PERMUTATION[at % WORDS] ?? 0)] ?? 0;
  }
  return order;
}

/** Replaces the chaining value in `cv` by the one after block `m`. The counter stays below 2^32: 4 TiB of input. */
export function compressBlock(cv: Int32Array, m: Int32Array, counter: number, lengthBytes: number, flags: number): void {
  const s = SCHEDULE;
  let v0 = cv[0] ?? 0;
  let v1 = cv[1] ?? 0;
  let v2 = cv[2] ?? 0;
  let v3 = cv[3] ?? 0;
  let v4 = cv[4] ?? 0;
  let v5 = cv[5] ?? 0;
  let v6 = cv[6] ?? 0;
  let v7 = cv[7] ?? 0;
  let v8 = INITIAL[0] ?? 0;
  let v9 = INITIAL[1] ?? 0;
  let v10 = INITIAL[2] ?? 0;
  let v11 = INITIAL[3] ?? 0;
  let v12 = counter | 0;
  let v13 = 0;
  let v14 = lengthBytes;
  let v15 = flags;
  for (let r = 0; r < ROUNDS * WORDS; r += WORDS) {
    // Down the columns.
    v0 = (v0 + v4 + (m[s[r + 0] ?? 0] ?? 0)) | 0;
    v12 = ((v12 ^ v0) << 16) | ((v12 ^ v0) >>> 16);
    v8 = (v8 + v12) | 0;
    v4 = ((v4 ^ v8) << 20) | ((v4 ^ v8) >>> 12);
    v0 = (v0 + v4 + (m[s[r + 1] ?? 0] ?? 0)) | 0;
    v12 = ((v12 ^ v0) << 24) | ((v12 ^ v0) >>> 8);
    v8 = (v8 + v12) | 0;
    v4 = ((v4 ^ v8) << 25) | ((v4 ^ v8) >>> 7);

    v1 = (v1 + v5 + (m[s[r + 2] ?? 0] ?? 0)) | 0;
    v13 = ((v13 ^ v1) << 16) | ((v13 ^ v1) >>> 16);
    v9 = (v9 + v13) | 0;
    v5 = ((v5 ^ v9) << 20) | ((v5 ^ v9) >>> 12);
    v1 = (v1 + v5 + (m[s[r + 3] ?? 0] ?? 0)) | 0;
    v13 = ((v13 ^ v1) << 24) | ((v13 ^ v1) >>> 8);
    v9 = (v9 + v13) | 0;
    v5 = ((v5 ^ v9) << 25) | ((v5 ^ v9) >>> 7);

    v2 = (v2 + v6 + (m[s[r + 4] ?? 0] ?? 0)) | 0;
    v14 = ((v14 ^ v2) << 16) | ((v14 ^ v2) >>> 16);
    v10 = (v10 + v14) | 0;
    v6 = ((v6 ^ v10) << 20) | ((v6 ^ v10) >>> 12);
    v2 = (v2 + v6 + (m[s[r + 5] ?? 0] ?? 0)) | 0;
    v14 = ((v14 ^ v2) << 24) | ((v14 ^ v2) >>> 8);
    v10 = (v10 + v14) | 0;
    v6 = ((v6 ^ v10) << 25) | ((v6 ^ v10) >>> 7);

    v3 = (v3 + v7 + (m[s[r + 6] ?? 0] ?? 0)) | 0;
    v15 = ((v15 ^ v3) << 16) | ((v15 ^ v3) >>> 16);
    v11 = (v11 + v15) | 0;
    v7 = ((v7 ^ v11) << 20) | ((v7 ^ v11) >>> 12);
    v3 = (v3 + v7 + (m[s[r + 7] ?? 0] ?? 0)) | 0;
    v15 = ((v15 ^ v3) << 24) | ((v15 ^ v3) >>> 8);
    v11 = (v11 + v15) | 0;
    v7 = ((v7 ^ v11) << 25) | ((v7 ^ v11) >>> 7);

    // Along the diagonals.
    v0 = (v0 + v5 + (m[s[r + 8] ?? 0] ?? 0)) | 0;
    v15 = ((v15 ^ v0) << 16) | ((v15 ^ v0) >>> 16);
    v10 = (v10 + v15) | 0;
    v5 = ((v5 ^ v10) << 20) | ((v5 ^ v10) >>> 12);
    v0 = (v0 + v5 + (m[s[r + 9] ?? 0] ?? 0)) | 0;
    v15 = ((v15 ^ v0) << 24) | ((v15 ^ v0) >>> 8);
    v10 = (v10 + v15) | 0;
    v5 = ((v5 ^ v10) << 25) | ((v5 ^ v10) >>> 7);

    v1 = (v1 + v6 + (m[s[r + 10] ?? 0] ?? 0)) | 0;
    v12 = ((v12 ^ v1) << 16) | ((v12 ^ v1) >>> 16);
    v11 = (v11 + v12) | 0;
    v6 = ((v6 ^ v11) << 20) | ((v6 ^ v11) >>> 12);
    v1 = (v1 + v6 + (m[s[r + 11] ?? 0] ?? 0)) | 0;
    v12 = ((v12 ^ v1) << 24) | ((v12 ^ v1) >>> 8);
    v11 = (v11 + v12) | 0;
    v6 = ((v6 ^ v11) << 25) | ((v6 ^ v11) >>> 7);

    v2 = (v2 + v7 + (m[s[r + 12] ?? 0] ?? 0)) | 0;
    v13 = ((v13 ^ v2) << 16) | ((v13 ^ v2) >>> 16);
    v8 = (v8 + v13) | 0;
    v7 = ((v7 ^ v8) << 20) | ((v7 ^ v8) >>> 12);
    v2 = (v2 + v7 + (m[s[r + 13] ?? 0] ?? 0)) | 0;
    v13 = ((v13 ^ v2) << 24) | ((v13 ^ v2) >>> 8);
    v8 = (v8 + v13) | 0;
    v7 = ((v7 ^ v8) << 25) | ((v7 ^ v8) >>> 7);

    v3 = (v3 + v4 + (m[s[r + 14] ?? 0] ?? 0)) | 0;
    v14 = ((v14 ^ v3) << 16) | ((v14 ^ v3) >>> 16);
    v9 = (v9 + v14) | 0;
    v4 = ((v4 ^ v9) << 20) | ((v4 ^ v9) >>> 12);
    v3 = (v3 + v4 + (m[s[r + 15] ?? 0] ?? 0)) | 0;
    v14 = ((v14 ^ v3) << 24) | ((v14 ^ v3) >>> 8);
    v9 = (v9 + v14) | 0;
    v4 = ((v4 ^ v9) << 25) | ((v4 ^ v9) >>> 7);
  }
  cv[0] = v0 ^ v8;
  cv[1] = v1 ^ v9;
  cv[2] = v2 ^ v10;
  cv[3] = v3 ^ v11;
  cv[4] = v4 ^ v12;
  cv[5] = v5 ^ v13;
  cv[6] = v6 ^ v14;
  cv[7] = v7 ^ v15;
}
