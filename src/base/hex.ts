/** Bytes as lower-case hexadecimal text and back. */
import { textOfUnits } from './text-of-units.ts';

export function hexEncode(bytes: Uint8Array): string {
  const codes = new Uint8Array(bytes.length * 2);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    codes[at * 2] = digitCode(byte >> 4);
    codes[at * 2 + 1] = digitCode(byte & 15);
  }
  return textOfUnits(codes);
}

/** Either case is accepted; undefined for an odd length or any other character. */
export function hexDecode(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    const high = digitValue(text.charCodeAt(at * 2));
    const low = digitValue(text.charCodeAt(at * 2 + 1));
    if (high < 0 || low < 0) return undefined;
    bytes[at] = (high << 4) | low;
  }
  return bytes;
}

/** The two digits of every byte: to have a number turned into digits takes many times as long as to look four of these up. */
const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Eight digits, zero-padded. */
export function hexOfU32(word: number): string {
  return `${pairOf(word >>> 24)}${pairOf((word >>> 16) & 255)}${pairOf((word >>> 8) & 255)}${pairOf(word & 255)}`;
}

function pairOf(byte: number): string {
  return PAIRS[byte] ?? '';
}

function digitCode(value: number): number {
  return value < 10 ? 48 + value : 87 + value;
}

/** -1 for a character that is no hexadecimal digit. */
export function digitValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
