import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { FuzzRandom } from '../input/fuzz-random.ts';
import { g } from '../input/g.ts';
import type { Gen } from '../input/gen.ts';
import { declaredTargets } from './declared-targets.ts';
import { fuzz } from './fuzz-target.ts';

const parse = fuzz.target('parse', {
  input: 'string',
  run: (text) => {
    expectTypeOf(text).toEqualTypeOf<string>();
    return text.split(',');
  },
  expected: [SyntaxError],
  property: (fields, text) => {
    expectTypeOf(fields).toEqualTypeOf<string[]>();
    expectTypeOf(text).toEqualTypeOf<string>();
    return fields.join(',') === text;
  },
  inverse: (fields) => fields.join(','),
  seeds: ['a,b', ['c']],
  dictionary: [',', 7],
});

const add = fuzz.target('add', {
  input: fuzz.input(g.integer(), g.optional(g.bigint())),
  run: async (number, big) => {
    expectTypeOf(number).toEqualTypeOf<number>();
    expectTypeOf(big).toEqualTypeOf<bigint | undefined>();
    return Promise.resolve(number);
  },
  property: (sum) => {
    expectTypeOf(sum).toEqualTypeOf<number>();
  },
  expected: (error) => error === 'known',
  seeds: [[1, 2n]],
});

const order = fuzz.target('order', {
  input: z.object({ id: z.int() }),
  run: ({ id }) => {
    expectTypeOf(id).toEqualTypeOf<number>();
    return id;
  },
});

describe('a file of targets', () => {
  const targets = declaredTargets({ parse, default: [parse, add], order, notes: 'ignored' }, 'a.fuzz.ts');

  test('lists what it exports, by name or in lists, each once', () => {
    expect(targets.map(({ name }) => name)).toEqual(['parse', 'add', 'order']);
  });

  test('says how inputs are made', () => {
    expect(targets.map(({ input }) => input.name)).toEqual(['string', 'choices', 'choices']);
    const plain = declaredTargets(
      [fuzz.target('b', { input: g.bytes(), run: () => 0 }), fuzz.target('s', { input: g.string(), run: () => 0 })],
      'x',
    );
    expect(plain.map(({ input }) => input.name)).toEqual(['bytes', 'string']);
  });

  test('says which errors are expected', () => {
    expect(targets[0]?.isExpected(new SyntaxError('x'))).toBe(true);
    expect(targets[0]?.isExpected(new TypeError('x'))).toBe(false);
    expect(targets[1]?.isExpected('known')).toBe(true);
    expect(targets[2]?.isExpected('anything')).toBe(false);
  });

  test('turns seeds into corpus files where the form has them, and into calls where not', () => {
    expect(targets[0]?.seeds.map((bytes) => Buffer.from(bytes).toString())).toEqual(['a,b', 'c']);
    expect(targets[1]?.examples).toEqual([[1, 2n]]);
    expect(targets[0]?.dictionary).toEqual([',', 7]);
  });

  test('is refused without a target, or with two of one name', () => {
    expect(() => declaredTargets({ parse: () => 0 }, 'a.fuzz.ts')).toThrow('a.fuzz.ts exports no fuzz target');
    expect(() => declaredTargets({ parse, again: fuzz.target('parse', { input: 'bytes', run: () => 0 }) }, 'a.fuzz.ts')).toThrow(
      "two targets called 'parse'",
    );
  });
});

test('a declaration that makes no sense is refused where it is written', () => {
  expect(() => fuzz.target('', { input: 'bytes', run: () => 0 })).toThrow('the name must be a text');
  expect(() => fuzz.target('x', { input: 'bytes' } as never)).toThrow('run must be a function');
  expect(() => fuzz.input(5 as never)).toThrow('argument 1 is no generator');
  expect(() => declaredTargets([fuzz.target('x', { input: 5 as never, run: () => 0 })], 'a.fuzz.ts')).toThrow(
    'neither a generator nor a schema',
  );
});

test('a target of g.string() gets texts without lone surrogates, one of any text gets them too', () => {
  const loneOf = (input: 'string' | Gen<string>): boolean => {
    const [target] = declaredTargets({ t: fuzz.target('t', { input, run: () => 0 }) }, 'a.fuzz.ts');
    if (target?.input.name !== 'string') throw new Error('another form');
    const { form } = target.input;
    const random = FuzzRandom.of({ hi: 0, lo: 1 });
    return Array.from({ length: 2000 }, () => form.generate(random, 40)).some((text) => /\p{Surrogate}/u.test(text));
  };
  expect([loneOf('string'), loneOf(g.string())]).toEqual([true, false]);
});
