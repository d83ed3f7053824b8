import { describe, expect, test } from 'vitest';
import { FozzyError } from '../base/problem.ts';
import { renderError } from './error-text.ts';
import { plainPaint } from './paint.ts';

describe('errors as text', () => {
  test('code and message come first, the hint last', () => {
    const error = new FozzyError('scenario_path_not_found', 'explicit scenario path(s) not found: tests/chekout.fozzy.json', {
      hint: 'did you mean tests/checkout.fozzy.json?',
      details: { paths: ['tests/chekout.fozzy.json'] },
    });
    expect(renderError(error, plainPaint)).toBe(
      'error[scenario_path_not_found]: explicit scenario path(s) not found: tests/chekout.fozzy.json\n  hint: did you mean tests/checkout.fozzy.json?',
    );
  });

  test('validation problems are listed with their places', () => {
    const problem = { code: 'missing_field', message: 'key is required', pointer: '/steps/0', line: 3, column: 5, severity: 'error' };
    const text = renderError(
      { code: 'scenario_invalid', message: 'not valid', hint: null, details: { path: 'a.json', problems: [problem] } },
      plainPaint,
    );
    expect(text).toContain('\n  a.json:3:5 missing_field key is required');
  });

  test('facts the message does not quote are added, the others not repeated', () => {
    const text = renderError({ code: 'io', message: 'cannot write /x', hint: null, details: { path: '/x', errno: 'ENOSPC' } }, plainPaint);
    expect(text).toBe('error[io]: cannot write /x\n  errno: ENOSPC');
  });

  test('a detail without a value is no fact', () => {
    expect(renderError({ code: 'io', message: 'm', hint: null, details: { filter: null } }, plainPaint)).toBe('error[io]: m');
  });

  test('on a narrow terminal words stay whole, and lines of the message stay lines', () => {
    const error = {
      code: 'io',
      message: 'one two three four five six seven\n  own line',
      hint: 'try this or that or something else again',
    };
    expect(renderError(error, plainPaint, 30).split('\n')).toEqual([
      'error[io]: one two three',
      '  four five six seven',
      '  own line',
      '  hint: try this or that or',
      '        something else again',
    ]);
  });

  test('a message cannot steer the terminal', () => {
    expect(renderError({ code: 'io', message: '\u001b[2J', hint: '\u0007' }, plainPaint)).toBe('error[io]: \\x1b[2J\n  hint: \\x07');
  });
});
