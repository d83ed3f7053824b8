import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseText } from './text.ts';

test('a text without references stays a string', () => {
  expect(parseText('plain $ {x}')).toBe('plain $ {x}');
  expect(parseText('open ${ended')).toBe('open ${ended');
});

test('references and literals keep their order', () => {
  expect(parseText('a${b}c${d}')).toEqual({ kind: 'template', source: 'a${b}c${d}', parts: ['a', { key: 'b' }, 'c', { key: 'd' }] });
});

test('a doubled dollar makes a literal reference', () => {
  expect(parseText('$${x}')).toBe('${x}');
  expect(parseText('$${x}${y}')).toMatchObject({ parts: ['${x}', { key: 'y' }] });
});

test('any text can be read', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('$', '{', '}', 'a')).map((signs) => signs.join('')),
      (text) => {
        const read = parseText(text);
        expect(typeof read === 'string' || read.parts.length > 0).toBe(true);
      },
    ),
  );
});
