/** Names of modules are found again in the text the user wrote. */
import { expect, test } from 'vitest';
import { writtenOffset } from './written-offset.ts';

test('a call is placed where it begins', () => {
  expect(writtenOffset("const a = require( 'pkg' );", 'pkg', 10)).toBe(10);
});

test.each<[string, string, string]>([
  ['a text that is what was lowered', "import a from 'pkg';", "'pkg'"],
  ['a type before it', "interface A {\n  b: 1;\n}\nimport a from 'pkg';", "'pkg'"],
  ['an import of types before it', 'import type { A } from \'pkg\';\nimport { a } from "pkg";', '"pkg"'],
  ['a text with the same words before it', 'const a = \'pkg\' as const;\nimport b from "pkg";', '"pkg"'],
  ['a require', 'type A = \'pkg\';\nconst b = require("pkg");', '"pkg"'],
  ['a dynamic import', 'type A = \'pkg\';\nawait import("pkg");', '"pkg"'],
  ['an import without names', 'type A = \'pkg\';\nimport "pkg";', '"pkg"'],
  ['something that is called type', 'const a: \'pkg\' = b;\nimport type from "pkg";', '"pkg"'],
])('%s', (_what, source, literal) => {
  expect(writtenOffset(source, 'pkg', source.startsWith('import a') ? source.indexOf(literal) : 3)).toBe(source.indexOf(literal));
});
