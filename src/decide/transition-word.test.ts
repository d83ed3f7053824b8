import { expect, test } from 'vitest';
import { isPickWord } from './pick-word.ts';
import { kindLayouts, Kind } from './kinds.ts';
import { DecisionLog } from './log.ts';
import { fitsTransitionWord, isTransitionWord, numberOfTransition, transitionWord } from './transition-word.ts';

const numbers = [
  [0, 0, 2, 0],
  [255, 255, 31, 30],
  [1, 254, 17, 5],
] as const;

test.each(numbers)('node %i, label %i, %i options, answer %i come back from their word', (node, label, options, answer) => {
  const word = transitionWord(node, label, options, answer);
  expect([1, 2, 3, 4].map((n) => numberOfTransition(word, n))).toEqual([node, label, options, answer]);
});

test.each(numbers)('the word of %i, %i, %i, %i is neither a kind nor a pick', (node, label, options, answer) => {
  const word = transitionWord(node, label, options, answer);
  expect(isTransitionWord(word)).toBe(true);
  expect(isPickWord(word)).toBe(false);
  expect(word).toBeGreaterThan(kindLayouts.length);
});

test('a log tells the same of a transition in one word and of one that does not fit', () => {
  expect(fitsTransitionWord(255, 255, 31)).toBe(true);
  expect(fitsTransitionWord(256, 0, 2)).toBe(false);
  expect(fitsTransitionWord(0, 256, 2)).toBe(false);
  expect(fitsTransitionWord(0, 0, 32)).toBe(false);
  const log = new DecisionLog();
  const [node, label] = [log.textId('bank'), log.textId('timer')];
  log.appendTransition(node, label, 31, 3);
  log.appendTransition(node, label, 64, 40);
  log.append4(Kind.transition, node, label, 31, 3);
  const [short, long, copied] = log.toRecords();
  expect(short).toEqual({ kind: 'transition', node: 'bank', label: 'timer', options: 31, answer: 3 });
  expect(long).toEqual({ kind: 'transition', node: 'bank', label: 'timer', options: 64, answer: 40 });
  expect(copied).toEqual(short);
  expect(log.length).toBe(3);
});
