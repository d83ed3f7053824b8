import { expect, test } from 'vitest';
import { SlotList } from './slot-list.ts';

test('every slot is found again, however long the list grows', () => {
  const list = new SlotList();
  const expected: number[] = [];
  for (let round = 0; expected.length < 20_000; round += 1) {
    // Small, at the edge of four bytes, and up to the largest integer a slot must hold.
    const start = round % 3 === 0 ? round % 100 : round % 3 === 1 ? 2 ** 32 - 8 : Number.MAX_SAFE_INTEGER - 16 - round;
    const values = Array.from({ length: 16 }, (_, index) => start + index);
    for (const value of values) list.push(value);
    expected.push(...values);
    expect(list.length).toBe(expected.length);
  }
  expect(expected.map((_, index) => list.at(index))).toEqual(expected);
});

test('past the end lies nothing, also right after the list has grown', () => {
  const list = new SlotList();
  for (let count = 0; count < 5000; count += 1) {
    expect(list.at(count)).toBe(-1);
    list.push(7);
  }
});
