import { expect, test } from 'vitest';
import { type Change, Intrinsics } from './intrinsics.ts';

function told(changes: readonly Change[]): readonly Pick<Change, 'kind' | 'path'>[] {
  return changes.map(({ kind, path }) => ({ kind, path }));
}

test.each([
  ['polluted', '.polluted'],
  ['', '[""]'],
  ['0', '["0"]'],
])('a prototype that was given the name %o is noticed and put right at once', (name, written) => {
  const intrinsics = new Intrinsics();
  expect(intrinsics.looksTouched).toBe(false);
  Reflect.set(Object.prototype, name, 'x');
  const seen = intrinsics.looksTouched;
  const changes = told(intrinsics.restoreSeen());
  expect([seen, changes]).toEqual([true, [{ kind: 'pollution', path: `Object.prototype${written}` }]]);
  expect(intrinsics.looksTouched).toBe(false);
});

test('a method that was replaced is noticed by a thorough look and put right', () => {
  const intrinsics = new Intrinsics();
  Reflect.set(String.prototype, 'trim', () => 'x');
  expect(told(intrinsics.restore())).toEqual([{ kind: 'pollution', path: 'String.prototype.trim' }]);
  expect(' put right '.trim()).toBe('put right');
});

test('the look that repairs nothing sees what came, what was replaced and what was left on the global object', () => {
  const intrinsics = new Intrinsics();
  expect(intrinsics.looksChanged).toBe(false);
  const before = Reflect.get(String.prototype, 'trim');
  for (const [object, name] of [
    [String.prototype, 'trim'],
    [Object.prototype, 'hidden'],
    [globalThis, 'leftBehind'],
  ] as const) {
    Reflect.defineProperty(object, name, { value: () => 'x', configurable: true, writable: true, enumerable: false });
    const seen = intrinsics.looksChanged;
    const changes = intrinsics.restore();
    expect([name, seen, changes.length]).toEqual([name, true, 1]);
    expect(intrinsics.looksChanged).toBe(false);
  }
  expect(Reflect.get(String.prototype, 'trim')).toBe(before);
});

test('an accessor of a prototype that was redefined is noticed and put right', () => {
  const intrinsics = new Intrinsics();
  Reflect.defineProperty(Map.prototype, 'size', { get: () => 7, configurable: true });
  expect(told(intrinsics.restore())).toEqual([{ kind: 'pollution', path: 'Map.prototype.size' }]);
  expect(new Map().size).toBe(0);
});
