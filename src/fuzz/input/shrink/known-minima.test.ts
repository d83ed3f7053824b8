import { describe, expect, test } from 'vitest';
import { seeds } from '../../../../tests/support/budget.ts';
import { property } from '../../property/property.ts';
import { PropertyFailed } from '../../property/property-failed.ts';
import { g } from '../g.ts';
import type { Gen } from '../gen.ts';

/** The smallest value for which `holds` is false, as each seed finds it. */
function minima<T>(of: Gen<T>, holds: (value: T) => boolean, runs = 2000): unknown[] {
  return seeds(5).map((seed) => {
    try {
      property(of, (value) => holds(value), { seed, runs, shrinkMs: 60_000 })();
    } catch (error) {
      if (error instanceof PropertyFailed) return error.report.values[0];
      throw error;
    }
    throw new Error(`seed ${seed} finds nothing`);
  });
}

function everySeed(value: unknown): unknown[] {
  return seeds(5).map(() => value);
}

const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0);

interface Tree {
  readonly value: number;
  readonly children: readonly Tree[];
}

const tree: Gen<Tree> = g.recursive<Tree>((self) => g.record({ value: g.nat(1000), children: g.array(self, { maxLength: 3 }) }));

describe('the smallest failing input is found whatever the first one was:', () => {
  test('a number above a bound', () => {
    expect(minima(g.integer(), (value) => value <= 1000)).toEqual(everySeed(1001));
  });

  test('a number below a bound', () => {
    expect(minima(g.integer(), (value) => value > -17)).toEqual(everySeed(-17));
  });

  test('a list whose sum is too large', () => {
    expect(minima(g.array(g.nat(10_000)), (list) => sum(list) <= 1000)).toEqual(everySeed([1001]));
  });

  test('a list whose sum is too large for single elements', () => {
    expect(minima(g.array(g.integer({ min: 0, max: 600 })), (list) => sum(list) <= 1000)).toEqual(everySeed([401, 600]));
  });

  test('the one of many optional fields that matters', () => {
    const field = g.optional(g.oneOf(g.boolean(), g.constant(null)));
    const names = Array.from('abcdefghijklmnopqrst');
    const options = g.record(
      Object.fromEntries(names.map((name) => [name, name === 'm' ? g.optional(g.oneOf(g.string(), g.nat(9))) : field])),
    );
    expect(minima(options, ({ m }) => typeof m !== 'number' || m > 0, 600)).toEqual(everySeed({ m: 0 }));
  });

  test('numbers that are sorted as texts', () => {
    const isSorted = (list: readonly number[]): boolean => list.map(String).toSorted().join() === list.toSorted((a, b) => a - b).join();
    expect(minima(g.array(g.nat()), isSorted)).toEqual(everySeed([2, 10]));
  });

  test('a date that could be any', () => {
    expect(minima(g.tuple(g.date({ invalid: true }), g.nat()), ([, count]) => count < 4)).toEqual(everySeed([new Date(0), 4]));
  });

  test('a list that is too long', () => {
    expect(minima(g.array(g.integer()), (list) => list.length < 4)).toEqual(everySeed([0, 0, 0, 0]));
  });

  test('a list that is not sorted', () => {
    expect(minima(g.array(g.integer()), (list) => list.every((each, at) => at === 0 || (list[at - 1] ?? 0) <= each))).toEqual(
      everySeed([0, -1]),
    );
  });

  test('a list with two equal elements', () => {
    expect(minima(g.array(g.integer()), (list) => new Set(list).size === list.length, 10_000)).toEqual(everySeed([0, 0]));
  });

  test('a list that is not its own reverse', () => {
    expect(minima(g.array(g.integer()), (list) => list.join() === list.toReversed().join())).toEqual(everySeed([0, 1]));
  });

  test('nested lists with enough inside', () => {
    expect(minima(g.array(g.array(g.integer())), (list) => list.flat().length < 3)).toEqual(everySeed([[0, 0, 0]]));
  });

  test('a text with a certain character', () => {
    expect(minima(g.string(), (text) => !text.includes('{'))).toEqual(everySeed('{'));
  });

  test('a text that is too long', () => {
    expect(minima(g.string(), (text) => text.length < 3)).toEqual(everySeed('aaa'));
  });

  test('a number that is not whole', () => {
    expect(minima(g.float(), (value) => !Number.isFinite(value) || Number.isInteger(value))).toEqual(everySeed(0.1));
  });

  test('a large floating point number', () => {
    expect(minima(g.float({ nan: false, infinity: false }), (value) => value < 1000)).toEqual(everySeed(1000));
  });

  test('NaN', () => {
    expect(minima(g.array(g.float()), (list) => list.every((value) => !Number.isNaN(value)))).toEqual(everySeed([Number.NaN]));
  });

  test('two numbers that are too far apart', () => {
    expect(minima(g.tuple(g.nat(1000), g.nat(1000)), ([a, b]) => Math.abs(a - b) < 10)).toEqual(everySeed([0, 10]));
  });

  test('two numbers whose sum is too large', () => {
    expect(minima(g.tuple(g.nat(1000), g.nat(1000)), ([a, b]) => a + b < 1500)).toEqual(everySeed([500, 1000]));
  });

  test('two equal numbers', () => {
    expect(minima(g.tuple(g.nat(50), g.nat(50)), ([a, b]) => a !== b || a < 7, 5000)).toEqual(everySeed([7, 7]));
  });

  test('draws that depend on a draw before', () => {
    const sized = g.nat(10).chain((length) => g.array(g.nat(5000), { minLength: length, maxLength: length }));
    expect(minima(sized, (list) => sum(list) <= 1000)).toEqual(everySeed([1001]));
  });

  test('a tree that is too deep', () => {
    const depth = ({ children }: Tree): number => 1 + Math.max(0, ...children.map(depth));
    const leaf = { value: 0, children: [] };
    expect(minima(tree, (each) => depth(each) < 3)).toEqual(everySeed({ value: 0, children: [{ value: 0, children: [leaf] }] }));
  });

  test('a value deep inside JSON', () => {
    const holds = (value: unknown): boolean => !JSON.stringify(value).includes('true');
    expect(minima(g.json(), holds)).toEqual(everySeed(true));
  });

  test('the alternative that comes first among those that fail', () => {
    expect(minima(g.pick('a', 'b', 'c', 'd'), (value) => value < 'c')).toEqual(everySeed('c'));
  });

  test('a large bigint', () => {
    expect(minima(g.bigint(), (value) => value < 2n ** 70n)).toEqual(everySeed(2n ** 70n));
  });

  test('keys and values of an object', () => {
    expect(minima(g.dict(g.nat(100)), (dict) => sum(Object.values(dict)) < 50)).toEqual(everySeed({ '': 50 }));
  });

  test('bytes', () => {
    expect(minima(g.bytes(), (bytes) => bytes.every((byte) => byte < 0x80))).toEqual(everySeed(Uint8Array.of(0x80)));
  });
});
