import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Decode, base64Encode } from './base64.ts';

test('encoding agrees with the host and decodes back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = base64Encode(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(base64Decode(text)).toEqual(bytes);
    }),
  );
});

test('large inputs survive the round trip', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at * 7);
  expect(base64Decode(base64Encode(bytes))).toEqual(bytes);
});

test('only the canonical text of some bytes is accepted', () => {
  const refused = [
    'A',
    'AA',
    'AAA',
    'AA=A',
    '====',
    'A===',
    'AA==AAAA',
    'AAA=AAAA',
    'AB==',
    'AAB=',
    'AA A',
    'AAA\n',
    'AA-_',
    'AAAé',
    ' AAA',
    '=AAA',
  ];
  expect(refused.map((text) => base64Decode(text))).toEqual(refused.map(() => undefined));
});
