/** The operations of Web Crypto, computed at once on Node's synchronous functions; who calls decides when the answer comes. */
import crypto, { type CipherGCM, type DecipherGCM, KeyObject } from 'node:crypto';
import { signSync } from './signatures.ts';
import { publicEncrypt } from './key-exchange.ts';
import { arrayBufferOf, bytesOf, type CryptoKey, hashOf, hashOfKey, operationFailed, type WebAlgorithm } from './web-algorithm.ts';

const { RSA_PKCS1_PSS_PADDING, RSA_PKCS1_OAEP_PADDING } = crypto.constants;

export function digest(algorithm: WebAlgorithm, data: unknown): ArrayBuffer {
  return arrayBufferOf(crypto.createHash(hashOf(algorithm)).update(bytesOf(data)).digest());
}

function keyObject(key: CryptoKey): KeyObject {
  return KeyObject.from(key);
}

/** What a signature is made with: the hash, and the options of Node's own functions. */
function signer(algorithm: WebAlgorithm, key: CryptoKey): readonly [string | null, object] {
  const inner = keyObject(key);
  switch (algorithm.name) {
    case 'ECDSA':
      return [hashOf(algorithm.hash), { key: inner, dsaEncoding: 'ieee-p1363' }];
    case 'Ed25519':
      return [null, { key: inner }];
    case 'RSASSA-PKCS1-v1_5':
      return [hashOfKey(key), { key: inner }];
    case 'RSA-PSS':
      return [hashOfKey(key), { key: inner, padding: RSA_PKCS1_PSS_PADDING, saltLength: algorithm.saltLength ?? 0 }];
    default:
      throw new DOMException('Unrecognized algorithm name', 'NotSupportedError');
  }
}

export function signWith(algorithm: WebAlgorithm, key: CryptoKey, data: unknown): ArrayBuffer {
  if (algorithm.name === 'HMAC') return arrayBufferOf(hmac(key, data));
  const [hash, options] = signer(algorithm, key);
  return arrayBufferOf(signSync(hash, bytesOf(data), options));
}

export function verifyWith(algorithm: WebAlgorithm, key: CryptoKey, signature: unknown, data: unknown): boolean {
  if (algorithm.name === 'HMAC') {
    const [expected, given] = [hmac(key, data), bytesOf(signature)];
    return expected.length === given.length && crypto.timingSafeEqual(expected, given);
  }
  const [hash, options] = signer(algorithm, key);
  const real: (...args: never[]) => boolean = crypto.verify;
  return Reflect.apply(real, crypto, [hash, bytesOf(data), options, bytesOf(signature)]);
}

function hmac(key: CryptoKey, data: unknown): Buffer {
  return crypto.createHmac(hashOfKey(key), keyObject(key)).update(bytesOf(data)).digest();
}

export function encryptWith(algorithm: WebAlgorithm, key: CryptoKey, data: unknown): ArrayBuffer {
  const message = bytesOf(data);
  if (algorithm.name === 'RSA-OAEP') return arrayBufferOf(publicEncrypt(oaep(algorithm, key), message));
  const cipher = cipherFor(algorithm, key, 'encrypt');
  const sealed = Buffer.concat([cipher.update(message), cipher.final()]);
  return arrayBufferOf(algorithm.name === 'AES-GCM' && 'getAuthTag' in cipher ? Buffer.concat([sealed, cipher.getAuthTag()]) : sealed);
}

export function decryptWith(algorithm: WebAlgorithm, key: CryptoKey, data: unknown): ArrayBuffer {
  const message = bytesOf(data);
  try {
    if (algorithm.name === 'RSA-OAEP') return arrayBufferOf(crypto.privateDecrypt(oaep(algorithm, key), message));
    const cipher = cipherFor(algorithm, key, 'decrypt');
    const tagSize = algorithm.name === 'AES-GCM' ? (algorithm.tagLength ?? 128) / 8 : 0;
    if (algorithm.name === 'AES-GCM' && 'setAuthTag' in cipher) cipher.setAuthTag(message.subarray(message.length - tagSize));
    return arrayBufferOf(Buffer.concat([cipher.update(message.subarray(0, message.length - tagSize)), cipher.final()]));
  } catch {
    throw operationFailed();
  }
}

function oaep(algorithm: WebAlgorithm, key: CryptoKey): crypto.RsaPublicKey & crypto.RsaPrivateKey {
  const label = algorithm.label === undefined ? Buffer.alloc(0) : bytesOf(algorithm.label);
  return { key: keyObject(key), padding: RSA_PKCS1_OAEP_PADDING, oaepHash: hashOfKey(key), oaepLabel: label };
}

function cipherFor(
  algorithm: WebAlgorithm,
  key: CryptoKey,
  way: 'encrypt' | 'decrypt',
): CipherGCM | DecipherGCM | crypto.Cipher | crypto.Decipher {
  const bits = Number(Reflect.get(key.algorithm, 'length'));
  const secret = keyObject(key);
  const iv = bytesOf(algorithm.name === 'AES-CTR' ? algorithm.counter : algorithm.iv);
  if (algorithm.name !== 'AES-GCM') {
    const name = `aes-${bits}-${algorithm.name === 'AES-CBC' ? 'cbc' : 'ctr'}`;
    return way === 'encrypt' ? crypto.createCipheriv(name, secret, iv) : crypto.createDecipheriv(name, secret, iv);
  }
  const name = bits === 128 ? 'aes-128-gcm' : bits === 192 ? 'aes-192-gcm' : 'aes-256-gcm';
  const options = { authTagLength: (algorithm.tagLength ?? 128) / 8 };
  const cipher = way === 'encrypt' ? crypto.createCipheriv(name, secret, iv, options) : crypto.createDecipheriv(name, secret, iv, options);
  if (algorithm.additionalData !== undefined) cipher.setAAD(bytesOf(algorithm.additionalData));
  return cipher;
}

export function deriveBitsWith(algorithm: WebAlgorithm, key: CryptoKey, bits: number | null): ArrayBuffer {
  const inner = keyObject(key);
  if (algorithm.name === 'ECDH' || algorithm.name === 'X25519') return agree(algorithm, inner, bits);
  if (bits === null || bits % 8 !== 0) throw operationFailed();
  const size = bits / 8;
  if (size === 0) return new ArrayBuffer(0);
  const hash = hashOf(algorithm.hash);
  const salt = bytesOf(algorithm.salt);
  if (algorithm.name === 'HKDF') return crypto.hkdfSync(hash, inner, salt, bytesOf(algorithm.info), size);
  return arrayBufferOf(crypto.pbkdf2Sync(inner.export(), salt, algorithm.iterations ?? 0, size, hash));
}

function agree(algorithm: WebAlgorithm, privateKey: KeyObject, bits: number | null): ArrayBuffer {
  if (algorithm.public === undefined) throw new TypeError("algorithm.public must be the other's CryptoKey");
  const secret = crypto.diffieHellman({ privateKey, publicKey: keyObject(algorithm.public) });
  if (bits === null) return arrayBufferOf(secret);
  if (bits > secret.length * 8) throw new DOMException('derived bit length is too small', 'OperationError');
  return arrayBufferOf(secret.subarray(0, Math.ceil(bits / 8)));
}

/** AES key wrap (RFC 3394); Node's own cipher of that name. */
export function wrapBytes(key: CryptoKey, data: Uint8Array, way: 'wrap' | 'unwrap'): Buffer {
  const name = `aes${String(Reflect.get(key.algorithm, 'length'))}-wrap`;
  const iv = Buffer.from('a6a6a6a6a6a6a6a6', 'hex');
  const cipher = way === 'wrap' ? crypto.createCipheriv(name, keyObject(key), iv) : crypto.createDecipheriv(name, keyObject(key), iv);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

export function exportWith(format: string, key: CryptoKey): unknown {
  const inner = keyObject(key);
  if (format === 'jwk') {
    const jwk = inner.export({ format: 'jwk' });
    return { ...jwk, ext: key.extractable, key_ops: [...key.usages], ...(jwkName(key) === undefined ? {} : { alg: jwkName(key) }) };
  }
  if (format === 'raw') return arrayBufferOf(inner.type === 'secret' ? inner.export() : rawPoint(inner));
  const wanted = format === 'spki' ? 'public' : 'private';
  if (inner.type !== wanted) throw new DOMException('Unable to export a raw key of this type', 'InvalidAccessError');
  return arrayBufferOf(format === 'spki' ? inner.export({ format: 'der', type: 'spki' }) : inner.export({ format: 'der', type: 'pkcs8' }));
}

function rawPoint(key: KeyObject): Buffer {
  const { x = '', y } = key.export({ format: 'jwk' });
  const parts = [Buffer.from(x, 'base64url'), Buffer.from(y ?? '', 'base64url')];
  return Buffer.concat(y === undefined ? parts : [Buffer.from([4]), ...parts]);
}

/** The `alg` of a JSON Web Key. */
function jwkName(key: CryptoKey): string | undefined {
  const { name } = key.algorithm;
  if (name.startsWith('AES-')) return `A${String(Reflect.get(key.algorithm, 'length'))}${name.slice(4)}`;
  if (name === 'HMAC') return `HS${hashOfKey(key).slice(3)}`;
  if (name === 'RSASSA-PKCS1-v1_5') return `RS${hashOfKey(key).slice(3)}`;
  if (name === 'RSA-PSS') return `PS${hashOfKey(key).slice(3)}`;
  if (name === 'RSA-OAEP') return hashOfKey(key) === 'sha1' ? 'RSA-OAEP' : `RSA-OAEP-${hashOfKey(key).slice(3)}`;
  return undefined;
}
