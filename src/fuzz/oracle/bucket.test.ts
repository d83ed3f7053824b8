import { expect, test } from 'vitest';
import { blankMessage, findingOf } from './bucket.ts';

test('numbers and quoted text are no part of the identity of a failure', () => {
  expect(blankMessage('Unexpected token "a" at 12')).toBe(blankMessage('Unexpected token "zz" at 7'));
  expect(blankMessage("Invalid character '\\' at 2")).toBe(blankMessage("Invalid character ''' at 17"));
  expect(blankMessage('Unexpected token')).not.toBe(blankMessage('Unexpected end'));
});

test('the same error from another function of the project is another failure', () => {
  const stack = (name: string) => `Error: x\n    at ${name} (/p/src/a.ts:1:2)\n    at node:internal/x:1:1`;
  const [a, b] = ['one', 'two'].map((name) => findingOf(new Error('x'), stack(name), '/p').bucket);
  expect(a).not.toBe(b);
  expect(a).toContain('src/a.ts one');
});
