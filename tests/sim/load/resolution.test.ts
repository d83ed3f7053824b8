/** Names of modules lead where Node and TypeScript would lead them. */
import { expect, test } from 'vitest';
import { ModuleProject, runFiles } from '../../support/module-project.ts';

test('exports and imports of packages depend on who asks', async () => {
  const result = await runFiles({
    'main.mjs':
      "import kind, { sub } from 'dual'; import internal from '#own'; import { createRequire } from 'node:module'; import { viaRequire } from './r.cjs'; export { kind, sub, internal, viaRequire }; export const closed = await import('dual/closed').catch((e) => e.code);",
    'r.cjs': "exports.viaRequire = [require('dual'), require('#own')]",
    'own.cjs': "module.exports = 'own by require'",
    'own.mjs': "export default 'own by import'",
    'package.json': '{"name":"me","imports":{"#own":{"import":"./own.mjs","default":"./own.cjs"}}}',
    'node_modules/dual/package.json': '{"name":"dual","version":"1.2.3","exports":{".":{"import":"./e.mjs","require":"./c.cjs"}}}',
    'node_modules/dual/e.mjs': "export default 'import'; export const sub = 1;",
    'node_modules/dual/c.cjs': "module.exports = 'require'",
    'node_modules/dual/closed.js': '',
  });
  expect(result).toEqual({
    kind: 'import',
    sub: 1,
    internal: 'own by import',
    viaRequire: ['require', 'own by require'],
    closed: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
  });
});

test('TypeScript names files by what they will become, without extension, or through paths', async () => {
  const result = await runFiles({
    'src/main.ts':
      "import { a } from './a.js'; import { b } from './b'; import { c } from '@lib/c'; import { d } from './d.mjs'; import view from './view'; import type { T } from './types'; export const seen: (T | string)[] = [a, b, c, d, view];",
    'src/a.ts': "export const a = 'a' as const;",
    'src/b/index.ts': "export const b = 'b'",
    'src/lib/c.ts': "export const c = 'c'",
    'src/d.mts': "export const d = 'd'",
    'src/view.tsx': 'const h = (tag: string) => tag; export default <main></main>;',
    'tsconfig.json': '{"compilerOptions":{"paths":{"@lib/*":["./src/lib/*"]},"jsx":"react","jsxFactory":"h"}}',
    'package.json': '{"type":"module"}',
  });
  expect(result['seen']).toEqual(['a', 'b', 'c', 'd', 'main']);
});

test('TypeScript that is meant to become CommonJS may mix both worlds', async () => {
  const result = await runFiles({
    'main.ts':
      "import old from 'converted'; import * as path from 'path'; import { helper } from './helper'; const late: any = require('./late'); export const seen = [old, path.basename(__filename), typeof __dirname, helper(), late.x, typeof module, require.resolve('./late').endsWith('late.ts')];",
    'helper.ts': 'export function helper(this: void): string { return "helped" }',
    'late.ts': 'export const x = 1;',
    'node_modules/converted/index.js': "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 'its default';",
    'node_modules/converted/package.json': '{"name":"converted"}',
  });
  expect(result['seen']).toEqual(['its default', 'main.ts', 'string', 'helped', 1, 'object', true]);
});

test('a file says what it is by its extension, its package or its syntax', async () => {
  const result = await runFiles({
    'main.mjs':
      "export { default as a } from './plain.js'; export { default as b } from './syntax.js'; export { default as c } from './mod/x.js'; export { default as d } from './mod/y.cjs'; export { default as e } from './await.js';",
    'plain.js': "module.exports = 'cjs by default'",
    'syntax.js': "export default 'esm by syntax'",
    'await.js': "const x = await Promise.resolve('esm by await'); export default x;",
    'mod/package.json': '{"type":"module"}',
    'mod/x.js': "export default 'esm by package'",
    'mod/y.cjs': "module.exports = 'cjs by extension'",
  });
  expect(Object.values(result)).toEqual(['cjs by default', 'esm by syntax', 'esm by package', 'cjs by extension', 'esm by await']);
});

test('builtins and hosted packages come from the machine, and are reported', async () => {
  const project = await ModuleProject.create(
    {
      'main.mjs':
        "import fs, { readFileSync } from 'fs'; import { join } from 'node:path'; import h, { specifier } from 'fozzy/deep'; import { used } from 'dep'; export const seen = [fs.readFileSync === readFileSync, join('a', 'b'), h, specifier, used];",
      'node_modules/dep/package.json': '{"name":"dep","version":"3.1.4"}',
      'node_modules/dep/index.js': "exports.used = typeof require('fozzy')",
    },
    { hosted: ['fozzy'] },
  );
  const { seen } = await project.run('main.mjs');
  expect(seen).toEqual([true, 'a/b', 'host', 'fozzy/deep', 'object']);
  expect(project.codeBase.sources).toEqual({
    files: [{ path: project.path('main.mjs'), blake3: expect.stringMatching(/^[0-9a-f]{64}$/u) }],
    packages: ['dep@3.1.4'],
    hosted: ['fozzy'],
  });
});

test('adding again loads what changed, what is new, and nothing else', async () => {
  const project = await ModuleProject.create({
    'main.mjs': "export * from './a.mjs'; export * from './b.mjs';",
    'a.mjs': 'export const a = 1;',
    'b.mjs': 'export const b = 1;',
  });
  expect(await project.run('main.mjs')).toEqual({ a: 1, b: 1 });
  const before = project.codeBase.byPath(project.path('b.mjs'));
  project.write({ 'a.mjs': "export const a = 2; export * from './c.mjs'", 'c.mjs': 'export const c = 3;' });
  expect(await project.run('main.mjs')).toEqual({ a: 2, b: 1, c: 3 });
  expect(project.codeBase.byPath(project.path('b.mjs'))).toBe(before);
  project.write({ 'a.mjs': 'export const a = 1;' });
  expect(await project.run('main.mjs')).toEqual({ a: 1, b: 1 });
});

test('the same files get the same numbers whoever asks first', async () => {
  const files = {
    'one.mjs': "import './x.mjs'; import './y.mjs'",
    'two.mjs': "import './y.mjs'; import './x.mjs'",
    'x.mjs': "import './y.mjs'",
    'y.mjs': '',
  };
  const numbers = async (entry: string) => {
    const project = await ModuleProject.create(files);
    project.codeBase.add(project.path(entry));
    return project.codeBase.modules.map((code) => code.path.slice(project.folder.length + 1)).filter((name) => name !== entry);
  };
  expect(await numbers('one.mjs')).toEqual(await numbers('two.mjs'));
});
