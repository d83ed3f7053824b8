/** Shared packages live as long as the process, the user's code as long as a run. */
import { expect, test } from 'vitest';
import { ModuleSpace } from '../../../src/sim/load/module-space.ts';
import { SharedSpace, warmShared } from '../../../src/sim/load/shared-modules.ts';
import { ModuleProject, plainHost } from '../../support/module-project.ts';

const files = {
  'main.mjs':
    "import light, { started } from 'light'; import { mixed } from 'mixed'; import { state } from './own.mjs'; export const seen = { light, started, mixed, state };",
  'own.mjs': 'export const state = {};',
  'node_modules/light/package.json': '{"name":"light","exports":{"import":"./index.mjs"}}',
  'node_modules/light/index.mjs':
    "import deep from 'deep'; import { sep } from 'node:path'; export const started = { deep, sep }; export default () => started;",
  'node_modules/deep/package.json': '{"name":"deep"}',
  'node_modules/deep/index.js': 'module.exports = { deep: true }',
  'node_modules/mixed/package.json': '{"name":"mixed"}',
  'node_modules/mixed/index.js': "exports.mixed = { other: require('other') }",
  'node_modules/other/package.json': '{"name":"other"}',
  'node_modules/other/index.js': "module.exports = require('../../config.cjs')",
  'config.cjs': 'module.exports = {}',
};

interface Seen {
  readonly light: unknown;
  readonly started: { readonly deep: unknown };
  readonly mixed: { readonly other: unknown };
  readonly state: unknown;
}

test('one instance of a package and of what it needs serves all machines, unless it needs the code of a run', async () => {
  const project = await ModuleProject.create(files, { shared: (name) => name === 'light' || name === 'mixed' });
  const code = project.codeBase.add(project.path('main.mjs'));
  const shared = new SharedSpace(project.codeBase, plainHost());
  await warmShared(project.codeBase, shared);
  const run = async () => ((await new ModuleSpace(project.codeBase, plainHost(), shared).load(code)) as { seen: Seen }).seen; // what main.mjs exports
  const [a, b] = [await run(), await run()];
  expect(a.started).toBe(b.started);
  expect(a.started.deep).toBe(b.started.deep);
  expect(a.mixed).not.toBe(b.mixed);
  expect(a.mixed.other).not.toBe(b.mixed.other);
  expect(a.state).not.toBe(b.state);
  const names = project.codeBase.modules.filter((each) => each.isShared).map((each) => each.packageName);
  expect(names).toEqual(['deep', 'light']);
});

test('without a shared space everything is fresh', async () => {
  const project = await ModuleProject.create(files, { shared: () => true });
  const code = project.codeBase.add(project.path('main.mjs'));
  const run = async () => ((await project.space().load(code)) as { seen: Seen }).seen; // what main.mjs exports
  expect((await run()).started).not.toBe((await run()).started);
});

test('a shared package cannot pull in the code of a run by a computed name', async () => {
  const project = await ModuleProject.create(
    {
      'main.cjs':
        "exports.error = (() => { try { require('loader')(__dirname + '/config.cjs') } catch (e) { return e.message } })(); require('./config.cjs');",
      'config.cjs': 'module.exports = {}',
      'node_modules/loader/package.json': '{"name":"loader"}',
      'node_modules/loader/index.js': 'module.exports = (path) => require(path)',
    },
    { shared: () => true },
  );
  const code = project.codeBase.add(project.path('main.cjs'));
  const space = new ModuleSpace(project.codeBase, plainHost(), new SharedSpace(project.codeBase, plainHost()));
  const exported = (await space.load(code)) as { error: string }; // what main.cjs exports
  expect(exported.error).toContain('was asked for by a package that is shared between runs');
});

test('a shared module that failed runs again in the next run', async () => {
  const project = await ModuleProject.create(
    {
      'main.mjs': "export { n } from 'once';",
      'node_modules/once/package.json': '{"name":"once","type":"module","exports":"./index.js"}',
      'node_modules/once/index.js':
        "globalThis.tries = (globalThis.tries ?? 0) + 1; if (globalThis.tries === 1) throw new Error('stopped'); export const n = globalThis.tries;",
    },
    { shared: () => true },
  );
  const code = project.codeBase.add(project.path('main.mjs'));
  const shared = new SharedSpace(project.codeBase, plainHost());
  await expect(new ModuleSpace(project.codeBase, plainHost(), shared).load(code)).rejects.toThrow('stopped');
  expect(await new ModuleSpace(project.codeBase, plainHost(), shared).load(code)).toMatchObject({ n: 2 });
});
