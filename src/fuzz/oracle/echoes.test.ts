import { expect, test } from 'vitest';
import { textsIn, withoutEchoes } from './echoes.ts';

const literals = ['unexpected ', ' at ', 'Expected , or }', 'key', 'a', '()[]+?!'];

function blanked(message: string, ...inputs: readonly string[]): string {
  return withoutEchoes(message, { inputs, literals });
}

test('what a message repeats of its input is no part of it, with or without quotes', () => {
  const told = ['foo', '}', "it's", 'two words', 'é"', '0', '\n', ' \u3000x '].map((text) =>
    blanked(`unexpected ${text} at 7`, `x ${text} y`),
  );
  expect(new Set(told)).toEqual(new Set(['unexpected…at…']));
});

test('words of the program stay, also when the input holds them', () => {
  expect(blanked('unexpected x at 7', 'unexpected x at')).toBe('unexpected…at…');
  expect(blanked('Expected , or }', ', or } Expected')).toBe('Expected , or }');
});

test('a word of the input that begins, ends or goes on like one of the program is a repetition as a whole', () => {
  const told = ['key"v', 'uneunexpected', '(key)', 'keykeys'].map((word) => blanked(`unexpected ${word} at 7`, `a ${word}`));
  expect(new Set(told)).toEqual(new Set(['unexpected…at…']));
  expect(blanked('unexpected key at 7', 'a key')).toBe('unexpected key at…');
});

test('what is not in the input stays', () => {
  expect(blanked('unexpected comma at 7', 'foo')).toBe('unexpected comma at…');
});

test('of words that nobody knows only a message that is the input as a whole is blanked', () => {
  expect(withoutEchoes('Invalid thing foo', { inputs: ['foo thing'], literals: [] })).toBe('Invalid thing foo');
  expect(withoutEchoes('foo bar', { inputs: ['foo bar'], literals: [] })).toBe('…');
});

test('texts are found wherever they are in the arguments', () => {
  expect(textsIn(['a', [{ b: 'c' }, Buffer.from('d')], 5])).toEqual(['a', 'b', 'c', 'd']);
});

test('neither signs that a parser knows nor blanks around a repetition make another failure of it', () => {
  const told = ['?', '()[]+?!', 'a()[]+?!', '\t?\u00a0', '"', '"a'].map((text) => blanked(`unexpected ${text} at 7`, text));
  expect(new Set(told)).toEqual(new Set(['unexpected…at…']));
});

test('what was made of the input, with a number in it, is no part of a message', () => {
  const told = ['23c0', '76"', '1%0F', '0-7-'].map((text) => blanked(`unexpected ${text} at 7`, 'H/1'));
  expect(new Set(told)).toEqual(new Set(['unexpected…at…']));
});
