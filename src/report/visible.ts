/**
 * Makes text from a subject safe to show. Control characters, bidirectional overrides, noncharacters and
 * lone surrogates become visible escapes, so that a message can neither steer a terminal, nor reorder a
 * line, nor break an XML document. Line breaks and tabs stay.
 */
const unshowable = /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

export function visible(text: string): string {
  return text.replace(unshowable, escapeOf);
}

/** The same on one line, for places such as table cells where a line break would tear the layout. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function escapeOf(char: string): string {
  if (char === '\r\n') return '\n';
  if (char === '\r') return '\\r';
  const code = char.charCodeAt(0);
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
