import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visible, visibleLine } from './visible.ts';

describe('visible', () => {
  test('control characters, overrides and lone surrogates become escapes', () => {
    expect(visible('a\u001b[31mb')).toBe('a\\x1b[31mb');
    expect(visible('\u202Eevil\u0000\ud800x\uffff')).toBe('\\u202eevil\\x00\\ud800x\\uffff');
  });

  test('ordinary text, emoji, line breaks and tabs stay', () => {
    expect(visible('héllo\t👩‍🚀\n日本')).toBe('héllo\t👩‍🚀\n日本');
  });

  test('line ends of other systems become one line break, a lone return is shown', () => {
    expect(visible('a\r\nb\rc')).toBe('a\nb\\rc');
  });

  test('the one-line form never holds a line break', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleLine(text)).not.toMatch(/[\n\r\t]/);
      }),
    );
  });

  test('making visible twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(visible(text))).toBe(visible(text));
      }),
    );
  });
});
