import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { virtualFiles } from '../fs/virtual.ts';
import { virtualKv } from './virtual.ts';

const writes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.string()));

describe('the key-value store', () => {
  test('a key holds the value written last', () => {
    const kv = virtualKv();
    expect(kv.get('a')).toBeUndefined();
    kv.set('a', '1');
    kv.set('a', '2');
    expect(kv.get('a')).toBe('2');
    expect([...kv.keys()]).toEqual(['a']);
  });

  test('load returns to the saved entries whatever was written since, as often as wanted', () => {
    fc.assert(
      fc.property(writes, writes, writes, (before, after, again) => {
        const kv = virtualKv();
        for (const [key, value] of before) kv.set(key, value);
        const entries = () => [...kv.keys()].map((key) => [key, kv.get(key)]);
        const expected = entries();
        const saved = kv.save();
        for (const later of [after, again]) {
          for (const [key, value] of later) kv.set(key, value);
          kv.load(saved);
          expect(entries()).toEqual(expected);
        }
      }),
    );
  });

  test('a saved state of another kind is refused', () => {
    const kv = virtualKv();
    expect(() => kv.load(virtualFiles().save())).toThrow('not a saved state of kv');
    expect(() => kv.load(undefined)).toThrow('not a saved state of kv');
  });
});
