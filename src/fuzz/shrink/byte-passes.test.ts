import { expect, test } from 'vitest';
import { hexEncode } from '../../base/hex.ts';
import { minimise } from '../../campaign/shrink/minimise.ts';
import { decodeText, encodeText } from '../input/text-codec.ts';
import { bytePasses } from './byte-passes.ts';

function reduced(text: string, fails: (text: string) => boolean): string {
  const search = minimise({ start: Buffer.from(text), passes: bytePasses(true), keyOf: hexEncode, stop: () => undefined });
  let step = search.next();
  while (step.done !== true) {
    const read = decodeText(step.value);
    step = search.next(fails(read) ? encodeText(read) : undefined);
  }
  return decodeText(step.value.best);
}

test('what the failure does not need is taken away, and the rest becomes plain', () => {
  expect(reduced('{"a":1,"__proto__":{"x":9}}', (text) => text.includes('__proto__'))).toBe('__proto__');
  expect(reduced('xé9zé', (text) => text.includes('é'))).toBe('é');
  expect(reduced('key=987', (text) => /=[0-9]/u.test(text))).toBe('=0');
});

test('a character of several bytes becomes a plain one as a whole, and a text never longer', () => {
  expect(reduced('é\u2029😀\ud800', (text) => Array.from(text).length >= 4)).toBe('0000');
  expect(reduced('\u2029é', (text) => text.includes('é') && text.length >= 2)).toBe('0é');
});

test('what has to be repeated is made plain all at once, and stays a repetition', () => {
  expect(reduced('<      >', (text) => /^.(?<one>[^])\k<one>{5}.$/u.test(text))).toBe('00000000');
});
