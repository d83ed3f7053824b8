import { expect, test } from 'vitest';
import { lower } from './lower.ts';
import { loadNative } from './native.ts';

async function lowered(source: string, format: 'esm' | 'cjs' = 'esm', counting = false): Promise<string> {
  const native = await loadNative();
  const { program, errors } = native.parse('x.js', source, format === 'esm' ? 'module' : 'commonjs');
  expect(errors).toEqual([]);
  const result = lower(source, program, { format, counting, arrayName: 'C', commonJsNames: false, helpers: false });
  return result.text(result.shape.topLevelAwait).text;
}

/** What comes between the head and the tail. */
async function body(source: string, format: 'esm' | 'cjs' = 'esm', counting = false): Promise<string> {
  const text = await lowered(source, format, counting);
  const head = /^\([^{]*\{(?:"use strict";)?(?:\$fz_*m\.go\(\);)?/u.exec(text)?.[0] ?? '';
  return text.slice(head.length, -'\n})'.length);
}

test('lines stay where they are', async () => {
  const source = "import {\n  a,\n  b\n} from './x.js'\n\nexport const c = a\n  + b\nexport default function () {}\nfor (;;)\n  a()\n";
  const text = await lowered(source, 'esm', true);
  expect(text.split('\n')).toHaveLength(source.split('\n').length + 1);
  for (const [index, line] of source.split('\n').entries()) {
    const kept = /\w+(?=\W*$)/u.exec(line)?.[0];
    if (index > 4 && kept !== undefined) expect(text.split('\n')[index]).toContain(kept);
  }
});

test('a statement that begins with a rewritten name is kept apart from the line before', async () => {
  expect(await body("import { f } from 'x'\nlet a = 1\nf()\nunknown()\n")).toBe(
    ';\nlet a = 1\n;(0,$fzi0.f)()\n;("unknown"in $fzg?$fzg.unknown:$fzm.lost("unknown"))()\n',
  );
});

test('a name is imported only where nothing nearer declares it', async () => {
  const source =
    "import { x } from 'x'; x; { let x; x; } (x) => x; function f(a = x) { var x; } try {} catch (x) { x } ({ x }); class C { x = x }";
  expect(await body(source)).toBe(
    '; $fzi0.x; { let x; x; } (x) => x; function f(a = x) { var x; } try {} catch (x) { x } ({ x:$fzi0.x }); class C { x = $fzi0.x }',
  );
});

test('parameters never collide with names of the module', async () => {
  expect(await lowered('const $fzm = 1; globalThis.x = $fzm;')).toContain('(function($fz_m,$fz_e,$fz_g){');
});

test('blocks are counted, function entries and loops are checked, leaves of packages are left alone', async () => {
  const source = 'function f(a) { if (a) g(); else a = 1; while (a) a--; return (b) => b }';
  const check = (site: number) => `++C[${site}]&4095||$fz$check(C,${site})`;
  expect(await body(source, 'cjs', true)).toBe(
    `function f(a) {${check(0)}; if (a) {++C[1];("g"in $fzg?$fzg.g:$fzm.lost("g"))();} else {++C[2];a = 1;} while (a) {${check(3)};a--;} return (b) => (++C[4],b) }`,
  );
  expect(await body(source, 'cjs', false)).toBe(
    `function f(a) {${check(1)}; if (a) ("g"in $fzg?$fzg.g:$fzm.lost("g"))(); else a = 1; while (a) {${check(0)};a--;} return (b) => b }`,
  );
});

test('directives stay first', async () => {
  expect(await body("'use strict'; x = 1; function f() { 'use strict'; f() }", 'cjs', true)).toBe(
    "'use strict'; $fzm.held(\"x\").x = 1; function f() { 'use strict';++C[0]&4095||$fz$check(C,0); f() }",
  );
});
