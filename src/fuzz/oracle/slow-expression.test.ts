import { expect, test } from 'vitest';
import { slowTextsFor } from './slow-expression.ts';

const now = performance.now.bind(performance);

test.each([/^(?:a+)+$/u, /^(?:[a-z0-9]+-?)+\.com$/u, /\s+$/u, /^\s*|\s*$/gu, /(?:<[^>]*)*;/u, /^(?:\d+)*,(?:\w|\d)*$/u])(
  'a text for which %s takes long is written down',
  (expression) => {
    expect(slowTextsFor(expression, 16_384, now)).not.toEqual([]);
  },
);

test.each([/^[a-z]+$/u, /^\d{4}-\d\d-\d\d$/u, /^(?:a|b)*$/u, /^[^@]+@[^@]+$/u])('there is none for %s', (expression) => {
  // A busy machine may stop for milliseconds anywhere; the clock of this one counts what is asked of it, so that nothing is ever slow.
  let asked = 0;
  expect(slowTextsFor(expression, 4096, () => (asked += 0.001))).toEqual([]);
});
