/** Bytes as base64 text (RFC 4648, padded, standard alphabet) and strictly back. */
import { textOfUnits } from './text-of-units.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PAD = 61;
const INVALID = 255;

const codeOf = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0));
const valueOf = new Uint8Array(128).fill(INVALID);
codeOf.forEach((code, value) => {
  valueOf[code] = value;
});

export function base64Encode(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const group = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    codes[to] = codeOf[group >> 18] ?? PAD;
    codes[to + 1] = codeOf[(group >> 12) & 63] ?? PAD;
    codes[to + 2] = from + 1 < bytes.length ? (codeOf[(group >> 6) & 63] ?? PAD) : PAD;
    codes[to + 3] = from + 2 < bytes.length ? (codeOf[group & 63] ?? PAD) : PAD;
  }
  return textOfUnits(codes);
}

/** Undefined unless the text is exactly what `base64Encode` would write: one text per value, so hashes of texts are hashes of values. */
export function base64Decode(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let from = 0, to = 0; from < text.length; from += 4, to += 3) {
    const group = decodeGroup(text, from, from + 4 === text.length ? padding : 0);
    if (group < 0) return undefined;
    bytes[to] = group >> 16;
    bytes[to + 1] = group >> 8;
    bytes[to + 2] = group;
  }
  return bytes;
}

/** 24 bits, or -1 for a foreign character or for padded bits that are not zero. */
function decodeGroup(text: string, from: number, padding: number): number {
  let group = 0;
  for (let at = 0; at < 4; at += 1) {
    const value = at < 4 - padding ? (valueOf[text.charCodeAt(from + at)] ?? INVALID) : 0;
    if (value === INVALID) return -1;
    group = (group << 6) | value;
  }
  const unused = padding * 8;
  return (group & ((1 << unused) - 1)) === 0 ? group : -1;
}
