import { expect, test } from 'vitest';
import { Places } from './places.ts';

/** Three questions with so many answers each, at places known by what was answered before. */
function walk(places: Places, wishes: readonly number[], counts: readonly number[]): string {
  places.begin();
  const answers: number[] = [];
  for (const [depth, count] of counts.entries()) {
    const place = answers.reduce((number, answer) => number * 10 + answer + 1, 0);
    answers.push(places.answer(depth, place, count, wishes[depth] ?? 0));
  }
  places.end();
  return answers.join('');
}

test('every way is gone once before any is gone twice, whatever is wished', () => {
  for (const wishes of [
    [0, 0, 0],
    [1, 2, 1],
  ]) {
    const places = new Places();
    const ways = Array.from({ length: 12 }, () => walk(places, wishes, [2, 3, 2]));
    expect(new Set(ways).size).toBe(12);
    expect(walk(places, wishes, [2, 3, 2])).toBe(wishes.join(''));
  }
});

test('what leads to a place that is known shares what was tried there', () => {
  const places = new Places();
  const tried = Array.from({ length: 4 }, (_, first) => {
    places.begin();
    places.answer(0, 0, 4, first, true);
    return places.answer(1, 7, 4, 0);
  });
  expect(tried).toEqual([0, 1, 2, 3]);
});
