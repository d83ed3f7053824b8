import { expect, test } from 'vitest';
import { moduleFlaw } from './module-flaw.ts';

test('a module with a default export in any form is fine', () => {
  for (const source of [
    'export default function (ctx) { return {}; }',
    'const x = 1;\nexport { x as default };',
    "export { default } from './y.ts';",
    'export { a, b as default, } from "./y";',
    'export default (ctx: Context): Handlers => ({ onMessage(from, payload) { ctx.send(from, `got ${payload ? `${1}` : "}"}`); } });',
    'const half = 4 / 2; const re = /[/}]"/g; export default half / re.lastIndex;',
    'export default { a: "it\'s }" /* { */, // {\n b: 1 };',
  ]) {
    expect([source, moduleFlaw(source)]).toEqual([source, undefined]);
  }
});

test('a default export in a comment, string or template is none', () => {
  for (const source of [
    '// export default 1',
    '/* export default 1 */',
    'const s = "export default 1";',
    'const s = `export default 1`;',
    'export const a = 1;',
    '',
  ]) {
    expect(moduleFlaw(source)).toBe('it has no default export');
  }
});

test('what is opened must be closed, and the message names the line', () => {
  expect(moduleFlaw('export default {\n  a: [1,\n}')).toBe('unexpected "}" on line 3');
  expect(moduleFlaw('\nexport default function () {')).toBe('the bracket opened on line 2 is never closed');
  expect(moduleFlaw('export default "abc\n";')).toContain('the string on line 1');
  expect(moduleFlaw('/* export default 1;')).toContain('the comment on line 1');
  expect(moduleFlaw('export default `a ${1')).toContain('never closed');
  expect(moduleFlaw('export default `a')).toContain('the template on line 1');
});
