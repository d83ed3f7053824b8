/**
 * 64-bit integers as two unsigned 32-bit halves. BigInt allocates on every operation, and draws,
 * seeds and picks are on the hot path; every product below stays under 2^53, so doubles are exact.
 */
import type { Json } from './json.ts';

export interface U64 {
  readonly hi: number;
  readonly lo: number;
}

const U32 = 2 ** 32;
const U16 = 2 ** 16;
const BILLION = 1e9;
const U64_MAX_DIGITS = 20;

/** Decimal digits, leading zeros allowed; undefined for anything else and from 2^64 on. */
export function parseU64(text: string): U64 | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined;
  const digits = text.replace(/^0+(?=[0-9])/, '');
  if (digits.length > U64_MAX_DIGITS) return undefined;
  const top = Number(digits.slice(0, -9));
  const low = Number(digits.slice(-9));
  const lower = (top % U16) * BILLION + low;
  const upper = Math.floor(top / U16) * BILLION + Math.floor(lower / U16);
  const hi = Math.floor(upper / U16);
  return hi < U32 ? { hi, lo: (upper % U16) * U16 + (lower % U16) } : undefined;
}

/** Joining two decimal halves was tried and takes twice as long as this one BigInt: a text is allocated either way. */
export function renderU64(hi: number, lo: number): string {
  const small = hi * U32 + lo;
  return small <= Number.MAX_SAFE_INTEGER ? String(small) : ((BigInt(hi) << 32n) | BigInt(lo)).toString();
}

/** An integer that JSON kept exactly, or decimal text. */
export function u64FromJson(value: Json | undefined): U64 | undefined {
  if (typeof value === 'string') return parseU64(value);
  if (typeof value === 'bigint') return parseU64(value.toString());
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? u64FromNumber(value) : undefined;
}

/** For whole numbers from 0 to 2^53-1. */
export function u64FromNumber(value: number): U64 {
  return { hi: Math.floor(value / U32), lo: value % U32 };
}

/** Exact for n from 1 to 2^31. */
export function modU64(hi: number, lo: number, n: number): number {
  if (n <= U16) return modSmall(hi, lo, n);
  const upper = ((hi % n) * U16 + (lo >>> 16)) % n;
  return (upper * U16 + (lo & 0xffff)) % n;
}

/** Sixteen bits at a time: remainders of 32-bit integers are several times faster than those of doubles. */
function modSmall(hi: number, lo: number, n: number): number {
  let rest = (hi >>> 0) % n;
  rest = (((rest << 16) | (lo >>> 16)) >>> 0) % n;
  return (((rest << 16) | (lo & 0xffff)) >>> 0) % n;
}

/** The draw as a share of 2^64-1: 0 to 1, both included. */
export function fractionU64(hi: number, lo: number): number {
  return (hi * U32 + lo) / (U32 * U32 - 1);
}

/** Eight bytes, least significant first. */
export function u64Bytes(hi: number, lo: number): Uint8Array {
  const bytes = new Uint8Array(8);
  for (let at = 0; at < 4; at += 1) {
    bytes[at] = lo >>> (at * 8);
    bytes[at + 4] = hi >>> (at * 8);
  }
  return bytes;
}

/** Reads eight bytes, least significant first; bytes beyond the end count as zero. */
export function u64FromBytes(bytes: Uint8Array, from = 0): U64 {
  return { hi: u32FromBytes(bytes, from + 4), lo: u32FromBytes(bytes, from) };
}

export function u32FromBytes(bytes: Uint8Array, from: number): number {
  return ((bytes[from] ?? 0) | ((bytes[from + 1] ?? 0) << 8) | ((bytes[from + 2] ?? 0) << 16) | ((bytes[from + 3] ?? 0) << 24)) >>> 0;
}

/** The one text of a 64-bit signed integer (no leading zeros, no -0), so that equal integers are equal strings. */
export function canonicalI64(text: string): string | undefined {
  const negative = text.startsWith('-');
  const magnitude = parseU64(negative ? text.slice(1) : text);
  if (magnitude === undefined) return undefined;
  const { hi, lo } = magnitude;
  if (hi >= 2 ** 31 && !(negative && hi === 2 ** 31 && lo === 0)) return undefined;
  return negative && (hi > 0 || lo > 0) ? `-${renderU64(hi, lo)}` : renderU64(hi, lo);
}
