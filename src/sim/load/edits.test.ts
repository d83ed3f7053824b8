import { expect, test } from 'vitest';
import { Edits, tracePosition } from './edits.ts';

test('edits at one place nest: what ends comes first, then what begins, then what stands there', () => {
  const edits = new Edits();
  edits.replace(2, 3, 'X');
  edits.open(2, '(outer ');
  edits.open(2, '(inner ');
  edits.close(2, ')1');
  edits.close(2, ')2');
  expect(edits.apply('abcd', '<', '>').text).toBe('<ab)1)2(outer (inner Xd>');
});

test('a replaced stretch leaves its line breaks behind', () => {
  const edits = new Edits();
  edits.replace(1, 6, ';');
  expect(edits.apply('a\nb\nc\nd', '', '').text).toBe('a;\n\n\nd');
});

test('every copied place is traced to where it came from, a replacement to where it stood', () => {
  const source = 'one two\nthree';
  const edits = new Edits();
  edits.open(4, '((');
  edits.replace(4, 7, 'replaced');
  edits.close(13, '))');
  const edited = edits.apply(source, 'head ', ' tail');
  expect(edited.text).toBe('head one ((replaced\nthree)) tail');
  const trace = (line: number, column: number) => tracePosition(edited, source, { line, column });
  expect(trace(1, 6)).toEqual({ line: 1, column: 1 });
  expect(trace(1, 12)).toEqual({ line: 1, column: 5 });
  expect(trace(1, 17)).toEqual({ line: 1, column: 5 });
  expect(trace(2, 3)).toEqual({ line: 2, column: 3 });
  expect(trace(1, 1)).toEqual({ line: 1, column: 1 });
});
