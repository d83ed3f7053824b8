import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { siteTable } from '../../sim/load/sites.ts';
import { GuardedBuiltins } from '../target/guarded-builtins.ts';
import { functionOf, loadModule } from '../target/load-target.ts';
import { CompareRing } from './compare-ring.ts';

const ring = new CompareRing();
siteTable().watch(ring);

async function watched(source: string): Promise<(text: string) => unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fozzy-watched-'));
  try {
    const path = join(folder, 'code.ts');
    writeFileSync(path, source);
    const builtins = new GuardedBuiltins(false);
    const module = await loadModule({ path, told: path, detail: 'comparisons', builtins, instrumented: [], hosted: () => undefined });
    return functionOf(module.exports, 'target', path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each([
  ["path.split('/').filter((part) => part !== '' && part !== '..').join('/')", 'a/../b//c', 'a/b/c'],
  ['[path].map((text) => text === "a" || text.length > 3)[0]', 'abcd', true],
  ["({ a: 1, b: 2 })[path] ?? 'none'", 'b', 2],
  ["path.replace(/b+/u, (found) => found.length > 1 ? 'x' : 'y')", 'abbc', 'axc'],
])('code that is watched gives what it gives anyway: %s', async (expression, input, expected) => {
  const target = await watched(`export function target(path: string) { return ${expression}; }`);
  ring.begin();
  expect(target(input)).toBe(expected);
});

test('what a loop compares over and over does not push out what came before', async () => {
  const target = await watched(`
    export function target(text: string): number {
      let count = text === 'magic' ? 1 : 0;
      for (let at = 0; at < 5000; at += 1) if (text.charCodeAt(at % 3) === at) count += 1;
      return count;
    }`);
  ring.begin();
  target('abc');
  expect(ring.own()).toContainEqual({ actual: 'abc', wanted: 'magic' });
});

test('a text that names a property could name one that all objects have', async () => {
  const target = await watched(
    'export const target = (name: string) => { const made: Record<string, number> = {}; made[name] = 1; return made; };',
  );
  ring.begin();
  target('key');
  expect(ring.own()).toContainEqual({ actual: 'key', wanted: '__proto__' });
});
