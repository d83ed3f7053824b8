import { describe, expect, expectTypeOf, test } from 'vitest';
import { longer } from '../../../tests/support/budget.ts';
import { FuzzRandom } from './fuzz-random.ts';
import { g } from './g.ts';
import type { Gen } from './gen.ts';
import type { JsonValue } from './gen-json.ts';
import { Tape } from './tape.ts';

function sample<T>(of: Gen<T>, count = longer(300)): T[] {
  const tape = new Tape();
  const random = FuzzRandom.of({ hi: 0, lo: 11 });
  return Array.from({ length: count }, () => of.draw(tape.begin({ random, sizeMax: 500 })));
}

describe('values stay within their bounds and reach them:', () => {
  test('integers', () => {
    const values = sample(g.integer({ min: -3, max: 1000 }));
    expect(values.every((value) => Number.isInteger(value) && value >= -3 && value <= 1000)).toBe(true);
    expect([-3, 0, 1000].every((value) => values.includes(value))).toBe(true);
  });

  test('floats', () => {
    const values = sample(g.float({ min: 0.5, max: 8 }));
    expect(values.every((value) => value >= 0.5 && value <= 8)).toBe(true);
    expect(sample(g.float(), 2000)).toEqual(expect.arrayContaining([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0]));
  });

  test('bigints', () => {
    const values = sample(g.bigint({ min: -5n, max: 2n ** 80n }));
    expect(values.every((value) => value >= -5n && value <= 2n ** 80n)).toBe(true);
    expect(values.some((value) => value > 2n ** 64n) && values.some((value) => value < 0n)).toBe(true);
  });

  test('texts', () => {
    const values = sample(g.string({ minLength: 2, maxLength: 5, alphabet: 'xyz' }));
    expect(values.every((value) => /^[xyz]{2,5}$/u.test(value))).toBe(true);
    expect(new Set(values.map(({ length }) => length))).toEqual(new Set([2, 3, 4, 5]));
  });

  test('well-formed texts, unless code units are asked for', () => {
    const lone = /\p{Surrogate}/u;
    expect(sample(g.string(), 2000).filter((text) => lone.test(text))).toEqual([]);
    expect(sample(g.string({ alphabet: 'units' }), 2000).some((text) => lone.test(text))).toBe(true);
  });

  test('lists, sets and dictionaries', () => {
    expect(sample(g.array(g.boolean(), { minLength: 2, maxLength: 3 })).every(({ length }) => length === 2 || length === 3)).toBe(true);
    expect(sample(g.array(g.nat(5), { unique: true, minLength: 3 })).every((list) => new Set(list).size === list.length)).toBe(true);
    expect(sample(g.set(g.nat(9), { minSize: 2, maxSize: 4 })).every(({ size }) => size >= 2 && size <= 4)).toBe(true);
    expect(sample(g.dict(g.boolean(), { minKeys: 1 })).every((dict) => Object.keys(dict).length > 0)).toBe(true);
  });

  test('dates', () => {
    const min = new Date('2020-01-01');
    const max = new Date('2020-12-31');
    expect(sample(g.date({ min, max })).every((date) => date >= min && date <= max)).toBe(true);
    expect(sample(g.date({ invalid: true })).some((date) => Number.isNaN(date.getTime()))).toBe(true);
  });
});

describe('values have the form they promise:', () => {
  test('uuids', () => {
    expect(sample(g.uuid()).every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u.test(id))).toBe(true);
  });

  test('URLs', () => {
    expect(sample(g.url()).filter((url) => !URL.canParse(url))).toEqual([]);
  });

  test('mail addresses', () => {
    const pattern =
      /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]+$/u;
    expect(sample(g.email()).filter((mail) => !pattern.test(mail))).toEqual([]);
  });

  test('JSON', () => {
    for (const value of sample(g.json()))
      expect(JSON.parse(JSON.stringify(value, (_key, each: unknown) => (Object.is(each, -0) ? 0 : each)))).toEqual(plain(value));
  });

  test('subarrays and shuffled lists', () => {
    expect(sample(g.subarray([1, 2, 3])).every((list) => list.join() === list.toSorted((a, b) => a - b).join())).toBe(true);
    expect(new Set(sample(g.shuffle([1, 2, 3])).map((list) => list.join())).size).toBe(6);
  });

  test.each([
    /^[a-c]{2,4}$/u,
    /^(?<year>\d{4})-(\d\d)-\k<year>\2$/u,
    /(foo|bar)+baz?/u,
    /^\w+\s[^a-z]\.\x41\u{1F600}$/u,
    /^(?=.*\d)[a-z\d]{3}$/u,
    /^\p{Script=Greek}{2}$/u,
    /^[\w.]+@[\w-]+\.[a-z]{2,}$/iu,
  ])('texts that match %s', (pattern) => {
    expect(sample(g.regex(pattern), 50).filter((text) => !pattern.test(text))).toEqual([]);
  });
});

test('edges and dangerous values come up early', () => {
  expect(sample(g.string(), 1000)).toContain('__proto__');
  expect(sample(g.integer(), 500)).toEqual(expect.arrayContaining([2 ** 31 - 1, -(2 ** 31), 0]));
});

test('a key called __proto__ is a key and no prototype', () => {
  const [dict] = sample(g.dict(g.constant(1), { key: g.constant('__proto__'), minKeys: 1 }), 1);
  expect(Object.keys(dict ?? {})).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(dict)).toBe(Object.prototype);
});

test('generators that contain each other come to an end', () => {
  type Shapes = { expr: unknown; list: unknown[] };
  const { expr } = g.letrec<Shapes>((tie) => ({ expr: g.oneOf(g.nat(), tie('list')), list: g.array(tie('expr'), { minLength: 1 }) }));
  const depths = sample(expr).map((value) => JSON.stringify(value).split('[').length);
  expect(Math.max(...depths)).toBeGreaterThan(3);
  expect(() => g.letrec<Shapes>((tie) => ({ expr: tie('list') }) as never).expr.draw(new Tape().begin({}))).toThrow(
    'nothing is called "list"',
  );
});

test('a generator written as a function draws what it likes', () => {
  const sized = g.build((draw) => {
    const length = draw(g.nat(3));
    return { length, text: draw(g.string({ minLength: length, maxLength: length })) };
  });
  expect(sample(sized).every(({ length, text }) => text.length === length)).toBe(true);
});

test.each([
  [() => g.integer({ min: 2, max: 1 }), 'the least is 2'],
  [() => g.integer({ max: 2 ** 60 }), 'g.bigint has no such limit'],
  [() => g.string({ minLength: -1 }), 'minLength must be a count'],
  [() => g.string({ alphabet: '' }), 'at least one character'],
  [() => g.oneOf(), 'at least one generator'],
  [() => g.bigint({ min: 3n, max: 1n }), 'the least is 3'],
])('bounds that make no sense are refused where they are written', (make, message) => {
  expect(make).toThrow(message);
});

test('types follow from the generators', () => {
  expectTypeOf(g.record({ id: g.integer(), name: g.optional(g.string()) })).toEqualTypeOf<Gen<{ id: number; name?: string }>>();
  expectTypeOf(g.oneOf(g.integer(), g.constant('x'))).toEqualTypeOf<Gen<number | 'x'>>();
  expectTypeOf(g.tuple(g.boolean(), g.json()).map((value) => value)).toEqualTypeOf<Gen<[boolean, JsonValue]>>();
  expectTypeOf(g.pick('a', 'b')).toEqualTypeOf<Gen<'a' | 'b'>>();
  expect(sample(g.record({ name: g.optional(g.string()) })).some((record) => !('name' in record))).toBe(true);
});

/** -0 is the one value of ours that JSON cannot write. */
function plain(value: JsonValue): unknown {
  return JSON.parse(JSON.stringify(value));
}
