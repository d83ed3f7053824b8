import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Xoshiro128 } from './xoshiro128.ts';

function take(stream: Xoshiro128, count: number): number[] {
  return Array.from({ length: count }, () => stream.nextU32());
}

test('the generator is xoshiro128** as published', () => {
  const stream = new Xoshiro128({ hi: 0, lo: 0 }, [1, 2, 3, 4]);
  expect(take(stream, 10)).toEqual([11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804]);
});

test('a seed and a path of names always give the same stream', () => {
  const stream = new Xoshiro128({ hi: 1, lo: 7 }).splitStream('schedule').splitStream('3');
  expect(take(stream, 3)).toEqual(take(new Xoshiro128({ hi: 1, lo: 7 }).splitStream('schedule').splitStream('3'), 3));
});

test('drawing from a parent does not change its children', () => {
  const used = new Xoshiro128({ hi: 0, lo: 7 });
  take(used, 100);
  expect(take(used.splitStream('a'), 5)).toEqual(take(new Xoshiro128({ hi: 0, lo: 7 }).splitStream('a'), 5));
});

test('different seeds, names and nestings give different streams', () => {
  const root = new Xoshiro128({ hi: 0, lo: 0 });
  const streams = [
    root,
    new Xoshiro128({ hi: 0, lo: 1 }),
    new Xoshiro128({ hi: 1, lo: 0 }),
    root.splitStream(''),
    root.splitStream('ab'),
    root.splitStream('ba'),
    root.splitStream('a').splitStream('b'),
  ];
  expect(new Set(streams.map((stream) => take(stream, 2).join())).size).toBe(streams.length);
});

test('nextBelow stays below and reaches every value about equally often', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 2 ** 31 - 1 }), (seed, n) => {
      const draw = new Xoshiro128({ hi: 0, lo: seed }).nextBelow(n);
      expect(Number.isInteger(draw) && draw >= 0 && draw < n).toBe(true);
    }),
  );
  const stream = new Xoshiro128({ hi: 0, lo: 42 });
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (let draw = 0; draw < 70_000; draw += 1) {
    const value = stream.nextBelow(7);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});
