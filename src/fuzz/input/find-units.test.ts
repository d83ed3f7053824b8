import { expect, test } from 'vitest';
import { findUnits } from './find-units.ts';

const row = 'abcabca';
const units = Uint16Array.from({ length: row.length + 2 }, (_, at) => `${row}bc`.charCodeAt(at));

test.each([
  ['abc', 0, 0],
  ['abc', 1, 3],
  ['abc', 4, 0],
  ['abc', 6, 3],
  ['a', 4, 6],
  ['ca', 6, 2],
  ['abcabca', 3, 0],
  ['abcabcab', 0, -1],
  ['x', 2, -1],
])('the next %o at or behind %i, going round and never beyond the end, is at %i', (text, from, expected) => {
  expect(findUnits(units, row.length, text, from)).toBe(expected);
});
