/** The words of Web Crypto: algorithms as callers name them, bytes as callers pass them, and the errors it gives. */
import { NODE_MAJOR } from '../node-version.ts';

export interface WebAlgorithm {
  readonly name: string;
  readonly hash?: unknown;
  readonly iv?: unknown;
  readonly additionalData?: unknown;
  readonly tagLength?: number;
  readonly counter?: unknown;
  readonly length?: number;
  readonly salt?: unknown;
  readonly info?: unknown;
  readonly iterations?: number;
  readonly saltLength?: number;
  readonly label?: unknown;
  readonly namedCurve?: string;
  readonly modulusLength?: number;
  readonly publicExponent?: Uint8Array;
  readonly public?: CryptoKey;
}

export type CryptoKey = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>;
export type KeyUsage = CryptoKey['usages'][number];

const NAMES = [
  ...['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'HMAC', 'AES-GCM', 'AES-CBC', 'AES-CTR', 'AES-KW', 'PBKDF2', 'HKDF'],
  ...['ECDSA', 'ECDH', 'Ed25519', 'X25519', 'RSASSA-PKCS1-v1_5', 'RSA-PSS', 'RSA-OAEP'],
];

/** Names count in any case. */
export function algorithmOf(given: unknown): WebAlgorithm {
  const options: object = typeof given === 'object' && given !== null ? given : {};
  const asked: unknown = typeof given === 'string' ? given : Reflect.get(options, 'name');
  const name = NAMES.find((each) => each.toLowerCase() === String(asked).toLowerCase());
  if (name === undefined) throw new DOMException('Unrecognized algorithm name', 'NotSupportedError');
  return { ...options, name };
}

const HASHES: Readonly<Record<string, string>> = { 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' };

/** Node's name of a hash. */
export function hashOf(given: unknown): string {
  const hash = HASHES[algorithmOf(given).name];
  if (hash === undefined) throw new DOMException('Unrecognized algorithm name', 'NotSupportedError');
  return hash;
}

export function hashOfKey(key: CryptoKey): string {
  return hashOf(Reflect.get(key.algorithm, 'hash'));
}

export function bytesOf(data: unknown): Buffer {
  if (data instanceof ArrayBuffer || data instanceof SharedArrayBuffer) return Buffer.from(data);
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  throw new TypeError('The data must be an ArrayBuffer, Buffer, TypedArray or DataView');
}

/** A buffer of its own, as Web Crypto returns them. */
export function arrayBufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

export function operationFailed(): DOMException {
  return new DOMException('The operation failed for an operation-specific reason', 'OperationError');
}

export function demand(key: CryptoKey, algorithm: WebAlgorithm, usage: KeyUsage): void {
  if (key.algorithm.name !== algorithm.name) throw new DOMException('Key algorithm mismatch', 'InvalidAccessError');
  if (key.usages.includes(usage)) return;
  const words = USAGE_WORDS[usage] ?? (NODE_MAJOR >= 24 ? usage : undefined);
  const message = words === undefined ? 'The requested operation is not valid for the provided key' : `Unable to use this key to ${words}`;
  throw new DOMException(message, 'InvalidAccessError');
}

/** The words of Node, which has two ways of saying it. */
const USAGE_WORDS: Readonly<Record<string, string>> = {
  sign: 'sign',
  verify: 'verify',
  deriveBits: 'derive bits',
  deriveKey: 'derive a key',
};
