import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonBlock, jsonLine } from './json-text.ts';

describe('json text', () => {
  test('64-bit integers keep all their digits', () => {
    expect(jsonLine({ seed: 18446744073709551615n })).toBe('{ "seed": 18446744073709551615 }');
  });

  test('absent members are not shown', () => {
    expect(jsonLine({ a: undefined, b: [] })).toBe('{ "b": [] }');
  });

  test('what is too long for a line is broken, what fits inside it is not', () => {
    expect(jsonBlock({ args: ['status', '--short'], note: 'x'.repeat(60) })).toBe(
      `{\n  "args": ["status", "--short"],\n  "note": "${'x'.repeat(60)}"\n}`,
    );
  });

  test('both forms are JSON with the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(jsonLine(plain))).toEqual(plain);
        expect(JSON.parse(jsonBlock(plain))).toEqual(plain);
      }),
    );
  });
});
