import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const keys = ['type', 'expect_exit', 'expect_stdout', 'cmd', 'args'];

test('a slip of the finger finds its word', () => {
  expect(nearest('expect_exitcode', keys)).toBe('expect_exit');
  expect(nearest('tpye', keys)).toBe('type');
  expect(nearest('cmdd', keys)).toBe('cmd');
  expect(nearest('ags', keys)).toBe('args');
});

test('a word that is far from all others has no neighbour', () => {
  expect(nearest('timeout', keys)).toBeUndefined();
  expect(nearest('xy', keys)).toBeUndefined();
  expect(nearest('', keys)).toBeUndefined();
  expect(nearest('type', [])).toBeUndefined();
});

test('the closest candidate wins and the first of equals', () => {
  expect(nearest('kay', ['bay', 'key', 'kay'])).toBe('kay');
  expect(nearest('kay', ['bay', 'key'])).toBe('bay');
  expect(nearest('abcdef', ['abcdxy', 'abcdex'])).toBe('abcdex');
});

test('a word typed in capitals finds its lower-case form', () => {
  expect(nearest('CMD', keys)).toBe('cmd');
  expect(nearest('--DET', ['--seed', '--det'])).toBe('--det');
});

test('swapped neighbours are one edit', () => {
  expect(nearest('ab', ['ba'])).toBe('ba');
});
