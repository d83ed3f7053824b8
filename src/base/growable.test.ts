import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bug } from './assert.ts';
import { Float64Vector, Int32Vector } from './growable.ts';

test('a vector holds what was pushed, however much', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 500 }), (values) => {
      const vector = new Int32Vector();
      for (const value of values) vector.push(value);
      expect(Array.from({ length: vector.length }, (_, index) => vector.get(index))).toEqual(values);
    }),
  );
});

test('doubles keep their fraction', () => {
  const vector = new Float64Vector();
  vector.push(0.1);
  vector.push(2 ** 53);
  vector.set(0, 0.2);
  expect([vector.get(0), vector.get(1)]).toEqual([0.2, 2 ** 53]);
});

test('what was truncated or cleared is gone', () => {
  const vector = new Int32Vector();
  for (let value = 0; value < 100; value += 1) vector.push(value);
  vector.truncate(2);
  expect(vector.length).toBe(2);
  expect(() => vector.get(2)).toThrow(Bug);
  vector.clear();
  vector.push(9);
  expect([vector.length, vector.get(0)]).toEqual([1, 9]);
});

test('reading or writing outside is our bug', () => {
  const vector = new Int32Vector();
  expect(() => vector.get(0)).toThrow(Bug);
  expect(() => vector.get(-1)).toThrow(Bug);
  expect(() => vector.set(0, 1)).toThrow(Bug);
  expect(() => vector.truncate(1)).toThrow(Bug);
});
