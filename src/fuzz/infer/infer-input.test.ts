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
  const found = await inferArguments(join(root, 'a.ts'), exported);
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
    type Shape = Omit<Partial<Item<boolean>>, 'note'> & { level: Level; pair: Pair<2> };`;
  const list = (await values('Shape', around)) as { id?: 1; value?: boolean; level: unknown; pair: unknown }[];
  all(list, (x: Record<string, unknown>) => (x['level'] === 0 || x['level'] === 'HIGH') && String(x['pair']) === '2,2' && !('note' in x));
  expect(list.some((x) => 'id' in x) && list.some((x) => !('id' in x))).toBe(true);
});

test('types that contain themselves end', async () => {
  const list = await values('Tree', 'interface Tree { value: 1; children: Tree[] }');
  expect(list.some((tree) => (tree as { children: unknown[] }).children.length > 0)).toBe(true);
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
    'a.ts': "import type { Far } from 'package';\nexport function f(a: Far, b: () => void, c: { m(): void }) {}",
  });
  expect(found?.notes).toEqual(['the type Far: any value is tried', 'a function: any value is tried', 'the method m: any value is tried']);
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
