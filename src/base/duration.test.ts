import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDuration, renderDuration } from './duration.ts';

describe('parseDuration', () => {
  test.each([
    ['0ms', 0],
    ['250ms', 250],
    [' 3s\t', 3000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['007s', 7000],
    ['9007199254740991ms', 9007199254740991],
  ])('%j is %d ms', (text, ms) => {
    expect(parseDuration(text)).toEqual({ ok: true, ms });
  });

  test.each([
    ['', 'it is empty'],
    ['  ', 'it is empty'],
    ['ms', 'the number is missing'],
    ['-5s', 'the number is missing'],
    ['+5s', 'the number is missing'],
    ['.5s', 'the number is missing'],
    ['5', 'the unit is missing'],
    ['5d', 'unknown unit "d"'],
    ['5S', 'unknown unit "S"'],
    ['1.5s', 'unknown unit ".5s"'],
    ['1 s', 'unknown unit " s"'],
    ['1m30s', 'unknown unit "m30s"'],
    ['5constructor', 'unknown unit "constructor"'],
    ['9007199254740992ms', 'it is too large'],
    ['2501999792984h', 'it is too large'],
    [`${'9'.repeat(400)}s`, 'it is too large'],
  ])('%j is refused by name of the rule, quoting the text', (text, rule) => {
    const parsed = parseDuration(text);
    expect(parsed.ok ? '' : parsed.message).toContain(`invalid duration ${JSON.stringify(text)}: ${rule}`);
  });
});

describe('renderDuration', () => {
  test('it uses the largest unit that is exact', () => {
    expect([0, 1, 1500, 2000, 90_000, 120_000, 7_200_000].map(renderDuration)).toEqual(['0ms', '1ms', '1500ms', '2s', '90s', '2m', '2h']);
  });

  test('what it renders parses back to the same length', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (ms) => {
        expect(parseDuration(renderDuration(ms))).toEqual({ ok: true, ms });
      }),
    );
  });
});
