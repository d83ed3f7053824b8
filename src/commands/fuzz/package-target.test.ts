import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { foundInPackages } from './package-target.ts';

const project = realpathSync(mkdtempSync(join(tmpdir(), 'fozzy-package-target-')));
afterAll(() => rmSync(project, { recursive: true }));

for (const [path, text] of [
  ['package.json', '{}'],
  ['node_modules/duck/package.json', '{"exports":{".":{"import":"./lib/all.mjs"},"./part":"./lib/part.js"}}'],
  ['node_modules/duck/lib/all.mjs', ''],
  ['node_modules/duck/lib/part.js', ''],
  ['node_modules/@pond/duck/package.json', '{"main":"old.js"}'],
  ['node_modules/@pond/duck/old.js', ''],
  ['node_modules/near.js/index.js', ''],
  ['near.js', ''],
] as const) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

test.each([
  ['duck#quack', 'fn:node_modules/duck/lib/all.mjs#quack'],
  ['fn:duck/part#quack', 'fn:node_modules/duck/lib/part.js#quack'],
  ['@pond/duck#Duck.quack', 'fn:node_modules/@pond/duck/old.js#Duck.quack'],
])('%s names a function of an installed package', async (text, found) => {
  expect(await foundInPackages(text, project)).toBe(found);
});

test.each(['near.js#f', './duck#quack', 'goose#honk', 'duck/hidden#quack', 'fs#stat', 'a.fozzy.json'])(
  '%s stays as it is',
  async (text) => {
    expect(await foundInPackages(text, project)).toBe(text);
  },
);
