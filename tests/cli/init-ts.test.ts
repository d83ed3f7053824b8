/** `init --template ts`: the test it writes passes in a fresh project as it is, with either runner, and fails when a scenario does. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { performCommand, refusal } from '../support/built.ts';
import { project } from './run-cli.ts';

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** As if `npm install fozzy vitest` had been run there. */
function freshProject(manifest: object): string {
  const cwd = project({ 'package.json': { name: 'shop', type: 'module', ...manifest } });
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(repository, join(cwd, 'node_modules/fozzy'));
  symlinkSync(join(repository, 'node_modules/vitest'), join(cwd, 'node_modules/vitest'));
  return cwd;
}

const node = (cwd: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' } });

test('a project with vitest gets a test for vitest, which passes, and fails when a scenario no longer ends as expected', async () => {
  const cwd = freshProject({ devDependencies: { vitest: '*' } });
  const { document } = await performCommand('init', { template: 'ts', with: ['run'] }, { cwd });
  expect(document).toMatchObject({
    created: expect.arrayContaining(['tests/fozzy.test.ts', 'tests/example.fozzy.json']),
    next: expect.arrayContaining(['npx vitest run tests/fozzy.test.ts']),
  });
  const run = () => node(cwd, 'node_modules/vitest/vitest.mjs', 'run', 'tests/fozzy.test.ts');
  const good = run();
  expect([good.status, good.stdout]).toEqual([0, expect.stringMatching(/Tests\s+2 passed/u)]);
  writeFileSync(join(cwd, 'tests/example.fozzy.json'), readFileSync(join(cwd, 'tests/fail.fozzy.json'), 'utf8'));
  const bad = run();
  expect([bad.status, `${bad.stdout}${bad.stderr}`]).toEqual([1, expect.stringContaining('tests/example.fozzy.json ended with fail')]);
});

test('a project without a runner gets a test for the one that Node brings along, in plain syntax', async () => {
  const cwd = freshProject({});
  const { document: made } = await performCommand('init', { template: 'ts', with: ['run'] }, { cwd });
  // Recommended is what passes as written, and this Node may not read TypeScript.
  const canRead = Boolean(Reflect.get(process.features, 'typescript'));
  expect(JSON.stringify(made).includes('node --test tests/fozzy.test.ts')).toBe(canRead);
  // Node 20 reads no TypeScript; what is in the file is JavaScript as well.
  copyFileSync(join(cwd, 'tests/fozzy.test.ts'), join(cwd, 'tests/fozzy.test.mjs'));
  const good = node(cwd, '--test', 'tests/fozzy.test.mjs');
  expect([good.status, good.stdout]).toEqual([0, expect.stringContaining('# pass 2')]);
  expect(await refusal(cwd, 'init', { template: 'ts' })).toMatchObject({ code: 'output_exists' });
  writeFileSync(join(cwd, 'tests/fozzy.test.ts'), '// mine\n');
  const { document } = await performCommand('init', { template: 'ts', with: ['run'], force: true }, { cwd });
  expect(document).toMatchObject({ kept: [{ path: 'tests/fozzy.test.ts', reason: 'it was edited since init' }] });
});
