import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bug } from './assert.ts';
import { canonicalJson, canonicalParts, prettyJson } from './canonical-json.ts';
import type { Json } from './json.ts';
import { jsonEqual } from './json-diff.ts';
import { parseJsonValue } from './json-text.ts';

const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: 2 ** 53, max: 1e22, noNaN: true }),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value')),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { noNullPrototype: true }),
  ),
})).value;

describe('canonicalJson', () => {
  test('keys are sorted by code unit, blanks and undefined members are left out', () => {
    const value = { b: 1, a: [true, null, {}], 10: 'x', 9: [], é: -0, gone: undefined, B: 1e21 };
    expect(canonicalJson(value)).toBe('{"10":"x","9":[],"B":1e+21,"a":[true,null,{}],"b":1,"é":0}');
  });

  test('bigint is written as digits and lone surrogates are escaped', () => {
    expect(canonicalJson([18446744073709551615n, '\ud800', '😀'])).toBe('[18446744073709551615,"\\ud800","😀"]');
  });

  test('a double beyond the safe range is written with the digits of the integer it holds', () => {
    expect(canonicalJson([1.2345678901234567e20, -(2 ** 53), 1e20, 2 ** 53 - 1])).toBe(
      '[123456789012345667584,-9007199254740992,100000000000000000000,9007199254740991]',
    );
  });

  test('reading the text back gives an equal value', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        for (const text of [canonicalJson(value), prettyJson(value)]) {
          const parsed = parseJsonValue(text);
          expect(parsed.ok && jsonEqual(parsed.value, value)).toBe(true);
          expect(parsed.ok && canonicalJson(parsed.value)).toBe(canonicalJson(value));
        }
      }),
    );
  });

  test('the pieces of a large value join to its text', () => {
    const value = Array.from({ length: 30_000 }, (_, id) => ({ name: `event ${id}`, id }));
    const pieces: string[] = [];
    canonicalParts(value, (piece) => pieces.push(piece));
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join('')).toBe(JSON.stringify(value.map(({ id, name }) => ({ id, name }))));
  });

  test('a number without a JSON form is our bug', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(Bug);
    expect(() => prettyJson([Number.POSITIVE_INFINITY])).toThrow(Bug);
  });
});

describe('prettyJson', () => {
  test('it prints like JSON.stringify with two blanks, and digits of bigint', () => {
    const value = { z: [1, [], {}, { a: null }], a: 'x"y', gone: undefined };
    expect(prettyJson(value)).toBe(JSON.stringify(value, null, 2));
    expect(prettyJson({ seed: 2n ** 63n })).toBe('{\n  "seed": 9223372036854775808\n}');
    expect(prettyJson({ gone: undefined })).toBe('{}');
  });
});
