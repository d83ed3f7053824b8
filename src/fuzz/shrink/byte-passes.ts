/** How an input of bytes gets smaller: pieces are taken away, then what is left becomes plainer. Texts lose whole characters. */
import type { Offers, ShrinkPass } from '../../campaign/shrink/pass.ts';

/** From the plainest on. */
const PLAIN = [0x30, 0x61, 0x20, 0x00];

export function bytePasses(isText: boolean): readonly ShrinkPass<Uint8Array>[] {
  return [
    { name: 'remove bytes', offer: (from) => remove(from, isText) },
    { name: 'the same byte everywhere', offer: (from) => everywhere(from, isText) },
    { name: 'plainer bytes', offer: (from) => plainer(from, isText) },
    { name: 'smaller numbers', offer: smallerNumbers },
  ];
}

/** Large pieces first, from the end; where a piece could go, a larger one is tried next. */
function* remove(from: Uint8Array, isText: boolean): Offers<Uint8Array> {
  let current = from;
  for (let size = current.length; size >= 1; size = Math.floor(size / 2)) {
    let end = current.length;
    while (end > 0) {
      const start = boundary(current, Math.max(0, end - size), isText);
      const kept = yield without(current, start, boundary(current, end, isText));
      if (kept === undefined) end = start;
      else {
        current = kept;
        end = Math.min(start, current.length);
      }
    }
  }
}

/** In a text, never in the middle of a character. */
function boundary(bytes: Uint8Array, at: number, isText: boolean): number {
  if (!isText) return at;
  let place = at;
  while (place > 0 && place < bytes.length && ((bytes[place] ?? 0) & 0xc0) === 0x80) place -= 1;
  return place;
}

function without(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const shorter = new Uint8Array(bytes.length - (end - start));
  shorter.set(bytes.subarray(0, start));
  shorter.set(bytes.subarray(end), start);
  return shorter;
}

/** What is repeated stays a repetition only if all of it becomes plain. */
function* everywhere(from: Uint8Array, isText: boolean): Offers<Uint8Array> {
  let current = from;
  for (const byte of new Set(from)) {
    if (isText && byte >= 0x80) continue;
    for (const plain of PLAIN) {
      if (rank(plain) >= rank(byte)) break;
      const kept = yield current.map((each) => (each === byte ? plain : each));
      if (kept === undefined) continue;
      current = kept;
      break;
    }
  }
}

/** A character of several bytes goes as a whole: what is left of half of one is read as something else, and longer than it was. */
function* plainer(from: Uint8Array, isText: boolean): Offers<Uint8Array> {
  let current = from;
  for (let at = 0; at < current.length; at += 1) {
    const width = isText ? widthAt(current, at) : 1;
    if (width === 0) continue;
    for (const plain of PLAIN) {
      if (width === 1 && rank(plain) >= rank(current[at] ?? 0)) break;
      const candidate = without(current, at, at + width - 1);
      candidate[at] = plain;
      const kept = yield candidate;
      if (kept === undefined) continue;
      current = kept;
      break;
    }
  }
}

/** Of the character that begins there; 0 in the middle of one that stayed. */
function widthAt(bytes: Uint8Array, at: number): number {
  if (((bytes[at] ?? 0) & 0xc0) === 0x80) return 0;
  let end = at + 1;
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end += 1;
  return end - at;
}

/** Digits are plainest, then letters, then what can be printed at all. */
function rank(byte: number): number {
  const known = PLAIN.indexOf(byte);
  return known < 0 ? PLAIN.length + byte : known;
}

/** Runs of digits count down: 900 becomes 9, then 1, then 0. */
function* smallerNumbers(from: Uint8Array): Offers<Uint8Array> {
  let current = from;
  for (let at = 0; at < current.length; at += 1) {
    let digit = (current[at] ?? 0) - 0x30;
    while (digit > 0 && digit <= 9) {
      const candidate = Uint8Array.from(current);
      candidate[at] = 0x30 + (digit >> 1);
      const kept = yield candidate;
      if (kept === undefined) break;
      current = kept;
      digit = (current[at] ?? 0) - 0x30;
    }
  }
}
