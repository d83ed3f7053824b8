/** Randomness of the calling machine: seeded, and the same however much others draw. */
import { current } from '../active.ts';

/** 53 random bits as a fraction, as Math.random gives. */
export function simRandom(): number {
  const { random } = current();
  return ((random.nextU32() >>> 5) * 67_108_864 + (random.nextU32() >>> 6)) / 9_007_199_254_740_992;
}

export function fillRandom(bytes: Uint8Array): void {
  const { random } = current();
  for (let at = 0; at < bytes.length; at += 4) {
    const word = random.nextU32();
    bytes[at] = word;
    if (at + 1 < bytes.length) bytes[at + 1] = word >>> 8;
    if (at + 2 < bytes.length) bytes[at + 2] = word >>> 16;
    if (at + 3 < bytes.length) bytes[at + 3] = word >>> 24;
  }
}

/** A version 4 UUID. */
export function randomUuid(): string {
  const bytes = new Uint8Array(16);
  fillRandom(bytes);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
