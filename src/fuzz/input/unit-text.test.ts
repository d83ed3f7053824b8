import { expect, test } from 'vitest';
import { type TextWords, UnitText } from './unit-text.ts';

test.each([0, 1, 24, 25, 26, 27, 28, 39, 300, 5000, 20_000])(
  'the text of %d units has exactly these units, whatever they are',
  (length) => {
    const texts = new UnitText();
    for (const unitMax of [0x7f, 0xff, 0xffff]) {
      const units = Uint16Array.from({ length: length + 3 }, (_, at) => (at * 40_503 + 0xd800) & unitMax);
      const text = texts.of(units, length);
      expect(unitsOf(text)).toEqual([...units.subarray(0, length)]);
      expect(unitsOf(textIn(texts, length))).toEqual(unitsOf(text));
    }
  },
);

test('one wide unit is enough, wherever it stands, and what stands behind the end does not count', () => {
  const texts = new UnitText();
  const units = new Uint16Array(64).fill(97);
  for (let at = 0; at < 64; at += 1) {
    units[at] = 0x161;
    expect(unitsOf(texts.of(units, 50))).toEqual([...units.subarray(0, 50)]);
    expect(texts.unitBytes).toBe(at < 50 ? 2 : 1);
    units[at] = 97;
  }
});

/** As whoever copies the words would read it. */
function textIn({ words, unitBytes }: TextWords, length: number): string {
  return Buffer.from(words.buffer, words.byteOffset, length * unitBytes).toString(unitBytes === 1 ? 'latin1' : 'utf16le');
}

function unitsOf(text: string): readonly number[] {
  return Array.from(text.split(''), (unit) => unit.charCodeAt(0));
}
