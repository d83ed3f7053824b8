import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutToWidth, padEnd, padStart, textWidth, wrapWords } from './text-width.ts';

describe('text width', () => {
  test('wide characters take two columns, combining marks none', () => {
    expect(textWidth('abc')).toBe(3);
    expect(textWidth('日本')).toBe(4);
    expect(textWidth('🚀')).toBe(2);
    expect(textWidth('e\u0301')).toBe(1);
  });

  test('padding fills up to the width on the asked side', () => {
    expect(padEnd('日', 4)).toBe('日  ');
    expect(padStart('ab', 4)).toBe('  ab');
    expect(padEnd('abcdef', 4)).toBe('abcdef');
  });

  test('a cut text fits the width and says that it was cut', () => {
    expect(cutToWidth('abcdef', 4)).toBe('abc…');
    expect(cutToWidth('abc', 3)).toBe('abc');
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, width) => textWidth(cutToWidth(text, width)) <= width));
  });

  test('wrapping breaks at blanks only and loses no word', () => {
    expect(wrapWords('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapWords('/a/very/long/path x', 5)).toEqual(['/a/very/long/path', 'x']);
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 30 }), (text, width) => {
        const words = (line: string) => line.split(/[ \n]+/).filter((word) => word !== '');
        expect(wrapWords(text, width).flatMap(words)).toEqual(
          words(
            text
              .split('\n')
              .map((line) => line.trimEnd())
              .join('\n'),
          ),
        );
      }),
    );
  });
});
