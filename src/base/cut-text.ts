/** Shortens texts for events and messages, always on a character boundary and always visibly. */
import { EVENT_TEXT_BYTES_MAX, MESSAGE_VALUE_CHARS_MAX } from './limits.ts';
import { cutUtf8 } from './utf8.ts';

/** Keeps at most the first EVENT_TEXT_BYTES_MAX bytes; the mark comes on top. */
export function cutEventText(text: string): string {
  const kept = cutUtf8(text, EVENT_TEXT_BYTES_MAX);
  return kept.length === text.length ? text : `${kept}...[truncated]`;
}

/** Keeps at most the first MESSAGE_VALUE_CHARS_MAX characters of a value shown in a message. */
export function cutValue(text: string): string {
  if (text.length <= MESSAGE_VALUE_CHARS_MAX) return text;
  let end = 0;
  for (let chars = 0; chars < MESSAGE_VALUE_CHARS_MAX && end < text.length; chars += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end === text.length ? text : `${text.slice(0, end)}...`;
}
