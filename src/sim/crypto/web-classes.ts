/** `Crypto` and `SubtleCrypto` as classes, with the members a program may ask for. */
import { webcrypto } from 'node:crypto';
import { settledLater } from './off-thread.ts';
import { privateKeyFor } from './generate-keys.ts';
import { getRandomValues, seededBytes, seededUuid } from './random.ts';
import { toBigInt } from './modular.ts';
import {
  algorithmOf,
  bytesOf,
  type CryptoKey,
  demand,
  hashOf,
  type KeyUsage,
  operationFailed,
  type WebAlgorithm,
} from './web-algorithm.ts';
import { decryptWith, deriveBitsWith, digest, encryptWith, exportWith, signWith, verifyWith, wrapBytes } from './web-operations.ts';

type ImportKey = (
  format: string,
  data: unknown,
  algorithm: unknown,
  extractable: boolean,
  usages: readonly KeyUsage[],
) => Promise<CryptoKey>;

// Reason for the cast: the overloads of the real function cannot be called with what our callers pass on.
const importReal = webcrypto.subtle.importKey.bind(webcrypto.subtle) as unknown as ImportKey;

/** Hash sizes in bits: the default length of an HMAC key is the block of its hash. */
const HMAC_BITS: Readonly<Record<string, number>> = { sha1: 512, sha256: 512, sha384: 1024, sha512: 1024 };

const PUBLIC_USES: readonly string[] = ['verify', 'encrypt', 'wrapKey'];

export class SubtleCrypto {
  digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
    return settledLater('crypto.subtle.digest', () => digest(algorithmOf(algorithm), data));
  }

  sign(algorithm: unknown, key: CryptoKey, data: unknown): Promise<ArrayBuffer> {
    return settledLater('crypto.subtle.sign', () => signWith(allowed(algorithm, key, 'sign'), key, data));
  }

  verify(algorithm: unknown, key: CryptoKey, signature: unknown, data: unknown): Promise<boolean> {
    return settledLater('crypto.subtle.verify', () => verifyWith(allowed(algorithm, key, 'verify'), key, signature, data));
  }

  encrypt(algorithm: unknown, key: CryptoKey, data: unknown): Promise<ArrayBuffer> {
    return settledLater('crypto.subtle.encrypt', () => encryptWith(allowed(algorithm, key, 'encrypt'), key, data));
  }

  decrypt(algorithm: unknown, key: CryptoKey, data: unknown): Promise<ArrayBuffer> {
    return settledLater('crypto.subtle.decrypt', () => decryptWith(allowed(algorithm, key, 'decrypt'), key, data));
  }

  deriveBits(algorithm: unknown, key: CryptoKey, length: number | null = null): Promise<ArrayBuffer> {
    return settledLater('crypto.subtle.deriveBits', () => deriveBitsWith(allowed(algorithm, key, 'deriveBits'), key, length));
  }

  async deriveKey(
    algorithm: unknown,
    key: CryptoKey,
    derived: unknown,
    extractable: boolean,
    usages: readonly KeyUsage[],
  ): Promise<CryptoKey> {
    const wanted = algorithmOf(derived);
    const bits = await settledLater('crypto.subtle.deriveKey', () =>
      deriveBitsWith(allowed(algorithm, key, 'deriveKey'), key, keyBits(wanted)),
    );
    return importReal('raw', bits, derived, extractable, usages);
  }

  importKey(format: string, data: unknown, algorithm: unknown, extractable: boolean, usages: readonly KeyUsage[]): Promise<CryptoKey> {
    return importReal(format, data, algorithm, extractable, usages);
  }

  exportKey(format: string, key: CryptoKey): Promise<unknown> {
    return settledLater('crypto.subtle.exportKey', () => {
      if (!key.extractable) throw new DOMException('key is not extractable', 'InvalidAccessException');
      return exportWith(format, key);
    });
  }

  async generateKey(algorithm: unknown, extractable: boolean, usages: readonly KeyUsage[]): Promise<unknown> {
    const wanted = algorithmOf(algorithm);
    const pairType = PAIR_TYPES[wanted.name];
    if (pairType === undefined) {
      const raw = await settledLater('crypto.subtle.generateKey', () => seededBytes((keyBits(wanted) ?? 0) / 8));
      return importReal('raw', raw, algorithm, extractable, usages);
    }
    const key = await settledLater('crypto.subtle.generateKey', () => privateKeyFor(pairType, pairOptions(wanted)));
    const { kty, crv, n, e, x, y, ...secret } = key.export({ format: 'jwk' });
    const open = Object.fromEntries(Object.entries({ kty, crv, n, e, x, y }).filter(([, value]) => value !== undefined));
    const isPublic = (usage: string) => PUBLIC_USES.includes(usage);
    return {
      publicKey: await importReal('jwk', open, algorithm, true, usages.filter(isPublic)),
      privateKey: await importReal(
        'jwk',
        { ...open, ...secret },
        algorithm,
        extractable,
        usages.filter((usage) => !isPublic(usage)),
      ),
    };
  }

  async wrapKey(format: string, key: CryptoKey, wrappingKey: CryptoKey, algorithm: unknown): Promise<unknown> {
    const exported = await this.exportKey(format, key);
    const bytes = format === 'jwk' ? Buffer.from(JSON.stringify(exported)) : bytesOf(exported);
    return settledLater('crypto.subtle.wrapKey', () => {
      const wrapping = allowed(algorithm, wrappingKey, 'wrapKey');
      return wrapping.name === 'AES-KW'
        ? new Uint8Array(wrapBytes(wrappingKey, bytes, 'wrap')).buffer
        : encryptWith(wrapping, wrappingKey, bytes);
    });
  }

  async unwrapKey(
    format: string,
    wrapped: unknown,
    unwrappingKey: CryptoKey,
    algorithm: unknown,
    keyAlgorithm: unknown,
    extractable: boolean,
    usages: readonly KeyUsage[],
  ): Promise<CryptoKey> {
    const bytes = await settledLater('crypto.subtle.unwrapKey', () => {
      const unwrapping = allowed(algorithm, unwrappingKey, 'unwrapKey');
      return unwrapping.name === 'AES-KW' ? unwrap(unwrappingKey, wrapped) : Buffer.from(decryptWith(unwrapping, unwrappingKey, wrapped));
    });
    const data: unknown = format === 'jwk' ? JSON.parse(bytes.toString()) : bytes;
    return importReal(format, data, keyAlgorithm, extractable, usages);
  }
}

function unwrap(key: CryptoKey, wrapped: unknown): Buffer {
  try {
    return wrapBytes(key, bytesOf(wrapped), 'unwrap');
  } catch {
    throw operationFailed();
  }
}

function allowed(algorithm: unknown, key: CryptoKey, usage: KeyUsage): WebAlgorithm {
  const wanted = algorithmOf(algorithm);
  demand(key, wanted, usage);
  return wanted;
}

const PAIR_TYPES: Readonly<Record<string, string>> = {
  ECDSA: 'ec',
  ECDH: 'ec',
  Ed25519: 'ed25519',
  X25519: 'x25519',
  'RSASSA-PKCS1-v1_5': 'rsa',
  'RSA-PSS': 'rsa',
  'RSA-OAEP': 'rsa',
};

function pairOptions({ namedCurve = '', modulusLength = 2048, publicExponent = new Uint8Array([1, 0, 1]) }: WebAlgorithm) {
  return { namedCurve, modulusLength, publicExponent: Number(toBigInt(publicExponent)) };
}

/** The length of a secret key of this kind; null for those that take all bits there are. */
function keyBits({ name, length, hash }: WebAlgorithm): number | null {
  if (name === 'HMAC') return length ?? HMAC_BITS[hashOf(hash)] ?? 512;
  if (name === 'HKDF' || name === 'PBKDF2') return null;
  if (length !== 128 && length !== 192 && length !== 256) throw operationFailed();
  return length;
}

export class Crypto {
  readonly #subtle: SubtleCrypto;

  constructor(subtle: SubtleCrypto) {
    this.#subtle = subtle;
  }

  get subtle(): SubtleCrypto {
    return this.#subtle;
  }

  get CryptoKey(): unknown {
    return Reflect.get(webcrypto, 'CryptoKey');
  }

  getRandomValues<T>(target: T): T {
    return getRandomValues(target);
  }

  randomUUID(): string {
    return seededUuid();
  }
}
