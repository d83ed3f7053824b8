import { describe, expect, test } from 'vitest';
import { assert, Bug, present, unreachable } from './assert.ts';

describe('assert', () => {
  test('a condition that holds passes and one that does not is a Bug', () => {
    assert(true, 'fine');
    expect(() => assert(false, 'one and one is two')).toThrow(new Bug('one and one is two'));
  });

  test('present returns every value but undefined', () => {
    expect([present(0, 'x'), present('', 'x'), present(null, 'x'), present(false, 'x')]).toEqual([0, '', null, false]);
    expect(() => present(undefined, 'no such task')).toThrow(Bug);
  });

  test('unreachable names the value that arrived', () => {
    // The cast plays the defect: no well-typed call passes a real value.
    expect(() => unreachable('kind-x' as never)).toThrow('kind-x');
  });
});
