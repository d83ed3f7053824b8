/** What lies in the past of a failure: who asked for whom, who was at the same place before, and nobody else. */
import { expect, test } from 'vitest';
import { SCENARIO } from './footprint.ts';
import { PastWatch, type Reach } from './past.ts';

interface Told {
  readonly name: string;
  readonly places: number;
  /** The number of the one it came up in; 0 for what began by itself. */
  readonly parent?: number;
}

/** Runs them in order, each having its places for itself; the last one fails unless it is said to fail after them. */
function run(told: readonly Told[], { after = false, isCheck = false, waiting = 0 } = {}): PastWatch {
  const watch = new PastWatch();
  const { footprints } = watch;
  const numbers: number[] = [];
  const born = (parent: number) => {
    for (const [at, each] of told.entries()) if ((each.parent ?? 0) === parent) numbers[at] = watch.born(each.name);
  };
  born(0);
  for (const [at, { places }] of told.entries()) {
    const number = numbers[at] ?? 0;
    watch.runs(number);
    footprints.begins(number, 0, 0, 0);
    footprints.takes(places);
    born(at + 1);
  }
  if (after) footprints.cut(0);
  if (after) footprints.takes(SCENARIO);
  footprints.waits(waiting);
  footprints.failsHere(isCheck);
  return watch;
}

function within(watch: PastWatch, reach: Reach): readonly string[] | undefined {
  const found = watch.past?.within(reach);
  return found && watch.events.filter((_event, at) => found.has(at)).map(({ what }) => what);
}

test('by causes it goes back to the beginning and nowhere else', () => {
  const watch = run([
    { name: 'a', places: 1 },
    { name: 'b', places: 1 },
    { name: 'c', places: 2, parent: 1 },
    { name: 'd', places: 2, parent: 3 },
  ]);
  expect(within(watch, 'causes')).toEqual(['a', 'c', 'd']);
});

test('by state whoever was there before is in it, with those who asked for them', () => {
  const watch = run([
    { name: 'asks', places: 4 },
    { name: 'writes', places: 1, parent: 1 },
    { name: 'beside', places: 2 },
    { name: 'reads', places: 1 },
  ]);
  expect(within(watch, 'causes')).toEqual(['reads']);
  expect(within(watch, 'state')).toEqual(['asks', 'writes', 'reads']);
});

test('the variables of the scenario connect only those who are asked about them', () => {
  const watch = run([
    { name: 'client', places: 1 | SCENARIO },
    { name: 'node', places: 2 },
    { name: 'other client', places: 4 | SCENARIO },
  ]);
  expect(within(watch, 'state')).toEqual(['other client']);
  expect(within(watch, 'variables')).toEqual(['client', 'other client']);
});

test('a check after everything was caused by nobody, and looks at what it looks at', () => {
  const told = [
    { name: 'client', places: 1 | SCENARIO },
    { name: 'node', places: 2 },
  ];
  const watch = run(told, { after: true, isCheck: true });
  expect([within(watch, 'causes'), within(watch, 'state'), within(watch, 'variables')]).toEqual([undefined, undefined, ['client']]);
});

test('where nobody can say what a failure had to do with, there is no past; and none of a run that passed', () => {
  expect(run([{ name: 'client', places: 1 }], { after: true }).past).toBeUndefined();
  expect(new PastWatch().past).toBeUndefined();
});

test('what comes after the failure is no part of it', () => {
  const watch = run([{ name: 'fails', places: 1 }]);
  watch.runs(watch.born('later'));
  watch.footprints.failsHere(true);
  expect(within(watch, 'variables')).toEqual(['fails']);
});

test('whoever waits in vain has a past: what it did, what came of that, and who was there before', () => {
  const told = [
    { name: 'locks', places: 2 },
    { name: 'beside', places: 4 },
    { name: 'asks', places: 1 },
    { name: 'hears and waits for the lock', places: 2, parent: 3 },
    { name: 'beside again', places: 4 | SCENARIO },
  ];
  const watch = run(told, { after: true, waiting: 1 });
  expect(within(watch, 'causes')).toEqual(['asks', 'hears and waits for the lock']);
  expect(within(watch, 'state')).toEqual(['locks', 'asks', 'hears and waits for the lock']);
});

test('a past that is told to another process is the same there', () => {
  const there = run([
    { name: 'asks', places: 4 },
    { name: 'writes', places: 1, parent: 1 },
    { name: 'beside', places: 2 },
    { name: 'reads', places: 1 },
  ]);
  const here = new PastWatch();
  const births = there.events.map(({ what }) => here.born(what));
  for (const number of births) here.runs(number);
  if (there.told !== undefined) here.hear(there.told);
  expect(within(here, 'state')).toEqual(['writes', 'reads']);
});
