import { expect, test } from 'vitest';
import { HashSet } from './hash-set.ts';
import { Xoshiro128 } from './xoshiro128.ts';

test('holds exactly what was added, however often it grew', () => {
  const random = new Xoshiro128({ hi: 1, lo: 2 });
  const pairs = Array.from({ length: 5000 }, () => [random.nextU32(), random.nextU32()] as const);
  const set = new HashSet();
  for (const [hi, lo] of pairs) expect(set.add(hi, lo)).toBe(true);
  for (const [hi, lo] of pairs) expect(set.add(hi, lo)).toBe(false);
  expect(set.size).toBe(5000);
  expect(pairs.every(([hi, lo]) => set.has(hi, lo))).toBe(true);
  expect(set.has(3, 4)).toBe(false);
});

test('a hash of nothing but zeros is a hash like any other', () => {
  const set = new HashSet();
  expect(set.has(0, 0)).toBe(false);
  expect(set.add(0, 0)).toBe(true);
  expect(set.add(0, 0)).toBe(false);
  expect(set.size).toBe(1);
});
