/**
 * Files that carry the mark of who wrote them: the first line names Fozzy and the digest of everything behind it. So a file that was written
 * by Fozzy and changed since is not taken for one that may be replaced.
 */
import { blake3Hex } from '../../base/blake3.ts';
import { utf8Encode } from '../../base/utf8.ts';

const MARK = /^\/\/ Written by `fozzy save` \(([0-9a-f]{16})\)[^\n]*\n/u;

export function marked(body: string): string {
  return `// Written by \`fozzy save\` (${digestOf(body)}). Yours to change: a changed file is never overwritten.\n${body}`;
}

/** Whether the text is what `marked` gave, to the letter. */
export function isUnchanged(text: string): boolean {
  const found = MARK.exec(text);
  return found !== null && found[1] === digestOf(text.slice(found[0].length));
}

function digestOf(body: string): string {
  return blake3Hex(utf8Encode(body)).slice(0, 16);
}
