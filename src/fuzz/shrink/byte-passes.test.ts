import { expect, test } from 'vitest';
import { hexEncode } from '../../base/hex.ts';
import { minimise } from '../../campaign/shrink/minimise.ts';
import { bytePasses } from './byte-passes.ts';

function reduced(text: string, fails: (text: string) => boolean): string {
  const search = minimise({ start: Buffer.from(text), passes: bytePasses(true), keyOf: hexEncode, stop: () => undefined });
  let step = search.next();
  while (step.done !== true) step = search.next(fails(Buffer.from(step.value).toString()) ? Buffer.from(step.value) : undefined);
  return Buffer.from(step.value.best).toString();
}

test('what the failure does not need is taken away, and the rest becomes plain', () => {
  expect(reduced('{"a":1,"__proto__":{"x":9}}', (text) => text.includes('__proto__'))).toBe('__proto__');
  expect(reduced('xé9zé', (text) => text.includes('é'))).toBe('é');
  expect(reduced('key=987', (text) => /=[0-9]/u.test(text))).toBe('=0');
});
