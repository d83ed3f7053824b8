import { expect, test } from 'vitest';
import { converged, divergence } from './converged.ts';

test('nodes that hold the same have converged, whatever the order of keys', () => {
  expect(converged({ a: { x: 1, y: 2 }, b: { y: 2, x: 1 } })).toBe(true);
  expect(converged(new Map([['a', 1]]))).toBe(true);
  expect(converged({})).toBe(true);
});

test('those that differ are told apart by name', () => {
  expect(converged({ a: [1], b: [1], c: [1, 2] })).toBe(false);
  expect(divergence({ a: [1], b: [1], c: [1, 2] })).toBe('a, b: [1]; c: [1,2]');
  expect(
    divergence(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    ),
  ).toBe('a: 1; b: 2');
});
