import { describe, expect, test } from 'vitest';
import { plainPaint } from './paint.ts';
import { renderProblems } from './problems-text.ts';

const unknownKey = {
  code: 'unknown_key',
  message: '"expect_exitcode"',
  pointer: '/steps/0',
  line: 7,
  column: 14,
  severity: 'error',
} as const;

describe('problems as text', () => {
  test('a proposal stands on the line of the mistake', () => {
    const text = renderProblems('tests/a.fozzy.json', [{ ...unknownKey, hint: 'did you mean "expect_exit"?' }], plainPaint);
    expect(text).toBe('tests/a.fozzy.json:7:14 unknown_key "expect_exitcode" … did you mean "expect_exit"?');
  });

  test('an example gets lines of its own', () => {
    const text = renderProblems('a.json', [{ ...unknownKey, hint: 'a minimal step:\n{ "type": "sleep" }' }], plainPaint);
    expect(text.split('\n').slice(1)).toEqual(['  hint: a minimal step:', '        { "type": "sleep" }']);
  });

  test('warnings say so, and problems keep their order', () => {
    const text = renderProblems('a.json', [unknownKey, { ...unknownKey, line: 9, severity: 'warning' }], plainPaint);
    expect(text).toBe('a.json:7:14 unknown_key "expect_exitcode"\na.json:9:14 warning unknown_key "expect_exitcode"');
  });
});
