/** The places a failure is looked for at: the nearest first, each once, none beyond the last. */
import { expect, test } from 'vitest';
import { Places } from './look-near.ts';

/** The first question comes up twice; the second three times after the first place of the first, once after the other. */
function isThere([first = 0, second = 0]: readonly number[]): number {
  if (first >= 2) return 0;
  return second >= (first === 0 ? 3 : 1) ? 1 : 2;
}

test('every place is tried once, and the search ends where questions do', () => {
  const places = new Places(2);
  const tried: string[] = [];
  for (let skips = places.next(); skips !== undefined; skips = places.next()) {
    tried.push(skips.join());
    places.reached(skips, isThere(skips));
  }
  expect(new Set(tried).size).toBe(tried.length);
  const real = ['0,0', '0,1', '0,2', '1,0'];
  expect(tried.filter((each) => real.includes(each)).sort()).toEqual(real);
  // One beyond the last of each is needed to learn that it was the last.
  expect(tried.length).toBeLessThanOrEqual(real.length + 3);
});
