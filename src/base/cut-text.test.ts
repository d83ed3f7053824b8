import { expect, test } from 'vitest';
import { cutEventText, cutValue } from './cut-text.ts';
import { EVENT_TEXT_BYTES_MAX, MESSAGE_VALUE_CHARS_MAX } from './limits.ts';
import { utf8Length } from './utf8.ts';

test('event text up to the limit is untouched', () => {
  const text = 'é'.repeat(EVENT_TEXT_BYTES_MAX / 2);
  expect(cutEventText(text)).toBe(text);
});

test('longer event text is cut between characters and says so', () => {
  const cut = cutEventText(`a${'é'.repeat(EVENT_TEXT_BYTES_MAX)}`);
  expect(cut.endsWith('é...[truncated]')).toBe(true);
  expect(utf8Length(cut)).toBe(EVENT_TEXT_BYTES_MAX - 1 + '...[truncated]'.length);
});

test('values in messages are cut after a number of characters, not of code units', () => {
  const fits = '😀'.repeat(MESSAGE_VALUE_CHARS_MAX);
  expect(cutValue(fits)).toBe(fits);
  expect(cutValue(`${fits}x`)).toBe(`${fits}...`);
  expect(cutValue('short')).toBe('short');
});
