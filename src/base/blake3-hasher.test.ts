import { blake3 } from '@noble/hashes/blake3.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Blake3Hasher } from './blake3-hasher.ts';

function digest(...pieces: readonly Uint8Array[]): string {
  const hasher = new Blake3Hasher();
  for (const piece of pieces) hasher.update(piece);
  return Buffer.from(hasher.digest()).toString('hex');
}

function known(bytes: Uint8Array): string {
  return Buffer.from(blake3(bytes)).toString('hex');
}

function counted(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => index % 251);
}

test('nothing hashes to the value everybody knows', () => {
  expect(digest()).toBe('af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262');
});

test('the lengths around blocks, chunks and subtrees agree with an independent implementation', () => {
  for (const around of [0, 64, 128, 1024, 2048, 3072, 4096, 5120, 8192, 16384, 31744, 102400]) {
    for (const length of [around - 1, around, around + 1].filter((size) => size >= 0)) {
      expect(digest(counted(length)), `${length} bytes`).toBe(known(counted(length)));
    }
  }
});

test('any bytes in any pieces agree with an independent implementation', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 6 }), (pieces) => {
      expect(digest(...pieces)).toBe(known(Buffer.concat(pieces)));
    }),
  );
});

test('a digest on the way changes nothing that follows', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.uint8Array({ maxLength: 5000 }), (first, second) => {
      const hasher = new Blake3Hasher();
      hasher.update(first);
      expect(Buffer.from(hasher.digest()).toString('hex')).toBe(known(first));
      hasher.update(second);
      expect(Buffer.from(hasher.digest()).toString('hex')).toBe(known(Buffer.concat([first, second])));
    }),
  );
});
