import { expect, test } from 'vitest';
import type { Finding } from '../trace/finding.ts';
import { findingLines } from './finding-text.ts';
import { plainPaint } from './paint.ts';

function told(input: string, message = 'SyntaxError: bad', stack = `${message}\n    at parse (src/a.ts:1:2)`): string {
  const finding: Finding = {
    kind: 'target_behavior',
    title: 'uncaught_error',
    message,
    fingerprint: '77',
    location: { file: 'src/a.ts', line: 1, col: 2, details: { input, stack } },
  };
  return findingLines(finding, { paint: plainPaint, widthMax: 80 }).join('\n');
}

test('an input is told as the source text it is', () => {
  expect(told(String.raw`'\ud800"'`)).toContain(String.raw`      input  '\ud800"'`);
});

test('of a long input as much is told as somebody reads, and how much is left', () => {
  const text = told(`'${'a'.repeat(5000)}'`);
  expect(text).toContain('aaa… (4602 more characters)');
  expect(text.length).toBeLessThan(1000);
});

test('a stack does not repeat the message it stands below', () => {
  for (const message of ['SyntaxError: bad', 'CustomError: bad:\n\n  &[\n   ^']) expect(told("''", message)).toMatch(/stack {2}at parse/u);
  expect(told("''", 'CsvError: open', 'Error: open\n    at parse (src/a.ts:1:2)')).toMatch(/stack {2}at parse/u);
  expect(told("''", 'bad', 'TypeError: other\n    at parse (src/a.ts:1:2)')).toContain('TypeError: other');
});
