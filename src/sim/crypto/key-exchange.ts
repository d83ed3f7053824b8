/** Diffie-Hellman: Node's own objects, whose new private keys come from seeded bytes. */
import crypto, { type DiffieHellman, type ECDH, KeyObject } from 'node:crypto';
import { notSimulated } from '../node-error.ts';
import { curveNamed } from './curves.ts';
import { toBigInt, toBytes } from './modular.ts';
import { seededBelow } from './random.ts';
import { encryptOaep, encryptPkcs1 } from './rsa-padding.ts';

export function createECDH(name: string): ECDH {
  const ecdh = crypto.createECDH(name);
  const generateKeys = (encoding?: crypto.BinaryToTextEncoding, format?: 'compressed' | 'uncompressed' | 'hybrid') => {
    const curve = curveNamed(name);
    if (curve === undefined) throw notSimulated(`Generating a key on the curve ${name}`, 'Use P-256, P-384, P-521 or secp256k1.');
    ecdh.setPrivateKey(toBytes(seededBelow(curve.order - 1n) + 1n, curve.bytes));
    return encoding === undefined ? ecdh.getPublicKey() : ecdh.getPublicKey(encoding, format);
  };
  return Object.defineProperty(ecdh, 'generateKeys', { value: generateKeys, writable: true, configurable: true });
}

function seeded<T extends DiffieHellman>(exchange: T): T {
  const generate = exchange.generateKeys.bind(exchange);
  let hasKey = false;
  const generateKeys = (encoding?: crypto.BinaryToTextEncoding) => {
    if (!hasKey) exchange.setPrivateKey(toBytes(seededBelow(toBigInt(exchange.getPrime()) - 3n) + 2n));
    hasKey = true;
    return encoding === undefined ? generate() : generate(encoding);
  };
  return Object.defineProperty(exchange, 'generateKeys', { value: generateKeys, writable: true, configurable: true });
}

export function createDiffieHellman(...args: unknown[]): DiffieHellman {
  if (typeof args[0] === 'number') {
    throw notSimulated('crypto.createDiffieHellman with a prime length', "Give the prime, or use crypto.getDiffieHellman('modp14').");
  }
  const real: (...args: never[]) => DiffieHellman = crypto.createDiffieHellman;
  return seeded(Reflect.apply(real, crypto, args));
}

/** What makes such objects, as the class they are of; callable without `new`, as the real one is. */
export function exchangeClass(name: 'ECDH' | 'DiffieHellman' | 'DiffieHellmanGroup', make: (...args: never[]) => object): unknown {
  function create(...args: never[]): object {
    return make(...args);
  }
  return Object.defineProperties(create, { name: { value: name }, prototype: { value: Reflect.get(crypto[name], 'prototype') } });
}

/** A group of RFC 3526 refuses to be given a private key, but its prime and generator make an exchange that takes one. */
export function getDiffieHellman(group: string): DiffieHellman {
  const known = crypto.getDiffieHellman(group);
  return seeded(crypto.createDiffieHellman(known.getPrime(), known.getGenerator()));
}

interface EncryptOptions {
  readonly padding?: number;
  readonly oaepHash?: string;
  readonly oaepLabel?: Uint8Array;
}

const { RSA_PKCS1_OAEP_PADDING, RSA_PKCS1_PADDING } = crypto.constants;

export function publicEncrypt(key: unknown, message: string | NodeJS.ArrayBufferView): Buffer {
  const real: (...args: never[]) => Buffer = crypto.publicEncrypt;
  const options: EncryptOptions =
    typeof key === 'object' && key !== null && !(key instanceof KeyObject) && !ArrayBuffer.isView(key) ? key : {};
  const padding = options.padding ?? RSA_PKCS1_OAEP_PADDING;
  if (padding !== RSA_PKCS1_OAEP_PADDING && padding !== RSA_PKCS1_PADDING) return Reflect.apply(real, crypto, [key, message]);
  const publicKey = publicKeyOf(key);
  const bytes = typeof message === 'string' ? Buffer.from(message) : Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  if (padding === RSA_PKCS1_PADDING) return encryptPkcs1(bytes, publicKey);
  return encryptOaep(options.oaepHash ?? 'sha1', options.oaepLabel ?? Buffer.alloc(0), bytes, publicKey);
}

function publicKeyOf(key: unknown): KeyObject {
  const inner: unknown = typeof key === 'object' && key !== null && 'key' in key ? key.key : key;
  if (inner instanceof KeyObject && inner.type === 'public') return inner;
  const create: (...args: never[]) => KeyObject = crypto.createPublicKey;
  return Reflect.apply(create, crypto, [inner instanceof KeyObject ? inner : key]);
}
