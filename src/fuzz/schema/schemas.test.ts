import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { FuzzRandom } from '../input/fuzz-random.ts';
import { g } from '../input/g.ts';
import type { Gen } from '../input/gen.ts';
import { Tape } from '../input/tape.ts';
import { property } from '../property/property.ts';
import { PropertyFailed } from '../property/property-failed.ts';
import type { JsonSchema } from './json-schema.ts';

function sample<T>(of: Gen<T>, count = 100): T[] {
  const tape = new Tape();
  const random = FuzzRandom.of({ hi: 0, lo: 3 });
  return Array.from({ length: count }, () => of.draw(tape.begin({ random, sizeMax: 300 })));
}

const schemas: readonly (readonly [string, z.ZodType])[] = [
  ['texts with bounds', z.string().min(3).max(5)],
  ['formats', z.object({ a: z.email(), b: z.uuid(), c: z.url(), d: z.iso.datetime(), e: z.ipv4(), f: z.iso.date(), g: z.base64() })],
  ['patterns', z.string().regex(/^[a-f]+-\d{2}$/u)],
  ['affixes', z.string().startsWith('id-').endsWith('!').max(20)],
  ['numbers', z.object({ a: z.number().gt(3).lt(5), b: z.int().min(-2).max(2), c: z.number().multipleOf(5).positive(), d: z.int32() })],
  ['bigints and dates', z.object({ a: z.bigint().gt(3n).max(9n), b: z.date().min(new Date(0)).max(new Date(10)) })],
  ['literals and enums', z.union([z.literal('a'), z.literal([1, null]), z.enum(['x', 'y'])])],
  [
    'absent and null',
    z.object({ a: z.string().optional(), b: z.number().nullable(), c: z.boolean().default(true), d: z.string().nullish() }),
  ],
  [
    'containers',
    z.object({
      a: z.array(z.int()).min(1).max(3),
      b: z.tuple([z.string()], z.int()),
      c: z.set(z.int()).min(2),
      d: z.map(z.string(), z.boolean()),
    }),
  ],
  ['records', z.record(z.string().min(1), z.int())],
  ['tagged unions', z.discriminatedUnion('t', [z.object({ t: z.literal('a'), n: z.int() }), z.object({ t: z.literal('b') })])],
  ['intersections', z.intersection(z.object({ a: z.int() }), z.object({ b: z.string() }))],
  ['transforms', z.string().transform((text) => text.length)],
  ['refinements', z.int().refine((value) => value % 3 === 0)],
  ['strict objects', z.strictObject({ a: z.string() })],
];

describe('values of a zod schema', () => {
  test.each(schemas)('are accepted by it: %s', (_name, schema) => {
    for (const value of sample(g.schema(schema))) expect(schema.safeParse(value)).toMatchObject({ success: true });
  });

  test('may contain themselves', () => {
    const node: z.ZodType<{ children: unknown[] }, { children: unknown[] }> = z.object({ children: z.lazy(() => z.array(node)) });
    const values = sample(g.schema(node));
    expect(values.every((value) => node.safeParse(value).success)).toBe(true);
    expect(values.some(({ children }) => children.length > 0)).toBe(true);
  });

  test('have the type of what the schema takes in', () => {
    const schema = z.object({ id: z.int(), note: z.string().optional(), when: z.string().transform(Number) });
    expectTypeOf(g.schema(schema)).toEqualTypeOf<Gen<{ id: number; when: string; note?: string | undefined }>>();
    expect(sample(g.schema(schema)).some((value) => !('note' in value))).toBe(true);
  });

  test('that nobody could generate are refused by name', () => {
    expect(() => g.schema(z.object({ file: z.file() }))).toThrow('values of z.file() cannot be generated');
  });
});

const jsonSchemas: readonly (readonly [string, JsonSchema])[] = [
  [
    'bounds',
    {
      type: 'object',
      properties: { a: { type: 'integer', minimum: 2, exclusiveMaximum: 5 }, b: { type: 'number', multipleOf: 0.5 } },
      required: ['a'],
    },
  ],
  ['texts', { type: 'array', items: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[ab]*$' }, minItems: 1, maxItems: 3 }],
  [
    'alternatives',
    { anyOf: [{ type: 'null' }, { type: 'object', properties: { t: { const: 'x' } }, required: ['t'], additionalProperties: false }] },
  ],
  ['several types', { type: ['integer', 'string', 'null'] }],
  [
    'parts together',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { enum: [1, 'two'] } }, required: ['b'] },
      ],
    },
  ],
  ['tuples', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], items: false, minItems: 2 }],
  ['other keys', { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 }],
  ['keys by pattern', { type: 'object', patternProperties: { '^x-[a-z]+$': { type: 'boolean' } }, additionalProperties: false }],
  ['different items', { type: 'array', items: { type: 'integer', minimum: 0, maximum: 5 }, uniqueItems: true, minItems: 2 }],
  [
    'references',
    {
      $ref: '#/$defs/tree',
      $defs: { tree: { type: 'object', properties: { next: { $ref: '#/$defs/tree' }, v: { type: 'integer' } }, required: ['v'] } },
    },
  ],
  ['anything', true],
];

describe('values of a JSON Schema', () => {
  test.each(jsonSchemas)('fit it: %s', (_name, schema) => {
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(sample(g.jsonSchema(schema)).filter((value) => !validate(value))).toEqual([]);
  });

  test('that only forbids are refused', () => {
    expect(() => g.jsonSchema({ not: { type: 'string' } })).toThrow("'not' cannot be generated");
    expect(() => g.jsonSchema({ $ref: 'https://example.com/schema' })).toThrow('lies outside the schema');
    expect(() => g.jsonSchema({ $ref: '#/$defs/missing' })).toThrow('nothing lies at');
  });

  test('come from any library that follows Standard Schema and tells its own', () => {
    const validate = (value: unknown): unknown =>
      typeof value === 'string' && value.startsWith('k') ? { value } : { issues: [{ message: 'no k' }] };
    const input = (): unknown => ({ type: 'string', pattern: '^[kq]' });
    const schema = { '~standard': { version: 1 as const, vendor: 'mine', validate, jsonSchema: { input } } };
    expect(sample(g.schema(schema)).every((value) => String(value).startsWith('k'))).toBe(true);
    expect(() => g.schema({ '~standard': { version: 1 as const, vendor: 'mute', validate } })).toThrow('mute schemas do not tell');
    expect(() => g.schema({} as never)).toThrow('this is no Standard Schema');
  });
});

describe('values of a fast-check arbitrary', () => {
  test('are those the arbitrary promises', () => {
    const arbitrary = fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      list: fc.array(fc.string()),
      big: fc.bigInt(),
      x: fc.double(),
      d: fc.date(),
      u: fc.uuid(),
    });
    for (const { id, big, list } of sample(g.fastCheck(arbitrary))) {
      expect(id >= 1 && id <= 9 && typeof big === 'bigint' && list.every((each) => typeof each === 'string')).toBe(true);
    }
    expectTypeOf(g.fastCheck(fc.tuple(fc.nat(), fc.string()))).toEqualTypeOf<Gen<[number, string]>>();
  });

  test('shrink and replay like all others', () => {
    const body = property(g.fastCheck(fc.array(fc.nat(5000))), (list) => list.every((each) => each < 1000), { runs: 500 });
    let failure: unknown;
    try {
      body();
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(PropertyFailed);
    expect((failure as PropertyFailed).report.values).toEqual([[1000]]);
  });

  test('are not made from something else', () => {
    expect(() => g.fastCheck({} as never)).toThrow('this is no fast-check arbitrary');
  });
});
