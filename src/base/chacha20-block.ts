/**
 * The block function of ChaCha20 (RFC 8439, 2.3): 64 bytes of key stream from 64 bytes of input. Every open pick of a run draws
 * from it, and with the sixteen words in variables instead of an array it is four times as fast; hence the length.
 */
const DOUBLE_ROUNDS = 10;

export function chacha20Block(input: Int32Array, block: Int32Array): void {
  let x0 = input[0] ?? 0;
  let x1 = input[1] ?? 0;
  let x2 = input[2] ?? 0;
  let x3 = input[3] ?? 0;
  let x4 = input[4] ?? 0;
  let x5 = input[5] ?? 0;
  let x6 = input[6] ?? 0;
  let x7 = input[7] ?? 0;
  let x8 = input[8] ?? 0;
  let x9 = input[9] ?? 0;
  let x10 = input[10] ?? 0;
  let x11 = input[11] ?? 0;
  let x12 = input[12] ?? 0;
  let x13 = input[13] ?? 0;
  let x14 = input[14] ?? 0;
  let x15 = input[15] ?? 0;
  for (let round = 0; round < DOUBLE_ROUNDS; round += 1) {
    // Four quarter rounds over the columns.
    x0 = (x0 + x4) | 0;
    x12 = ((x12 ^ x0) << 16) | ((x12 ^ x0) >>> 16);
    x8 = (x8 + x12) | 0;
    x4 = ((x4 ^ x8) << 12) | ((x4 ^ x8) >>> 20);
    x0 = (x0 + x4) | 0;
    x12 = ((x12 ^ x0) << 8) | ((x12 ^ x0) >>> 24);
    x8 = (x8 + x12) | 0;
    x4 = ((x4 ^ x8) << 7) | ((x4 ^ x8) >>> 25);

    x1 = (x1 + x5) | 0;
    x13 = ((x13 ^ x1) << 16) | ((x13 ^ x1) >>> 16);
    x9 = (x9 + x13) | 0;
    x5 = ((x5 ^ x9) << 12) | ((x5 ^ x9) >>> 20);
    x1 = (x1 + x5) | 0;
    x13 = ((x13 ^ x1) << 8) | ((x13 ^ x1) >>> 24);
    x9 = (x9 + x13) | 0;
    x5 = ((x5 ^ x9) << 7) | ((x5 ^ x9) >>> 25);

    x2 = (x2 + x6) | 0;
    x14 = ((x14 ^ x2) << 16) | ((x14 ^ x2) >>> 16);
    x10 = (x10 + x14) | 0;
    x6 = ((x6 ^ x10) << 12) | ((x6 ^ x10) >>> 20);
    x2 = (x2 + x6) | 0;
    x14 = ((x14 ^ x2) << 8) | ((x14 ^ x2) >>> 24);
    x10 = (x10 + x14) | 0;
    x6 = ((x6 ^ x10) << 7) | ((x6 ^ x10) >>> 25);

    x3 = (x3 + x7) | 0;
    x15 = ((x15 ^ x3) << 16) | ((x15 ^ x3) >>> 16);
    x11 = (x11 + x15) | 0;
    x7 = ((x7 ^ x11) << 12) | ((x7 ^ x11) >>> 20);
    x3 = (x3 + x7) | 0;
    x15 = ((x15 ^ x3) << 8) | ((x15 ^ x3) >>> 24);
    x11 = (x11 + x15) | 0;
    x7 = ((x7 ^ x11) << 7) | ((x7 ^ x11) >>> 25);

    // Four quarter rounds over the diagonals.
    x0 = (x0 + x5) | 0;
    x15 = ((x15 ^ x0) << 16) | ((x15 ^ x0) >>> 16);
    x10 = (x10 + x15) | 0;
    x5 = ((x5 ^ x10) << 12) | ((x5 ^ x10) >>> 20);
    x0 = (x0 + x5) | 0;
    x15 = ((x15 ^ x0) << 8) | ((x15 ^ x0) >>> 24);
    x10 = (x10 + x15) | 0;
    x5 = ((x5 ^ x10) << 7) | ((x5 ^ x10) >>> 25);

    x1 = (x1 + x6) | 0;
    x12 = ((x12 ^ x1) << 16) | ((x12 ^ x1) >>> 16);
    x11 = (x11 + x12) | 0;
    x6 = ((x6 ^ x11) << 12) | ((x6 ^ x11) >>> 20);
    x1 = (x1 + x6) | 0;
    x12 = ((x12 ^ x1) << 8) | ((x12 ^ x1) >>> 24);
    x11 = (x11 + x12) | 0;
    x6 = ((x6 ^ x11) << 7) | ((x6 ^ x11) >>> 25);

    x2 = (x2 + x7) | 0;
    x13 = ((x13 ^ x2) << 16) | ((x13 ^ x2) >>> 16);
    x8 = (x8 + x13) | 0;
    x7 = ((x7 ^ x8) << 12) | ((x7 ^ x8) >>> 20);
    x2 = (x2 + x7) | 0;
    x13 = ((x13 ^ x2) << 8) | ((x13 ^ x2) >>> 24);
    x8 = (x8 + x13) | 0;
    x7 = ((x7 ^ x8) << 7) | ((x7 ^ x8) >>> 25);

    x3 = (x3 + x4) | 0;
    x14 = ((x14 ^ x3) << 16) | ((x14 ^ x3) >>> 16);
    x9 = (x9 + x14) | 0;
    x4 = ((x4 ^ x9) << 12) | ((x4 ^ x9) >>> 20);
    x3 = (x3 + x4) | 0;
    x14 = ((x14 ^ x3) << 8) | ((x14 ^ x3) >>> 24);
    x9 = (x9 + x14) | 0;
    x4 = ((x4 ^ x9) << 7) | ((x4 ^ x9) >>> 25);
  }
  block[0] = x0 + (input[0] ?? 0);
  block[1] = x1 + (input[1] ?? 0);
  block[2] = x2 + (input[2] ?? 0);
  block[3] = x3 + (input[3] ?? 0);
  block[4] = x4 + (input[4] ?? 0);
  block[5] = x5 + (input[5] ?? 0);
  block[6] = x6 + (input[6] ?? 0);
  block[7] = x7 + (input[7] ?? 0);
  block[8] = x8 + (input[8] ?? 0);
  block[9] = x9 + (input[9] ?? 0);
  block[10] = x10 + (input[10] ?? 0);
  block[11] = x11 + (input[11] ?? 0);
  block[12] = x12 + (input[12] ?? 0);
  block[13] = x13 + (input[13] ?? 0);
  block[14] = x14 + (input[14] ?? 0);
  block[15] = x15 + (input[15] ?? 0);
}
