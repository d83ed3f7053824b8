import { expect, test } from 'vitest';
import { blankMessage } from '../oracle/bucket.ts';
import { KnownErrors, UNKNOWN } from './known-errors.ts';

const MESSAGES = [
  'Unexpected token a at 12',
  'Unexpected token a at 7',
  'Unexpected token b at 7',
  'bad "x\\"y" at 1',
  'bad "z" at 99',
  "bad 'z' at 99",
  "bad '\\' at 4",
  "bad ''' at 5",
  "bad '' at 6",
  'bad "open',
  'bad "open and more 5',
  'bad 0x1f and 12',
  'bad 1x1f and 12',
  'bad 0x2a and 12',
  '1.5e3',
  '2.5e7',
  '1.5',
  '',
];

test('an error is known by its words exactly when one that is equal without its particulars was learned', () => {
  for (const learned of MESSAGES) {
    const known = new KnownErrors(() => false);
    known.learn(new Error(learned), 3);
    for (const round of [1, 2])
      for (const asked of MESSAGES)
        expect([round, learned, asked, known.find(new Error(asked))]).toEqual([
          round,
          learned,
          asked,
          blankMessage(asked) === blankMessage(learned) ? 3 : UNKNOWN,
        ]);
  }
});

test('the class of an error is part of what it is known by', () => {
  const known = new KnownErrors(() => false);
  known.learn(new TypeError('x'), 1);
  expect([known.find(new TypeError('x')), known.find(new RangeError('x'))]).toEqual([1, UNKNOWN]);
});

test('an error that repeats its input without quotes is known by the rest of its words', () => {
  const known = new KnownErrors(() => false);
  known.learn(new Error('unexpected foo at 3'), 2, 'Error\nunexpected … at #\nsrc/a.ts parse');
  expect(known.find(new Error('unexpected bar at 12'))).toBe(2);
  expect(known.find(new Error('unexpected end'))).toBe(UNKNOWN);
  known.learn(new Error('foo'), 4, 'Error\n…\nsrc/a.ts parse');
  expect(known.find(new Error('bar'))).toBe(UNKNOWN);
});
