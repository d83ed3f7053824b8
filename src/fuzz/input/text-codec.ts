/** Any text as bytes and back: UTF-8, and lone surrogates as the three bytes that UTF-8 would give them. */
import { Buffer } from 'node:buffer';

const LONE_SURROGATE = /\p{Surrogate}/u;

export function encodeText(text: string): Uint8Array {
  if (!LONE_SURROGATE.test(text)) return new Uint8Array(Buffer.from(text, 'utf8'));
  const pieces = Array.from(text, (point) =>
    LONE_SURROGATE.test(point) ? surrogateBytes(point.charCodeAt(0)) : Buffer.from(point, 'utf8'),
  );
  return new Uint8Array(Buffer.concat(pieces));
}

function surrogateBytes(unit: number): Uint8Array {
  return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
}

/** Bytes that are no text at all become U+FFFD, as everywhere else: a corpus from elsewhere is still worth trying. */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  let start = 0;
  for (let at = 0; at + 2 < buffer.length; at += 1) {
    const second = buffer[at + 1] ?? 0;
    const third = buffer[at + 2] ?? 0;
    if (buffer[at] !== 0xed || second < 0xa0 || second > 0xbf || third < 0x80 || third > 0xbf) continue;
    text += buffer.toString('utf8', start, at) + String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f));
    start = at + 3;
    at += 2;
  }
  return text + buffer.toString('utf8', start);
}
