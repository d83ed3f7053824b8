import { expect, test } from 'vitest';
import { unitText } from './unit-text.ts';

test.each([0, 1, 39, 40, 41, 300, 5000, 20_000])('the text of %d units has exactly these units, whatever they are', (length) => {
  for (const unitMax of [0x7f, 0xff, 0xffff]) {
    const units = Uint16Array.from({ length: length + 3 }, (_, at) => (at * 40_503 + 0xd800) & unitMax);
    const text = unitText(units, length);
    expect(text.length).toBe(length);
    expect(Array.from(text.split(''), (unit) => unit.charCodeAt(0))).toEqual([...units.subarray(0, length)]);
  }
});
