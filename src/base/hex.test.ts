import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hexDecode, hexEncode, hexOfU32 } from './hex.ts';

test('encoding agrees with the host and decodes back in either case', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = hexEncode(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('hex'));
      expect(hexDecode(text)).toEqual(bytes);
      expect(hexDecode(text.toUpperCase())).toEqual(bytes);
    }),
  );
});

test('odd lengths and other characters are refused', () => {
  const refused = ['0', '0g', 'xx', '0x00', ' 00', '0é', '@@', '``'];
  expect(refused.map((text) => hexDecode(text))).toEqual(refused.map(() => undefined));
});

test('a word always has eight digits', () => {
  expect([0, 255, -1, 2 ** 31].map(hexOfU32)).toEqual(['00000000', '000000ff', 'ffffffff', '80000000']);
});
