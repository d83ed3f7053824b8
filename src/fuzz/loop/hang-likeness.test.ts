import { expect, test } from 'vitest';
import { stringForm } from '../input/string-form.ts';
import { HangLikeness } from './hang-likeness.ts';

/** Inputs hang by this rule; how many of the last thousand were let through, and how many of these hung. */
function searched(hangs: (text: string) => boolean, textAt: (index: number) => string): { readonly tried: number; readonly hung: number } {
  const likeness = new HangLikeness(stringForm);
  const seen = { tried: 0, hung: 0 };
  for (let index = 0; index < 4000; index += 1) {
    const text = textAt(index);
    if (likeness.shuns(text, index)) continue;
    const isLate = index >= 3000;
    if (isLate) seen.tried += 1;
    if (!hangs(text)) continue;
    likeness.hung(stringForm.encode(text));
    if (isLate) seen.hung += 1;
  }
  return seen;
}

const scattered = (index: number, length: number): string =>
  Array.from({ length }, (_, at) => String.fromCharCode(97 + ((index * 7919 + at * at * 104_729 + ((index * at) >> 3)) % 26))).join('');

test.each<[string, (text: string) => boolean, (index: number) => string, number]>([
  ['a character', (text) => text.includes('%'), (index) => scattered(index, 12) + (index % 2 === 0 ? '%' : ''), 500],
  ['many of a character', (text) => text.split('(').length > 16, (index) => '('.repeat(index % 64) + scattered(index, 9), 250],
  ['the first character', (text) => text.startsWith('n'), (index) => (index % 2 === 0 ? 'n' : 'm') + scattered(index, 12), 500],
])('inputs that hang for %s are left out, but for a few, and all others are tried', (_why, hangs, textAt, fine) => {
  const { tried, hung } = searched(hangs, textAt);
  expect(tried - hung).toBeGreaterThanOrEqual(fine * 0.9);
  expect(hung).toBeLessThan(25);
});

test('where nothing hangs, and where inputs that hang are like all others, nothing is left out', () => {
  expect(
    searched(
      () => false,
      (index) => scattered(index, 9),
    ),
  ).toEqual({ tried: 1000, hung: 0 });
  let number = 0;
  const { tried } = searched(
    () => (number += 1) % 50 === 0,
    (index) => scattered(index, 9),
  );
  expect(tried).toBeGreaterThan(990);
});

test('where everything seems to hang, something is tried all the same', () => {
  const { tried } = searched(
    () => true,
    (index) => scattered(index, 9),
  );
  expect(tried).toBeGreaterThan(5);
});
