/** Whatever is done to the code, people see their own lines and columns. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SourcePlaces } from '../../../src/sim/load/source-places.ts';
import { ModuleProject } from '../../support/module-project.ts';
import type { Files } from '../../support/module-project.ts';

/** The mapped stack of what the first file throws, without the message and the frames below the program. */
async function framesOf(files: Files): Promise<readonly string[]> {
  const project = await ModuleProject.create(files);
  const error = await project.run(Object.keys(files)[0] ?? '').then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const stack = new SourcePlaces(project.codeBase).mapStack(error instanceof Error ? (error.stack ?? '') : '');
  return stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim().replace(project.folder, '.'));
}

/** `line:column` of a text in a source, 1-based. */
function placeOf(source: string, text: string): string {
  const offset = source.indexOf(text);
  const before = source.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

test('JavaScript keeps its places on the first line and on all others', async () => {
  const main = "import { deep } from './b.mjs'; if (true) { for (const x of [1]) deep(x); }\n";
  const b = "const a = 1; export function deep(x) { if (x)\n  return [x].map((y) => { throw new Error('here') });\n}\n";
  const frames = await framesOf({ 'main.mjs': main, 'b.mjs': b });
  expect(frames[0]).toBe(`at ./b.mjs:${placeOf(b, 'new Error')}`);
  expect(frames[1]).toBe('at Array.map (<anonymous>)');
  expect(frames[2]).toBe(`at deep (./b.mjs:${placeOf(b, 'map((y)')})`);
  expect(frames[3]).toContain(`./main.mjs:${placeOf(main, 'deep(x)')}`);
  expect(frames.filter((frame) => frame.includes('/src/sim/'))).toEqual([]);
});

test('TypeScript is mapped through both steps', async () => {
  const main = `interface Shape {
  readonly a: number;
}

enum Colour { Red, Green }

// A comment that moves things about.
export class Thing<T extends Shape> {
  private readonly value: T;
  constructor(value: T) { this.value = value; }
  run(): void {
    const x: number = this.value.a;
    if (x > 0) throw new TypeError('oops' + Colour.Green);
  }
}

new Thing<Shape>({ a: 1 }).run();
`;
  const frames = await framesOf({ 'main.ts': main, 'package.json': '{"type":"module"}' });
  expect(frames[0]).toBe(`at Thing.run (./main.ts:${placeOf(main, 'new TypeError')})`);
  expect(frames[1]).toContain(`./main.ts:${placeOf(main, 'run();')}`);
});

test('places are right in a module that waits', async () => {
  const main = "import './w.mjs'; null.x;\n";
  const frames = await framesOf({ 'main.mjs': main, 'w.mjs': 'await 0;' });
  expect(frames[0]).toContain(`./main.mjs:${placeOf(main, 'x;')}`);
});

test('CommonJS and files of packages are mapped too', async () => {
  const dep = "module.exports = function outer() { while (true) { inner() } }; function inner() { throw new Error('x') }";
  const frames = await framesOf({
    'main.cjs': "require('dep')()",
    'node_modules/dep/index.js': dep,
    'node_modules/dep/package.json': '{"name":"dep"}',
  });
  expect(frames.slice(0, 3)).toEqual([
    `at inner (./node_modules/dep/index.js:${placeOf(dep, 'new Error')})`,
    `at outer (./node_modules/dep/index.js:${placeOf(dep, 'inner()')})`,
    `at Object.<anonymous> (./main.cjs:1:15)`,
  ]);
});

test('a block can be named by its place in the source', async () => {
  const main = 'export function f(x: number): number {\n  if (x > 1) {\n    return 1;\n  }\n  return x > 0 ? 2 : 3;\n}\nf(2); f(1);\n';
  const project = await ModuleProject.create({ 'main.ts': main, 'package.json': '{"type":"module"}' });
  const code = project.codeBase.add(project.path('main.ts'));
  code.counters.fill(0);
  await project.space().load(code);
  const blocks = new SourcePlaces(project.codeBase).blocksOf(code);
  expect(blocks.map(({ start }, index) => `${start.line}:${start.column} ${code.counters[index]}`)).toEqual([
    '1:8 2',
    '2:14 1',
    `${placeOf(main, '2 : 3')} 1`,
    `${placeOf(main, '3;')} 0`,
  ]);
});

test("what the language itself calls for Fozzy is Fozzy's, and what it calls for the user is the user's", async () => {
  const main = "const all = function* () { yield [1].map(() => { throw new Error('here') }); };\n[...all()];\n";
  const project = await ModuleProject.create({ 'main.mjs': main });
  const error = await project.run('main.mjs').catch((reason: unknown) => reason);
  const places = new SourcePlaces(project.codeBase);
  const stack = (error as Error).stack ?? '';
  expect(places.mapStack(stack)).toContain('at Array.map (<anonymous>)');
  expect(places.mapStack(stack)).toContain('.next (<anonymous>)');
  // As the engine drives a run: generators of its own, down to where the stack is cut.
  const own = `    at lead (${fileURLToPath(new URL('../../../src/engine/distributed/run.ts', import.meta.url))}:1:1)`;
  const user = `    at check (${project.folder}/main.mjs:1:1)`;
  const native = '    at #lead.next (<anonymous>)';
  expect(places.mapStack(['Error: x', user, own, native, own, native].join('\n')).split('\n')).toHaveLength(2);
});

test('errors call imported things by the names the user gave them', async () => {
  const message = async (main: string) => {
    const project = await ModuleProject.create({
      'main.mjs': main,
      'b.mjs': 'export default 5; export const thing = {}; export const $a = 1;',
    });
    const error = await project.run('main.mjs').then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const stack = new SourcePlaces(project.codeBase).mapStack(error instanceof Error ? (error.stack ?? '') : '');
    return stack.split('\n')[0];
  };
  expect(await message("import connect from './b.mjs'; connect();")).toBe('TypeError: connect is not a function');
  expect(await message("import connect from './b.mjs'; [].map(() => 1); new connect();")).toBe('TypeError: connect is not a constructor');
  expect(await message("import connect from './b.mjs'; connect.now();")).toBe('TypeError: connect.now is not a function');
  expect(await message("import { thing as other } from './b.mjs'; other();")).toBe('TypeError: other is not a function');
  expect(await message("import { $a, thing } from './b.mjs'; ({ thing }).thing; $a();")).toBe('TypeError: $a is not a function');
  expect(await message("import { thing } from './b.mjs'; thing.a.b();")).toBe(
    "TypeError: Cannot read properties of undefined (reading 'b')",
  );
  expect(await message("import * as all from './b.mjs'; all.nothing();")).toBe('TypeError: all.nothing is not a function');
  expect(await message("import * as all from './b.mjs'; all.thing();")).toBe('TypeError: all.thing is not a function');
});
