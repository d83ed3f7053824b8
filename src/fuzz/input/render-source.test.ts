import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { functionOf } from './functions.ts';
import { quoted, sourceOf, sourceOfArgs } from './render-source.ts';

function evaluated(source: string): unknown {
  return runInThisContext(`(${source})`);
}

test('the source of a text is that text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }), (text) => {
      expect(evaluated(quoted(text))).toBe(text);
    }),
  );
});

test('the source of a value is an equal value', () => {
  const values = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
  });
  fc.assert(
    fc.property(values, (value) => {
      expect(evaluated(sourceOf(value))).toEqual(value);
    }),
  );
});

test('a property called __proto__ stays a property', () => {
  const value: unknown = JSON.parse('{"__proto__": {"admin": true}}');
  expect(sourceOf(value)).toBe("{ ['__proto__']: { admin: true } }");
});

test.each([
  [-0, '-0'],
  [[undefined, null], '[undefined, null]'],
  [{ 'a-b': 1, c: 2, 3: 4 }, "{ 3: 4, 'a-b': 1, c: 2 }"],
  [new Map([[1, 'x']]), "new Map([[1, 'x']])"],
  [new Set(), 'new Set()'],
  [new Date(Number.NaN), 'new Date(NaN)'],
  [Uint8Array.of(1, 2), 'Uint8Array.of(1, 2)'],
  ['a‮b', "'a\\u202eb'"],
  [functionOf([{ a: 1 }]), '() => ({ a: 1 })'],
  [function named() {}, '/* function named */ () => {}'],
])('%o is written as a person would', (value, source) => {
  expect(sourceOf(value)).toBe(source);
});

test('the source of a function gives the same answers in turn', () => {
  const again = evaluated(sourceOf(functionOf([true, { a: 1 }]))) as () => unknown; // it was written as one
  expect([again(), again(), again()]).toEqual([true, { a: 1 }, true]);
});

test('what does not fit a line is written over several', () => {
  expect(sourceOf(['x'.repeat(60), 'y'.repeat(60)])).toBe(`[\n  '${'x'.repeat(60)}',\n  '${'y'.repeat(60)}',\n]`);
});

test('arguments are written like those of a call', () => {
  expect(sourceOfArgs([1, 'a', [true]])).toBe("1, 'a', [true]");
});

test('a circle does not go round for ever', () => {
  const circle: unknown[] = [];
  circle.push(circle);
  expect(sourceOf(circle)).toBe('[/* circular */ null]');
});
