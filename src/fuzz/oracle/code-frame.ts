/** Many parsers show where they stopped: a line of their input with a caret below it. What was shown is no part of what went wrong. */

/** Carets or tildes, and what leads up to them. */
const POINTER = /^[\s|>-]*[\^~][\s^~-]*$/u;
/** A line that says its number. */
const NUMBERED = /^\s*>?\s*\d+\s*[|:]/u;

/** The message with an ellipsis in place of every line of the input that it shows. */
export function withoutCodeFrame(message: string): string {
  if (!message.includes('\n')) return message;
  const lines = message.split('\n');
  // The line that is shown may look like one that points.
  const pointers = lines.flatMap((line, at) => (at > 0 && POINTER.test(line) && !POINTER.test(lines[at + 1] ?? '') ? [at] : []));
  if (pointers.length === 0) return message;
  const isShown = (line: string, at: number): boolean => pointers.includes(at) || pointers.includes(at + 1) || NUMBERED.test(line);
  return lines
    .map((line, at) => (isShown(line, at) ? '…' : line))
    .join('\n')
    .replace(/…(?:\s*…)+/gu, '…');
}
