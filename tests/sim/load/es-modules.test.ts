/** ES modules behave as in Node: bindings are live, circles work, waiting modules wait, and what is missing is named. */
import { expect, test } from 'vitest';
import { ModuleProject, runFiles } from '../../support/module-project.ts';

const esm = { 'package.json': '{"type":"module"}' };

test('an exported variable is seen as it changes', async () => {
  const result = await runFiles({
    'main.js':
      "import { count, add, up } from './count.js'; const before = count; add(5); const mid = count; up(); export const seen = [before, mid, count];",
    'count.js':
      'export let count = 1; export function add(n) { count += n } export const up = () => { const old = count++; if (old !== 6) throw old; };',
    ...esm,
  });
  expect(result['seen']).toEqual([1, 6, 7]);
});

test('destructuring and loops change exported variables too', async () => {
  const result = await runFiles({
    'main.js': "import { a, b, c, run } from './x.js'; run(); export const seen = [a, b, c];",
    'x.js': 'export let a = 0, b = 0; export var c; export function run() { [a, { b }] = [1, { b: 2 }]; for (c of [3, 4]); }',
    ...esm,
  });
  expect(result['seen']).toEqual([1, 2, 4]);
});

test('functions of a circle can be called before their module ran, variables cannot be read', async () => {
  const result = await runFiles({
    'main.js':
      "import { early, seen } from './b.js'; export function hoisted() { return 'hoisted' } export const late = 1; export { early, seen };",
    'b.js':
      "import { hoisted, late } from './main.js'; export const early = hoisted(); let error; try { late } catch (e) { error = e.name + ': ' + e.message } export const seen = error;",
    ...esm,
  });
  expect(result).toMatchObject({ early: 'hoisted', seen: "ReferenceError: Cannot access 'late' before initialization" });
});

test('names pass through barrels, renamed or not', async () => {
  const result = await runFiles({
    'main.js':
      "import all, { a, renamed, ns, B } from './barrel.js'; import * as whole from './barrel.js'; export const seen = [all, a, renamed, ns.a, typeof B, Object.keys(whole), whole[Symbol.toStringTag]];",
    'barrel.js':
      "export * from './impl.js'; export { a as renamed, default } from './impl.js'; export * as ns from './impl.js'; export { default as B } from './b.js';",
    'impl.js': "export const a = 'a'; export default 'default';",
    'b.js': 'export default class {}',
    ...esm,
  });
  expect(result['seen']).toEqual(['default', 'a', 'a', 'a', 'function', ['B', 'a', 'default', 'ns', 'renamed'], 'Module']);
});

test('the names of default exports are those of the language', async () => {
  const result = await runFiles({
    'main.js':
      "import a from './a.js'; import b from './b.js'; import c from './c.js'; import d from './d.js'; export const names = [a.name, b.name, c.name, d.name];",
    'a.js': 'export default function () {}',
    'b.js': 'export default (n) => n + 1',
    'c.js': 'export default (class {})',
    'd.js': 'export default async function* own() {}',
    ...esm,
  });
  expect(result['names']).toEqual(['default', 'default', 'default', 'own']);
});

test('modules that wait are waited for, and only those suspend', async () => {
  const project = await ModuleProject.create({
    'main.js': "import { a } from './a.js'; import { s } from './sync.js'; export const seen = [a, s, globalThis.order];",
    'a.js': "(globalThis.order ??= []).push('a starts'); export const a = await Promise.resolve(1); globalThis.order.push('a ends');",
    'sync.js': "(globalThis.order ??= []).push('sync'); export const s = 2;",
    ...esm,
  });
  const { seen } = await project.run('main.js');
  expect(seen).toEqual([1, 2, ['a starts', 'sync', 'a ends']]);
  expect(project.codeBase.link(project.codeBase.add(project.path('sync.js'))).linked?.suspending).toBe(false);
  expect(project.space().runMain(project.codeBase.add(project.path('sync.js')))).toBeUndefined();
});

test('a circle with a waiting module comes to an end', async () => {
  const result = await runFiles({
    'main.js': "import { b } from './b.js'; export const a = await Promise.resolve('a'); export { b };",
    'b.js': "import * as main from './main.js'; export const b = 'b'; export const later = () => main.a;",
    ...esm,
  });
  expect(result).toMatchObject({ a: 'a', b: 'b' });
});

test('a name that is not exported is a SyntaxError before anything runs', async () => {
  const project = await ModuleProject.create({
    'main.js': "import './effect.js'; import { nope } from './x.js'; nope;",
    'effect.js': 'globalThis.ran = true;',
    'x.js': 'export const yes = 1;',
    ...esm,
  });
  await expect(project.run('main.js')).rejects.toThrow(
    new SyntaxError("The requested module './x.js' does not provide an export named 'nope'"),
  );
  expect('ran' in globalThis).toBe(false);
});

test('import.meta knows where the module is', async () => {
  const project = await ModuleProject.create({
    'main.js':
      "export const meta = { ...import.meta, resolved: import.meta.resolve('./x.js'), fs: import.meta.resolve('fs') }; export const top = this;",
    'x.js': '',
    ...esm,
  });
  const { meta, top } = await project.run('main.js');
  const url = new URL(`file://${project.path('main.js')}`).href;
  expect(meta).toMatchObject({
    url,
    filename: project.path('main.js'),
    dirname: project.folder,
    resolved: url.replace('main', 'x'),
    fs: 'node:fs',
  });
  expect(top).toBeUndefined();
});

test('dynamic imports give namespaces, also with computed names and other instances by query', async () => {
  const result = await runFiles({
    'main.js':
      "const name = './x'; const a = await import('./x.js'); const b = await import(name + '.js'); const c = await import('./x.js?2'); export const seen = [a === b, a === c, a.value.n, c.value.n, Object.getPrototypeOf(a)]; export let failure; try { a.value = 1 } catch (e) { failure = e.message }",
    'x.js': 'export const value = { n: 1 };',
    ...esm,
  });
  expect(result['seen']).toEqual([true, false, 1, 1, null]);
  expect(result['failure']).toBe("Cannot assign to read only property 'value' of object '[object Module]'");
});

test('an assignment to an import is a TypeError, and calls have no this', async () => {
  const result = await runFiles({
    'main.js':
      "import { f, tag } from './x.js'; export let failure; try { f = 1 } catch (e) { failure = e.constructor.name }\nexport const seen = [f(), tag`x`, new f().constructor === f]\nf()\n;[1].map(f)",
    'x.js': 'export function f() { return this === undefined ? "none" : undefined } export const tag = function () { return this };',
    ...esm,
  });
  expect(result).toMatchObject({ failure: 'TypeError', seen: ['none', undefined, true] });
});

test('every machine has its own instances', async () => {
  const project = await ModuleProject.create({ 'main.js': 'export const box = {}; export let n = 0; n++;', ...esm });
  const [a, b] = [await project.run('main.js'), await project.run('main.js')];
  expect(a['box']).not.toBe(b['box']);
  expect([a['n'], b['n']]).toEqual([1, 1]);
});
