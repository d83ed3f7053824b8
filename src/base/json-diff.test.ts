import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from './json.ts';
import { jsonDifferences, jsonEqual } from './json-diff.ts';
import { parseJsonValue } from './json-text.ts';

const smallJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, 1, 2n ** 64n, 'a'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'toString'), tie('value'), { noNullPrototype: true }),
  ),
})).value;

describe('jsonDifferences', () => {
  test('each kind of difference is named with its place and its values', () => {
    const expected = { same: 1, 'a/b~': [1, 2, 3], gone: null, deep: { x: 'old' }, type: [] };
    const actual = { same: 1, 'a/b~': [1, 9], deep: { x: 'new' }, more: [7], type: {} };
    expect(jsonDifferences(expected, actual)).toEqual([
      { kind: 'value_mismatch', path: '/a~1b~0/1', expected: 2, actual: 9 },
      { kind: 'missing_index', path: '/a~1b~0/2', expected: 3 },
      { kind: 'value_mismatch', path: '/deep/x', expected: 'old', actual: 'new' },
      { kind: 'missing_key', path: '/gone', expected: null },
      { kind: 'extra_key', path: '/more', actual: [7] },
      { kind: 'value_mismatch', path: '/type', expected: [], actual: {} },
    ]);
    expect(jsonDifferences([], [1])).toEqual([{ kind: 'extra_index', path: '/0', actual: 1 }]);
    expect(jsonDifferences(1, '1')).toEqual([{ kind: 'value_mismatch', path: '', expected: 1, actual: '1' }]);
  });

  test('the list ends at the limit', () => {
    const many = Array.from({ length: 100 }, (_, id) => id);
    expect(jsonDifferences(many, [])).toHaveLength(64);
    expect(jsonDifferences([many, many], [[], []], 3)).toHaveLength(3);
  });

  test('numbers compare by value, however they were written', () => {
    const read = (text: string): Json => {
      const parsed = parseJsonValue(text);
      return parsed.ok ? parsed.value : null;
    };
    expect(jsonDifferences(read('[1, 10000000000000000000, 0]'), read('[1.0, 1e19, -0.0]'))).toEqual([]);
    expect(jsonEqual(read('9007199254740993'), read('9007199254740992.0'))).toBe(false);
  });

  test('values without differences are exactly the equal ones', () => {
    fc.assert(
      fc.property(smallJson, smallJson, (a, b) => {
        expect(jsonEqual(a, b)).toBe(jsonDifferences(a, b).length === 0);
        expect(jsonEqual(a, b)).toBe(jsonEqual(b, a));
        expect(jsonDifferences(a, structuredClone(a))).toEqual([]);
      }),
    );
  });

  test('a member that is undefined is absent', () => {
    expect(jsonEqual({ a: undefined }, {})).toBe(true);
    expect(jsonEqual({}, { a: undefined })).toBe(true);
    expect(jsonEqual({}, { a: null })).toBe(false);
  });
});
