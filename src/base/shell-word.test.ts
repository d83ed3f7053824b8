import { expect, test } from 'vitest';
import { shellWord } from './shell-word.ts';

test('words are quoted only where a shell would read them otherwise', () => {
  expect(shellWord('a/b-c.fozzy')).toBe('a/b-c.fozzy');
  expect(shellWord("it's $HOME")).toBe("'it'\\''s $HOME'");
  expect(shellWord('')).toBe("''");
});
