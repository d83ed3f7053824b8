import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareText } from './compare.ts';

test('texts are ordered by code units, whatever the locale thinks of case and accents', () => {
  expect(['b', 'ä', 'a', 'B', 'aa', ''].sort(compareText)).toEqual(['', 'B', 'a', 'aa', 'b', 'ä']);
});

test('the order agrees with the default sort', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      expect([...texts].sort(compareText)).toEqual([...texts].sort());
    }),
  );
});
