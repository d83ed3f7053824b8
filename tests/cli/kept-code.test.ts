/** Code that was kept by an earlier command makes the next one start sooner, and changes nothing else. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project, runCli } from './run-cli.ts';

const files = {
  'package.json': '{}',
  'counter.ts': `import { readFile, writeFile } from 'node:fs/promises';
    import { step } from './step.js';
    export async function add(): Promise<void> {
      const seen = Number(await readFile('/n', 'utf8'));
      await writeFile('/n', String(seen + step));
    }
    setInterval(() => undefined, 1000);`,
  'step.js': 'export const step = 1;',
  'main.fozzy.ts': `import { simulation } from 'fozzy';
    export default simulation('no addition is lost', (sim) => {
      const counter = sim.node('counter', './counter.ts', { files: { '/n': '0' } });
      for (const name of ['alice', 'bob']) sim.client(name, () => counter.call('add'));
      sim.finally('both were added', () => sim.disk(counter).read('/n') === '2');
    });`,
};

const kept = (cwd: string): readonly string[] => {
  const folder = join(cwd, '.fozzy', 'cache', 'code');
  return existsSync(folder) ? readdirSync(folder) : [];
};

async function search(cwd: string): Promise<unknown> {
  const { json } = await runCli(['explore', 'main.fozzy.ts', '--seed', '3', '--json'], { cwd });
  const { search: section, findings, virtualTimeMs } = json();
  return { section, findings, virtualTimeMs };
}

test('a search finds the same with code that was kept, with none, and with kept code of which some was edited', async () => {
  const cwd = project(files);
  const cold = await search(cwd);
  const names = kept(cwd);
  expect(names.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(0);
  expect(names.filter((name) => name.endsWith('.v8')).length).toBeGreaterThan(0);
  expect(await search(cwd)).toEqual(cold);
  expect(kept(cwd).toSorted()).toEqual(names.toSorted());
  writeFileSync(join(cwd, 'step.js'), 'export const step = 3;');
  const { stdout } = await runCli(['run', 'main.fozzy.ts', '--seed', '3'], { cwd });
  expect(stdout).toContain('FAIL');
  expect(kept(cwd).length).toBeGreaterThan(names.length);
  writeFileSync(join(cwd, 'step.js'), files['step.js']);
  expect(await search(cwd)).toEqual(cold);
});

test('commands that only look at a simulation leave no code behind', async () => {
  const cwd = project(files);
  for (const words of [
    ['validate', 'main.fozzy.ts'],
    ['doctor', 'main.fozzy.ts'],
  ])
    expect((await runCli(words, { cwd })).code).toBe(0);
  expect(existsSync(join(cwd, '.fozzy'))).toBe(false);
});

test('processes that divide a search, and processes that make one run each, use and keep code as well', async () => {
  const cwd = project(files);
  await runCli(['explore', 'main.fozzy.ts', '--seed', '3', '--jobs', '2', '--runs', '32'], { cwd });
  const names = kept(cwd);
  expect(names.length).toBeGreaterThan(0);
  const alone = project({ ...files, 'main.fozzy.ts': files['main.fozzy.ts'].replace("lost', (", "lost', { isolation: 'process' }, (") });
  const first = await search(alone);
  expect(kept(alone).length).toBeGreaterThan(0);
  expect(await search(alone)).toEqual(first);
});
