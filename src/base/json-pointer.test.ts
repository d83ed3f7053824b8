import { expect, test } from 'vitest';
import { childPointer } from './json-pointer.ts';

test('slashes and tildes in keys are escaped, indexes are not', () => {
  expect(childPointer(childPointer('', 'steps'), 3)).toBe('/steps/3');
  expect(childPointer('/a', '~/1')).toBe('/a/~0~11');
  expect(childPointer('', '')).toBe('/');
});
