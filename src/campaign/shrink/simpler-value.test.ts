import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../base/duration.ts';
import type { Json } from '../../base/json.ts';
import { type Simpler, simplerDuration, simplerInteger, simplerJson, simplerText } from './simpler-value.ts';

/** What is left when the given condition must go on holding. */
function simplest<V extends Json>(search: Simpler<V>, holds: (value: V) => boolean): V {
  let step = search.next(false);
  while (step.done !== true) step = search.next(holds(step.value));
  return step.value;
}

function msOf(text: string): number {
  const parsed = parseDuration(text);
  return parsed.ok ? parsed.ms : Number.NaN;
}

describe('simpler values', () => {
  test('a number goes down to the smallest that will do', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        const [needed, value] = [Math.min(a, b), Math.max(a, b)];
        expect(simplest(simplerInteger(value, 0), (n) => n >= needed)).toBe(needed);
      }),
    );
  });

  test('a number respects the least its field allows, and a negative one comes up to zero', () => {
    expect(simplest(simplerInteger(10, 1), () => true)).toBe(1);
    expect(simplest(simplerInteger(-10, -1000), () => true)).toBe(0);
    expect(simplest(simplerInteger(-10, -1000), (n) => n <= -3)).toBe(-3);
  });

  test('a duration goes down in milliseconds', () => {
    expect(simplest(simplerDuration('2h', 0), () => true)).toBe('0ms');
    expect(simplest(simplerDuration('10s', 0), (text) => msOf(text) > 1000)).toBe('1001ms');
  });

  test('a text gets as short as it can, keeping whole references', () => {
    expect(simplest(simplerText('hello world'), (text) => text.includes('o w'))).toBe('o w');
    expect(simplest(simplerText('before ${key} after'), (text) => text.includes('${key}'))).toBe('${key}');
    expect(simplest(simplerText('XYZ'), (text) => text.length >= 2)).toBe('aa');
  });

  test('a document loses every member and element it does not need', () => {
    const value = { list: [1, 2, { deep: 'needle', other: true }], more: { a: 'b' }, n: 7 };
    expect(simplest(simplerJson(value), (json) => JSON.stringify(json).includes('needle'))).toEqual({ list: [{ deep: 'needle' }] });
  });

  test('what is simplest already is not proposed again', () => {
    for (const value of [0, '', [], {}, true, null]) expect(simplerJson(value).next(false).done).toBe(true);
  });
});
