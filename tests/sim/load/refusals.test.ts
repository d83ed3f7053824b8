/** What cannot be loaded is refused with its place and with what to do. */
import { expect, test } from 'vitest';
import { FozzyError } from '../../../src/base/problem.ts';
import { ModuleProject, runFiles } from '../../support/module-project.ts';
import type { Files } from '../../support/module-project.ts';

async function refusal(files: Files): Promise<{ readonly message: string; readonly hint: string | null; readonly code: string }> {
  const project = await ModuleProject.create(files);
  try {
    project.codeBase.add(project.path(Object.keys(files)[0] ?? ''));
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    return { code: error.code, message: error.message.replaceAll(project.folder, '.'), hint: error.hint };
  }
  throw new Error('nothing was refused');
}

test('a syntax error has a line and a column', async () => {
  expect(await refusal({ 'main.mjs': 'const a = 1;\nconst b = ;\n' })).toMatchObject({
    code: 'module_load_failed',
    message: './main.mjs:2:11: syntax error: Unexpected token',
  });
  expect(await refusal({ 'main.ts': 'const a: number = 1;\n\n  let x: = 2;' })).toMatchObject({
    message: './main.ts:3:10: syntax error: Unexpected token',
  });
});

test('module syntax in CommonJS says how to make it a module', async () => {
  const { message, hint } = await refusal({ 'main.cjs': "\nimport x from 'y'" });
  expect(message).toContain('./main.cjs:2:1: syntax error');
  expect(hint).toBe('name the file .mjs, or set "type": "module" in package.json');
});

test('a missing file is named with its importer and with what was probably meant', async () => {
  expect(
    await refusal({ 'main.mjs': "import './a.mjs';\nimport { x } from './lib/hepler.mjs';", 'a.mjs': '', 'lib/helper.mjs': '' }),
  ).toEqual({
    code: 'module_load_failed',
    message: "./main.mjs:2:19: cannot find module './lib/hepler.mjs'",
    hint: "did you mean './lib/helper.mjs'?",
  });
  expect(await refusal({ 'main.cjs': "require('./nope.js')" })).toMatchObject({
    message: "./main.cjs:1:1: cannot find module './nope.js'",
  });
});

test('a missing package says how to install it', async () => {
  expect(await refusal({ 'main.mjs': "import '@scope/pkg/deep.js'" })).toMatchObject({
    message: "./main.mjs:1:8: cannot find package '@scope/pkg/deep.js'",
    hint: 'run `npm install @scope/pkg`',
  });
});

test('JSON that is none has a place', async () => {
  const { message } = await refusal({ 'main.mjs': "import x from './x.json' with { type: 'json' }", 'x.json': '{\n  "a": 1,\n}' });
  expect(message).toMatch(/^\.\/x\.json(?::3:1)?: not valid JSON/u);
});

test('a native addon and unknown types are refused by name', async () => {
  const addon = await refusal({ 'main.cjs': "\nconst x = require('./fast.node');", 'fast.node': 'ELF' });
  expect(addon.message).toBe('./main.cjs:2:11: fast.node is a native addon, and what native code does cannot be simulated');
  expect(addon.hint).toContain('external');
  expect((await refusal({ 'main.mjs': "import './style.css'", 'style.css': '' })).message).toBe(
    './main.mjs:1:8: files of type .css cannot be loaded',
  );
});

test('a missing entry is refused', async () => {
  const project = await ModuleProject.create({ 'main.ts': '' });
  expect(() => project.codeBase.add(project.path('mian.ts'))).toThrow(/mian\.ts: there is no such file/u);
});

test('what a program may do without fails only where it is asked for', async () => {
  const result = await runFiles({
    'main.cjs':
      "const attempt = (f) => { try { return f() } catch (e) { return [e.name, e.code] } }; exports.seen = [attempt(() => require('./fast.node')), attempt(() => require('./broken.js')), attempt(() => require('optional')), attempt(() => require('half'))];",
    'fast.node': 'ELF',
    'broken.js': 'let x = ;',
    'node_modules/half/package.json': '{"name":"half","exports":"./x.mjs"}',
    'node_modules/half/x.mjs': "import 'not-installed'",
  });
  expect(result['seen']).toEqual([
    ['Error', 'ERR_DLOPEN_FAILED'],
    ['SyntaxError', undefined],
    ['Error', 'MODULE_NOT_FOUND'],
    ['Error', undefined],
  ]);
});
