import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameValue, shownValue, valueText } from './value-text.ts';

test('values that differ in kind have different texts', () => {
  const values = [1, '1', 1n, true, 'true', null, undefined, 'null', [], {}, [1], ['1'], new Set([1]), new Map([[1, 1]])];
  expect(new Set(values.map(valueText)).size).toBe(values.length);
});

test('keys, members and entries have no order', () => {
  expect(sameValue({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(sameValue(new Set([1, 2]), new Set([2, 1]))).toBe(true);
  expect(
    sameValue(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
      new Map([
        ['b', 2],
        ['a', 1],
      ]),
    ),
  ).toBe(true);
  expect(sameValue([1, 2], [2, 1])).toBe(false);
});

test('zero is zero, NaN is NaN, and a date is its moment', () => {
  expect(valueText(-0)).toBe(valueText(0));
  expect(sameValue(Number.NaN, Number.NaN)).toBe(true);
  expect(sameValue(new Date(1), new Date(1))).toBe(true);
  expect(sameValue(new Date(1), new Date(2))).toBe(false);
});

test('two JSON values have the same text exactly when they are equal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(valueText(a)).toBe(valueText(structuredClone(a)));
      expect(sameValue(a, b)).toBe(valueText(a) === valueText(b));
    }),
  );
});

test('a message shows the beginning of a long value', () => {
  expect(shownValue('x'.repeat(1000)).length).toBeLessThan(300);
});
