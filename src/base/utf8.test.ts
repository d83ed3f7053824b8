import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutUtf8, utf8Decode, utf8Encode, utf8Length } from './utf8.ts';

/** Any UTF-16 text, lone surrogates included. */
const anyText = fc
  .array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd7fe, max: 0xe002 }), fc.nat(0x7f)))
  .map((units) => String.fromCharCode(...units));
const leads = fc.constantFrom(
  0x00,
  0x41,
  0x7f,
  0x80,
  0xbf,
  0xc0,
  0xc1,
  0xc2,
  0xdf,
  0xe0,
  0xe1,
  0xed,
  0xef,
  0xf0,
  0xf1,
  0xf4,
  0xf5,
  0xff,
  0x90,
  0x9f,
  0xa0,
  0x8f,
);

describe('utf8', () => {
  test('length and bytes agree with the host encoder for every text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = new TextEncoder().encode(text);
        expect([...utf8Encode(text)]).toEqual([...expected]);
        expect(utf8Length(text)).toBe(expected.length);
      }),
    );
  });

  test('decoding agrees with the host decoder for every bytes, valid or not', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.array(leads).map((bytes) => Uint8Array.from(bytes)),
        ),
        (bytes) => {
          expect(utf8Decode(bytes)).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
          expect(utf8Decode(bytes, { fatal: true })).toBe(decodeFatal(bytes));
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('texts longer than any internal buffer survive the round trip', () => {
    const text = '\ufeffaé€😀'.repeat(20_000);
    expect(utf8Decode(utf8Encode(text), { fatal: true })).toBe(text);
  });

  test('cutting keeps the longest prefix of whole characters that fits', () => {
    expect([0, 1, 2, 3, 5, 6, 9, 10].map((max) => cutUtf8('aé€😀', max))).toEqual(['', 'a', 'a', 'aé', 'aé', 'aé€', 'aé€', 'aé€😀']);
    fc.assert(
      fc.property(anyText, fc.nat(100), (text, max) => {
        const kept = cutUtf8(text, max);
        expect(text.startsWith(kept)).toBe(true);
        expect(utf8Length(kept)).toBeLessThanOrEqual(max);
        const next = text.slice(kept.length, kept.length + ((text.codePointAt(kept.length) ?? 0) > 0xffff ? 2 : 1));
        if (next !== '') expect(utf8Length(kept) + utf8Length(next)).toBeGreaterThan(max);
      }),
    );
  });
});

function decodeFatal(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
