/**
 * Text to UTF-8 bytes and back. Lone surrogates encode as U+FFFD and invalid bytes decode as the
 * WHATWG Encoding Standard says, so every host agrees on the result. A byte order mark is kept: the
 * reader of the text decides what to think of it.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { textOfUnits, UNITS_PER_CALL_MAX } from './text-of-units.ts';

const REPLACEMENT = 0xfffd;

export function utf8Encode(text: string): Uint8Array {
  return utf8ToBytes(text);
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const size = sizeAt(text, at);
    bytes += size;
    if (size === 4) at += 1;
  }
  return bytes;
}

/** The longest prefix of whole characters that needs at most `bytesMax` bytes. */
export function cutUtf8(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax) return text;
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const size = sizeAt(text, at);
    bytes += size;
    if (bytes > bytesMax) return text.slice(0, at);
    if (size === 4) at += 1;
  }
  return text;
}

/** Bytes of the character at `at`: 4 means that it is a surrogate pair and takes two code units. */
function sizeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit > 0xdbff) return 3;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 4 : 3;
}

/** Fatal: undefined on the first invalid byte. Otherwise invalid sequences become U+FFFD. */
export function utf8Decode(bytes: Uint8Array, options: { readonly fatal: true }): string | undefined;
export function utf8Decode(bytes: Uint8Array, options?: { readonly fatal: false }): string;
export function utf8Decode(bytes: Uint8Array, options?: { readonly fatal: boolean }): string | undefined {
  const decoder = new Decoder(bytes);
  const text = decoder.decode();
  return options?.fatal === true && !decoder.valid ? undefined : text;
}

class Decoder {
  valid = true;
  private readonly bytes: Uint8Array;
  private readonly units = new Uint16Array(UNITS_PER_CALL_MAX);
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  decode(): string {
    const { bytes, units } = this;
    let text = '';
    while (this.at < bytes.length) {
      let filled = 0;
      while (this.at < bytes.length && filled < units.length - 1) {
        const lead = bytes[this.at] ?? 0;
        this.at += 1;
        const point = lead < 0x80 ? lead : this.multibyte(lead);
        if (point > 0xffff) {
          units[filled] = 0xd7c0 + (point >> 10);
          units[filled + 1] = 0xdc00 | (point & 0x3ff);
          filled += 2;
        } else {
          units[filled] = point;
          filled += 1;
        }
      }
      text += textOfUnits(units.subarray(0, filled));
    }
    return text;
  }

  /** The lead byte fixes the length and the range of the second byte, which excludes overlong forms and surrogates. */
  private multibyte(lead: number): number {
    if (lead >= 0xc2 && lead <= 0xdf) return this.continued(lead & 0x1f, 1, 0x80, 0xbf);
    if (lead >= 0xe0 && lead <= 0xef) return this.continued(lead & 0x0f, 2, lead === 0xe0 ? 0xa0 : 0x80, lead === 0xed ? 0x9f : 0xbf);
    if (lead >= 0xf0 && lead <= 0xf4) return this.continued(lead & 0x07, 3, lead === 0xf0 ? 0x90 : 0x80, lead === 0xf4 ? 0x8f : 0xbf);
    return this.invalid();
  }

  /** A byte that does not continue the sequence is left in place: it starts the next character. */
  private continued(start: number, count: number, secondMin: number, secondMax: number): number {
    let point = start;
    for (let index = 0; index < count; index += 1) {
      const byte = this.bytes[this.at] ?? 0;
      const min = index === 0 ? secondMin : 0x80;
      const max = index === 0 ? secondMax : 0xbf;
      if (byte < min || byte > max) return this.invalid();
      this.at += 1;
      point = (point << 6) | (byte & 0x3f);
    }
    return point;
  }

  private invalid(): number {
    this.valid = false;
    return REPLACEMENT;
  }
}
