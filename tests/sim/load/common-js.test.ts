/** CommonJS behaves as in Node, alone and together with ES modules. */
import { expect, test } from 'vitest';
import { MissingModule } from '../../../src/sim/load/module-host.ts';
import { ModuleProject, plainHost, runFiles } from '../../support/module-project.ts';

test('require runs a module once and returns what it exports', async () => {
  const result = await runFiles({
    'main.cjs':
      "exports.same = require('./a') === require('./a.js'); exports.a = require('./a').n; exports.json = require('./x.json').y; exports.folder = require('./lib');",
    'a.js': 'exports.n = (globalThis.times = (globalThis.times ?? 0) + 1);',
    'x.json': '{"y":[1,2]}',
    'lib/index.js': 'module.exports = __dirname.endsWith("lib") && __filename.endsWith("index.js")',
  });
  expect(result).toMatchObject({ same: true, a: 1, json: [1, 2], folder: true });
});

test('a circle sees what was exported so far', async () => {
  const result = await runFiles({
    'main.cjs': "exports.done = false; exports.b = require('./b.cjs'); exports.done = true;",
    'b.cjs': "const a = require('./main.cjs'); exports.seen = a.done; exports.later = () => a.done;",
  });
  expect(result).toMatchObject({ done: true, b: { seen: false } });
});

test('module and require have the properties programs look at', async () => {
  const project = await ModuleProject.create({
    'main.cjs':
      "module.exports = { main: require.main === module, id: module.id, loaded: module.loaded, child: require('./c.cjs'), children: module.children.map((m) => m.loaded), resolved: require.resolve('./c.cjs'), fs: require.resolve('fs'), paths: module.paths[0], cached: Object.keys(require.cache).length, top: this === exports };",
    'c.cjs': 'module.exports = [module.parent.id, module.id === __filename, require.main === module.parent]',
  });
  const code = project.codeBase.add(project.path('main.cjs'));
  const space = project.space();
  await space.runMain(code);
  const exported = space.cached(project.path('main.cjs'))?.exports;
  expect(exported).toEqual({
    main: true,
    id: '.',
    loaded: false,
    child: ['.', true, true],
    children: [true],
    resolved: project.path('c.cjs'),
    fs: 'fs',
    paths: project.path('node_modules'),
    cached: 2,
    top: true,
  });
});

test('what is deleted from require.cache or has failed runs again', async () => {
  const result = await runFiles({
    'main.cjs':
      "const first = require('./a.cjs'); delete require.cache[require.resolve('./a.cjs')]; exports.again = require('./a.cjs') !== first; exports.failures = [1, 2].map(() => { try { require('./b.cjs') } catch (e) { return e } });",
    'a.cjs': 'module.exports = {}',
    'b.cjs': 'throw globalThis.n = (globalThis.n ?? 0) + 1',
  });
  expect(result).toMatchObject({ again: true, failures: [1, 2] });
});

test('an ES module sees CommonJS as default and by name', async () => {
  const result = await runFiles({
    'main.mjs':
      "import all, { a, b as renamed } from './x.cjs'; import * as ns from './x.cjs'; import json from './y.json' with { type: 'json' }; export { a, renamed, json }; export const keys = Object.keys(ns); export const same = all === ns.default && all.a === a;",
    'x.cjs': 'module.exports = { a: 1, b: 2, get c() { throw new Error("never read") } };',
    'y.json': '{"z":1}',
  });
  expect(result).toEqual({ a: 1, renamed: 2, json: { z: 1 }, keys: ['a', 'b', 'c', 'default'], same: true });
});

test('a name CommonJS does not export is the SyntaxError of Node', async () => {
  const failing = runFiles({ 'main.mjs': "import { nope } from './x.cjs'; nope;", 'x.cjs': 'exports.a = 1' });
  await expect(failing).rejects.toThrow(/^Named export 'nope' not found\. The requested module '\.\/x\.cjs' is a CommonJS module/u);
  await expect(failing).rejects.toBeInstanceOf(SyntaxError);
});

test('export * of CommonJS passes its names on', async () => {
  const result = await runFiles({
    'main.mjs':
      "import { a, own } from './mid.mjs'; import * as ns from './outer.mjs'; export const seen = [a, own, Object.keys(ns), ns.b, 'nope' in ns];",
    'outer.mjs': "export * from './mid.mjs'",
    'mid.mjs': "export * from './x.cjs'; export const own = 0;",
    'x.cjs': 'exports.a = 1; exports.b = 2;',
  });
  expect(result['seen']).toEqual([1, 0, ['a', 'b', 'own'], 2, false]);
});

test('CommonJS can require ES modules that do not wait', async () => {
  const result = await runFiles({
    'main.cjs':
      "const m = require('./m.mjs'); exports.seen = [m.x, m.default, m.__esModule, m.x === require('./m.mjs').x]; exports.plain = require('./n.mjs').__esModule; try { require('./w.mjs') } catch (e) { exports.code = e.code }",
    'm.mjs': 'export const x = {}; export default 5;',
    'n.mjs': 'export const x = 1;',
    'w.mjs': "import './w2.mjs'",
    'w2.mjs': 'await 0',
  });
  expect(result['seen']).toEqual([{}, 5, true, true]);
  expect(result).toMatchObject({ code: 'ERR_REQUIRE_ASYNC_MODULE' });
  expect(result['plain']).toBeUndefined();
});

test('what cannot be found is the error of Node, where the program can catch it', async () => {
  const result = await runFiles({
    'main.cjs':
      "const code = (f) => { try { f() } catch (e) { return [e.code, e.message.split('\\n')[0]] } }; exports.seen = [code(() => require('./nope')), code(() => require('nope-pkg')), code(() => require(5)), code(() => require(''))]; exports.later = import('nope-pkg').catch((e) => [e.code, e.message.split(' imported')[0]]);",
  });
  expect(result['seen']).toEqual([
    ['MODULE_NOT_FOUND', "Cannot find module './nope'"],
    ['MODULE_NOT_FOUND', "Cannot find module 'nope-pkg'"],
    ['ERR_INVALID_ARG_TYPE', 'The "id" argument must be of type string. Received type number'],
    ['ERR_INVALID_ARG_VALUE', "The argument 'id' must be a non-empty string. Received ''"],
  ]);
  expect(await result['later']).toEqual(['ERR_MODULE_NOT_FOUND', "Cannot find package 'nope-pkg'"]);
});

test('a computed name that is not loaded yet is asked for, even if the program swallows the error', async () => {
  const project = await ModuleProject.create({
    'main.cjs': "try { exports.x = require('./pl' + 'ugin') } catch { exports.x = 'swallowed' }",
    'plugin.js': 'module.exports = 1',
  });
  const code = project.codeBase.add(project.path('main.cjs'));
  const first = project.space();
  await first.load(code);
  expect(first.missing).toEqual([project.path('plugin.js')]);
  for (const path of first.missing) project.codeBase.add(path);
  const second = project.space();
  expect(await second.load(code)).toMatchObject({ x: 1 });
  expect(second.missing).toEqual([]);
  expect(new MissingModule('/x').path).toBe('/x');
});

test('undeclared names and globalThis belong to the machine', async () => {
  const files = {
    'main.cjs':
      "made = 1; globalThis.put = 2; global.other = 3; exports.seen = [made, put, typeof never, typeof made, given, (function () { return this === globalThis })()]; try { never } catch (e) { exports.error = e.message } try { (function () { 'use strict'; fresh = 1 })() } catch (e) { exports.strict = e.message } made++; made += 5; exports.made = made; exports.gone = delete globalThis.made && typeof made; ({ a: spread = 7 } = {}); exports.spread = spread;",
  };
  const result = await runFiles(files, plainHost({ given: 'given' }));
  expect(result).toEqual({
    seen: [1, 2, 'undefined', 'number', 'given', true],
    error: 'never is not defined',
    strict: 'fresh is not defined',
    made: 7,
    gone: 'undefined',
    spread: 7,
    default: expect.anything(),
  });
  expect(['made', 'put', 'other', 'spread'].filter((name) => name in globalThis)).toEqual([]);
});

test('eval, with and Function see what they should', async () => {
  const result = await runFiles({
    'main.cjs':
      "const local = 5; exports.direct = eval('local + 1'); eval('var declared = 7'); exports.declared = declared; with ({ inner: 9 }) { exports.inner = inner } exports.made = new Function('a', 'return a * 2')(4); exports.indirect = (0, eval)('typeof local');",
  });
  expect(result).toMatchObject({ direct: 6, declared: 7, inner: 9, made: 8, indirect: 'undefined' });
});
