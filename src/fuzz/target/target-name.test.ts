import { expect, test } from 'vitest';
import { parseTarget } from './target-name.ts';

test('a function is named by its module and its export, with or without fn:', () => {
  expect(parseTarget('fn:src/a.ts#default')).toEqual({ kind: 'function', module: 'src/a.ts', exported: 'default' });
  expect(parseTarget('src/a.ts#Parser.parse')).toEqual({ kind: 'function', module: 'src/a.ts', exported: 'Parser.parse' });
});

test.each(['', '#parse', 'src/a.ts', 'src/a.ts#'])('%j is refused with a code', (text) => {
  expect(() => parseTarget(text)).toThrow(expect.objectContaining({ code: 'fuzz_target_invalid' }));
});
