/**
 * Units to text, as fast as there is a way. Which one that is depends on the length: a call with all units as arguments for short texts,
 * a copy through memory of bytes for longer ones. A text of units that fit a byte is made as one of bytes, as the engine itself would.
 */
import { Buffer } from 'node:buffer';

const SHORT_MAX = 40;
/** One list per length, because changing the length of a list costs more than filling it. */
const lists = Array.from({ length: SHORT_MAX + 1 }, (_, length) => Array.from({ length }, () => 0));
let bytes = Buffer.allocUnsafeSlow(4096);

export function unitText(units: Uint16Array, length: number): string {
  if (length <= SHORT_MAX) {
    const list = lists[length] ?? [];
    for (let at = 0; at < length; at += 1) list[at] = units[at] ?? 0;
    return Reflect.apply(String.fromCharCode, undefined, list);
  }
  if (bytes.length < length) bytes = Buffer.allocUnsafeSlow(length * 2);
  let all = 0;
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] ?? 0;
    all |= unit;
    bytes[at] = unit;
  }
  if (all < 256) return bytes.toString('latin1', 0, length);
  return Buffer.from(units.buffer, units.byteOffset, length * 2).toString('utf16le');
}
