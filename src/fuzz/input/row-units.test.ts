import { expect, test } from 'vitest';
import { FuzzRandom } from './fuzz-random.ts';
import { RowUnits } from './row-units.ts';

test('every text has its own units, however many other texts were asked for in between', () => {
  const rows = new RowUnits();
  const random = FuzzRandom.of({ hi: 0, lo: 1 });
  const texts = Array.from({ length: 3000 }, (_, index) => `${index}\ud800${String.fromCharCode(random.below(0x10000))}`);
  for (const text of [...texts, ...texts.toReversed()]) expect(String.fromCharCode(...rows.of(text))).toBe(text);
});

test('bytes are their own units', () => {
  const bytes = Uint8Array.of(0, 1, 255);
  expect(new RowUnits().of(bytes)).toBe(bytes);
});
