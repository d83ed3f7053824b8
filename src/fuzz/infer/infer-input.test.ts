import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { FuzzRandom } from '../input/fuzz-random.ts';
import { streamParts } from '../input/streams.ts';
import { Tape } from '../input/tape.ts';
import { inferArguments } from './infer-input.ts';

async function inferred(
  files: Readonly<Record<string, string>>,
  exported = 'f',
): Promise<{ readonly calls: readonly (readonly unknown[])[]; readonly notes: readonly string[] } | undefined> {
  const root = temporaryDirectory();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const found = await inferArguments(join(root, Object.keys(files)[0] ?? ''), exported);
  if (found === undefined) return undefined;
  const tape = new Tape();
  const random = FuzzRandom.of({ hi: 0, lo: 2 });
  return { calls: Array.from({ length: 80 }, () => found.generator.draw(tape.begin({ random, sizeMax: 200 }))), notes: found.notes };
}

/** Of the first argument, over all calls. */
async function values(type: string, around = ''): Promise<readonly unknown[]> {
  const found = await inferred({ 'a.ts': `${around}\nexport function f(x: ${type}) { return x; }` });
  expect(found?.notes).toEqual([]);
  return found?.calls.map(([first]) => first) ?? [];
}

function all(list: readonly unknown[], holds: (value: never) => boolean): void {
  // Each test knows the type it wrote.
  expect(list.filter((value) => !holds(value as never))).toEqual([]);
  expect(list.length).toBe(80);
}

test.each([
  ['string', (x: unknown) => typeof x === 'string'],
  ['number', (x: unknown) => typeof x === 'number'],
  ['bigint', (x: unknown) => typeof x === 'bigint'],
  ['boolean | null', (x: unknown) => typeof x === 'boolean' || x === null],
  ["'a' | 'b' | -1", (x: unknown) => x === 'a' || x === 'b' || x === -1],
  ['string[]', (x: unknown) => Array.isArray(x) && x.every((each) => typeof each === 'string')],
  ['readonly (1 | 2)[]', (x: unknown) => Array.isArray(x) && x.every((each) => each === 1 || each === 2)],
  ['ReadonlyArray<boolean>', (x: unknown) => Array.isArray(x) && x.every((each) => typeof each === 'boolean')],
  ['[a: string, b?: true]', (x: unknown) => Array.isArray(x) && typeof x[0] === 'string' && (x[1] === undefined || x[1] === true)],
  ['[1, ...string[]]', (x: unknown) => Array.isArray(x) && x[0] === 1 && x.slice(1).every((each) => typeof each === 'string')],
  ['[a: 1, ...rest: string[]]', (x: unknown) => Array.isArray(x) && x[0] === 1 && x.slice(1).every((each) => typeof each === 'string')],
  ['string & { readonly __brand: unique symbol }', (x: unknown) => typeof x === 'string'],
  ['(string & {}) | 7', (x: unknown) => typeof x === 'string' || x === 7],
  [
    "{ id: 1 } & ({ kind: 'a'; a: 2 } | { kind: 'b' })",
    (x: unknown) => ['{"id":1,"kind":"a","a":2}', '{"id":1,"kind":"b"}'].includes(JSON.stringify(x)),
  ],
  ["{ [K in 'a' | 'b']: 1 }", (x: unknown) => JSON.stringify(x) === '{"a":1,"b":1}'],
  ['{ readonly [K in keyof { a: 1; b: 2 }]: { a: 1; b: 2 }[K] }', (x: unknown) => JSON.stringify(x) === '{"a":1,"b":2}'],
  ["{ [K in 'a']?: 1 }", (x: unknown) => ['{}', '{"a":1}'].includes(JSON.stringify(x))],
  ['1 extends string ? 2 : 3', (x: unknown) => x === 2 || x === 3],
  ["Exclude<'a' | 'b' | 'c', 'c'>", (x: unknown) => x === 'a' || x === 'b'],
  ["Extract<'a' | 'b', 'b' | 'c'>", (x: unknown) => x === 'b'],
  ['NonNullable<1 | null>', (x: unknown) => x === 1],
  ['Awaited<Promise<1>>', (x: unknown) => x === 1],
  ['Float64Array', (x: unknown) => x instanceof Float64Array],
  ['URLSearchParams', (x: unknown) => x instanceof URLSearchParams],
  ['Headers', (x: unknown) => x instanceof Headers],
  ['AbortSignal', (x: unknown) => x instanceof AbortSignal],
  ['TypeError | RangeError', (x: unknown) => x instanceof TypeError || x instanceof RangeError],
  ['PropertyKey', (x: unknown) => typeof x === 'string' || typeof x === 'number'],
  ['Map<string, 1>', (x: unknown) => x instanceof Map && [...x.values()].every((each) => each === 1)],
  ['Set<string>', (x: unknown) => x instanceof Set],
  ['Date', (x: unknown) => x instanceof Date],
  ['Uint8Array', (x: unknown) => x instanceof Uint8Array],
  ['Buffer', (x: unknown) => Buffer.isBuffer(x)],
  ["Record<'a' | 'b', 7>", (x: unknown) => JSON.stringify(x) === '{"a":7,"b":7}'],
  ['Record<string, null>', (x: unknown) => Object.values(x as object).every((each) => each === null)],
  ['{ [key: string]: 1 }', (x: unknown) => Object.values(x as object).every((each) => each === 1)],
  ['`v${1 | 2}`', (x: unknown) => x === 'v1' || x === 'v2'],
  ['keyof { a: 1; b: 2 }', (x: unknown) => x === 'a' || x === 'b'],
  ["{ a: 5 }['a']", (x: unknown) => x === 5],
  ["{ a: 5; b: 6; c: 7 }['a' | 'b']", (x: unknown) => x === 5 || x === 6],
  ['5[][number]', (x: unknown) => x === 5],
  ["Partial<Record<'a' | 'b', 7>>", (x: unknown) => /^\{("[ab]":7,?){0,2}\}$/u.test(JSON.stringify(x))],
  ['Required<{ a?: 1 }>', (x: unknown) => JSON.stringify(x) === '{"a":1}'],
  ['() => 3', (x: unknown) => typeof x === 'function' && x() === 3],
  ['(x: string) => x is "a"', (x: unknown) => typeof x === 'function' && typeof x() === 'boolean'],
  ['{ m<T>(x: T): 7 }', (x: unknown) => (x as { m(): unknown }).m() === 7],
  ['symbol', (x: unknown) => typeof x === 'symbol'],
  ['Error', (x: unknown) => x instanceof Error],
  ['RegExp', (x: unknown) => x instanceof RegExp],
] as const)('%s is read', async (type, holds) => {
  const list = await values(type);
  expect(list.filter((value) => !holds(value))).toEqual([]);
  expect(list.length).toBe(80);
});

test('objects, optional keys, interfaces that extend others, and aliases with parameters are read', async () => {
  const around = `
    interface Base { readonly id: 1 }
    interface Item<T> extends Base { value: T; note?: string }
    type Pair<T> = [T, T];
    enum Level { low, high = 'HIGH' }
    type Names = 'n' | 'm';
    type Shape = { all: Record<Names, 8>; levels: Record<Level, 9> } & Omit<Partial<Item<boolean>>, 'note'> & { level: Level; pair: Pair<2> };`;
  const list = (await values('Shape', around)) as {
    id?: 1;
    value?: boolean;
    level: unknown;
    pair: unknown;
    all: unknown;
    levels: unknown;
  }[];
  all(list, (x: Record<string, unknown>) => (x['level'] === 0 || x['level'] === 'HIGH') && String(x['pair']) === '2,2' && !('note' in x));
  expect(list.every((x) => JSON.stringify([x.all, x.levels]) === '[{"n":8,"m":8},{"0":9,"HIGH":9}]')).toBe(true);
  expect(list.some((x) => 'id' in x) && list.some((x) => !('id' in x))).toBe(true);
});

test('types of constants are what is written there', async () => {
  const around = "const NAMES = ['a', 'b'] as const; const SIZES = { s: 1, m: { n: 2 } } as const;";
  const type = '[(typeof NAMES)[number], keyof typeof SIZES, typeof SIZES, (typeof SIZES)[keyof typeof SIZES]]';
  const list = (await values(type, around)) as unknown[][];
  const seen = (at: number): Set<string> => new Set(list.map((each) => JSON.stringify(each[at])));
  expect([0, 1, 2, 3].map((at) => [...seen(at)].toSorted())).toEqual([
    ['"a"', '"b"'],
    ['"m"', '"s"'],
    ['{"s":1,"m":{"n":2}}'],
    ['1', '{"n":2}'],
  ]);
});

test('every way to call a function that is overloaded is tried, and its implementation is none', async () => {
  const text = `
    export function f(a: 1): void;
    export function f(a: 2, b: 3): void;
    export function f(a: number, b?: number) {}
    export class C<T = 'z'> { t(a: T) {} m(a: 'x'): void; m(a: 'y'): void; m(a: string) {} }`;
  const told = async (exported: string): Promise<unknown> => new Set((await inferred({ 'a.ts': text }, exported))?.calls.map(String));
  expect(await told('f')).toEqual(new Set(['1', '2,3']));
  expect(await told('C.t')).toEqual(new Set(['z']));
  expect(await told('C.m')).toEqual(new Set(['x', 'y']));
});

test('methods of what a factory makes, and of classes above, are found', async () => {
  const text = `
    class Base { up(x: 'u') {} }
    class Made extends Base { own(x: 'o') {} }
    interface Shape { shaped(x: 's'): void; held: (x: 'h') => void }
    export function told(): Made { return new Made(); }
    export const untold = () => new Made();
    export const literal = () => ({ bare(x: 'b') {} });
    export function shape(): Shape { throw 0; }`;
  const first = async (exported: string): Promise<unknown> => (await inferred({ 'a.ts': text }, exported))?.calls[0]?.[0];
  const names = ['told.own', 'told.up', 'untold.own', 'literal.bare', 'shape.shaped', 'shape.held'];
  expect(await Promise.all(names.map(first))).toEqual(['o', 'u', 'o', 'b', 's', 'h']);
});

test('types that contain themselves end', async () => {
  const list = await values('Tree', 'interface Tree { value: 1; children: Tree[] }');
  expect(list.some((tree) => (tree as { children: unknown[] }).children.length > 0)).toBe(true);
});

test('types that are given to what they extend end', async () => {
  const around = 'interface Link<T> { next?: T } interface Item extends Link<Item> { value: 1 } type Part = Partial<Item>;';
  const list = (await values('Part', around)) as { next?: { value: number } }[];
  expect(new Set(list.map(({ next }) => next?.value))).toEqual(new Set([undefined, 1]));
});

test('types of other files are followed through imports and exports', async () => {
  const found = await inferred({
    'a.ts': "import type { Order as O } from './lib/index.js';\nexport const f = async (order: O, ...rest: 1[]) => order;",
    'lib/index.ts': "export * from './order.ts';\nexport { type Line } from './line';",
    'lib/order.ts': "import type { Line } from './index.ts';\nexport interface Order { line: Line }",
    'lib/line.ts': 'export type Line = { n: 3 };',
  });
  expect(found?.notes).toEqual([]);
  expect(found?.calls.every(([first]) => JSON.stringify(first) === '{"line":{"n":3}}')).toBe(true);
  expect(found?.calls.some((call) => call.length > 2) && found.calls.every((call) => call.slice(1).every((each) => each === 1))).toBe(true);
});

test('what is compiled has the types of the declarations beside it', async () => {
  const types = "import { Options } from './options.js';\nexport declare function f(text: 'x', options?: Options): void;";
  const found = await inferred({
    'a.mjs': 'export function f(text, options) {}',
    'a.d.mts': types,
    'options.d.ts': 'export interface Options { n: 3 }',
  });
  expect(new Set(found?.calls.map((call) => JSON.stringify(call)))).toEqual(new Set(['["x",null]', '["x",{"n":3}]']));
  expect(await inferred({ 'b.js': 'export function f(text) {}' })).toBeUndefined();
});

test('optional parameters and defaults may be left out', async () => {
  const found = await inferred({ 'a.ts': 'export function f(a: 1, b?: 2, c = true, d: string = "x") {}' });
  const seconds = new Set(found?.calls.map((call) => call[1]));
  expect(seconds).toEqual(new Set([2, undefined]));
  expect(new Set(found?.calls.map((call) => call[2]))).toEqual(new Set([true, false, undefined]));
});

test('methods, default exports, re-exports and type parameters are found', async () => {
  const text = `
    export class Parser { parse(text: 'p') {} static of(n: 4) {} }
    export default function <T extends 'd'>(x: T) {}
    function local(x: 'l') {}
    export { local as renamed };`;
  const first = async (exported: string): Promise<unknown> => (await inferred({ 'a.ts': text }, exported))?.calls[0]?.[0];
  expect(await Promise.all(['Parser.parse', 'Parser.of', 'default', 'renamed'].map(first))).toEqual(['p', 4, 'd', 'l']);
});

test('what cannot be read is any value, and a note says so', async () => {
  const found = await inferred({
    'a.ts': "import type { Far } from 'package';\nexport function f(a: Far, b: new () => Date, c: { [K in Far]: 1 }) {}",
  });
  expect(found?.notes).toEqual(['the type Far', 'a class', 'a mapped type']);
});

test('where the types say nothing, nothing is made up', async () => {
  expect(await inferred({ 'a.ts': 'export function f(x) {}' })).toBeUndefined();
  expect(await inferred({ 'a.ts': 'export function f() {}' })).toBeUndefined();
  expect(await inferred({ 'a.ts': 'export const g = 1;' })).toBeUndefined();
  expect(await inferred({ 'a.ts': 'export function f(x: string {' })).toBeUndefined();
});

test.each([
  ['Readable', "import type { Readable } from 'node:stream';", 'readable', true],
  ['NodeJS.ReadableStream', '', 'readable', true],
  ['ReadableStream<Uint8Array>', '', 'web', true],
  ['AsyncIterable<string>', '', 'iterable', true],
  ['AsyncIterable<Buffer>', '', 'iterable', true],
  ['AsyncIterable<{ id: number }>', '', 'iterable', false],
])('%s is a stream', async (type, around, kind, isCut) => {
  const made = (await values(type, around)).map(streamParts);
  expect(made.every((parts) => parts?.kind === kind && parts.isCut === isCut)).toBe(true);
});

test('members of an enum may be calculated', async () => {
  const around = 'enum Bits { A = 1 << 0, B = 1 << 3, C = A | Bits.B, D = -1, E, F = `x` }';
  const known = new Set<unknown>([1, 8, 9, -1, 0, 'x']);
  const seen = await values('Bits', around);
  expect(new Set(seen)).toEqual(known);
});

test('a mark on a type parameter changes nothing, and a return type is read where it is written', async () => {
  const around = 'type Brand<T, B extends string> = T & { readonly __brand: B };\nfunction make(): { q: 1 } { return { q: 1 }; }';
  const kindsOf = async (type: string): Promise<unknown> => [...new Set((await values(type, around)).map((each) => typeof each))];
  expect(await kindsOf("Brand<string, 'Id'>")).toEqual(['string']);
  expect(await kindsOf("Brand<number, 'Id'>")).toEqual(['number']);
  expect(new Set((await values('ReturnType<typeof make>', around)).map((each) => JSON.stringify(each)))).toEqual(new Set(['{"q":1}']));
});
