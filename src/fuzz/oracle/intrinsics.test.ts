import { expect, test } from 'vitest';
import { Intrinsics } from './intrinsics.ts';

test.each(['polluted', '', '0'])('a prototype that was given the name %o is noticed and put right at once', (name) => {
  const intrinsics = new Intrinsics();
  expect(intrinsics.looksTouched).toBe(false);
  Reflect.set(Object.prototype, name, 'x');
  const seen = intrinsics.looksTouched;
  const changes = intrinsics.restoreSeen();
  expect([seen, changes]).toEqual([true, [{ kind: 'pollution', path: `Object.prototype.${name}` }]]);
  expect(intrinsics.looksTouched).toBe(false);
});

test('a method that was replaced is noticed by a thorough look and put right', () => {
  const intrinsics = new Intrinsics();
  Reflect.set(String.prototype, 'trim', () => 'x');
  expect(intrinsics.restore()).toEqual([{ kind: 'pollution', path: 'String.prototype.trim' }]);
  expect(' put right '.trim()).toBe('put right');
});
