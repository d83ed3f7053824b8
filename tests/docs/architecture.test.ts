/** Pages name files; a file that was renamed or removed must not live on in them. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pages, readPage, root } from './markdown.ts';

const all = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...pages];

test.each(all)('%s links only to files that exist', (page) => {
  const links = [...readPage(page).matchAll(/\]\((?<target>[^)#\s]+)(?:#[^)]*)?\)/gu)].map(({ groups }) => groups?.['target'] ?? '');
  const missing = links.filter((target) => !/^https?:/u.test(target) && !existsSync(join(root, dirname(page), target)));
  expect(missing).toEqual([]);
});

test.each(all)('%s names only source files that exist', (page) => {
  const named = [...readPage(page).matchAll(/`(?<path>(?:src|scripts|tests|bench|bin|examples|schema|docs)\/[\w./-]*[\w/])`/gu)];
  const paths = named.map(({ groups }) => groups?.['path'] ?? '').filter((path) => !isMade(path));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the architecture names the files a run passes', () => {
  const named = readPage('ARCHITECTURE.md').match(/`src\/[\w./-]+\.ts`/gu) ?? [];
  expect(new Set(named).size).toBeGreaterThan(40);
});

/** Scenarios that `init` writes into a user's tests, and what `npm run generate` writes into schema. */
function isMade(path: string): boolean {
  return /^tests\/[\w.-]+\.(?:json|md|fozzy\.ts)$/u.test(path) || path.startsWith('schema/');
}
