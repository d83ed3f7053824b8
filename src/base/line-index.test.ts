import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineIndex } from './line-index.ts';

test('lines and columns start at 1 and a line feed belongs to the line it ends', () => {
  const index = lineIndex('ab\n\r\ncd');
  expect([0, 2, 3, 4, 5, 7].map((offset) => index.at(offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 3 },
    { line: 2, column: 1 },
    { line: 2, column: 2 },
    { line: 3, column: 1 },
    { line: 3, column: 3 },
  ]);
});

test('offsets outside the text are the nearest place in it', () => {
  expect(lineIndex('a\nb').at(99)).toEqual({ line: 2, column: 2 });
  expect(lineIndex('').at(-1)).toEqual({ line: 1, column: 1 });
});

test('the position is what counting line feeds gives', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '\n', 'bc', '😀')), fc.nat(40), (pieces, wanted) => {
      const text = pieces.join('');
      const offset = Math.min(wanted, text.length);
      const lines = text.slice(0, offset).split('\n');
      expect(lineIndex(text).at(offset)).toEqual({ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
    }),
  );
});
