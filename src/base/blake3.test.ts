import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Blake3Stream, blake3Bytes, blake3Hex, seedFor } from './blake3.ts';
import { hexEncode } from './hex.ts';
import { parseU64, renderU64 } from './u64.ts';
import { utf8Encode } from './utf8.ts';

test('the digest of nothing is the published one', () => {
  expect(blake3Hex('')).toBe('af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262');
});

test('a text hashes as its UTF-8 bytes', () => {
  expect(blake3Hex('grüße 😀')).toBe(hexEncode(blake3Bytes(utf8Encode('grüße 😀'))));
});

test('a stream in any pieces has the digest of the whole, at every moment', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (pieces) => {
      const stream = new Blake3Stream();
      let whole = '';
      for (const piece of pieces) {
        whole += piece;
        expect(stream.update(piece).hex()).toBe(blake3Hex(whole));
      }
    }),
  );
});

test('the seed of a member follows from the base seed and its path', () => {
  const member = seedFor({ hi: 0, lo: 7 }, 'tests/example.fozzy.json');
  expect(renderU64(member.hi, member.lo)).toBe('14229281465285507490');
  expect(seedFor({ hi: 0, lo: 8 }, 'tests/example.fozzy.json')).not.toEqual(member);
  expect(parseU64('14229281465285507490')).toEqual(member);
});
