/** Every transition is told by its machine, with whether it could have had a part in the failure. */
import { expect, test } from 'vitest';
import { PastWatch } from '../../decide/past.ts';
import { pastOfFailure } from './past-of-failure.ts';

test('what has to do with other places than the failure happened beside it', () => {
  const watch = new PastWatch();
  const told = [
    { number: watch.born('n1 start'), place: 1 },
    { number: watch.born('n1 b timer'), place: 2 },
    { number: watch.born('n1 fs readFile'), place: 1 },
  ];
  for (const { number, place } of told) {
    watch.runs(number);
    watch.footprints.begins(number, 0, 0, 0);
    watch.footprints.takes(place);
  }
  watch.footprints.failsHere(false);
  expect(pastOfFailure(watch.past, ['n1', 'n1 b'])).toEqual([
    { machine: 'n1', label: 'start', isInPast: true },
    { machine: 'n1 b', label: 'timer', isInPast: false },
    { machine: 'n1', label: 'fs readFile', isInPast: true },
  ]);
});

test('nothing is told of a failure of which nobody can say what it had to do with', () => {
  expect(pastOfFailure(new PastWatch().past, [])).toBeUndefined();
});
