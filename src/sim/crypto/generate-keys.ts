/**
 * Key generation from seeded bytes: real keys of the usual kinds, the same ones in every replay. RSA keys take a tenth of a second to
 * find, so they do not depend on the seed: the first RSA key of a run is always the same one, found once per process, and so on.
 */
import crypto, { type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import { current } from '../active.ts';
import type { Kernel } from '../machine.ts';
import { notSimulated } from '../node-error.ts';
import { curveNamed } from './curves.ts';
import { inverse, toBytes } from './modular.ts';
import { complete } from './off-thread.ts';
import { findPrime } from './prime.ts';
import { seededBelow, seededBytes } from './random.ts';

interface PairOptions {
  readonly modulusLength?: number;
  readonly publicExponent?: number;
  readonly namedCurve?: string;
  readonly publicKeyEncoding?: crypto.KeyExportOptions<'pem'>;
  readonly privateKeyEncoding?: crypto.KeyExportOptions<'pem'>;
}

export interface KeyPair {
  readonly publicKey: unknown;
  readonly privateKey: unknown;
}

/** PKCS #8 up to the secret bytes. */
const SECRET_PREFIX: Readonly<Record<string, readonly [string, number]>> = {
  ed25519: ['302e020100300506032b657004220420', 32],
  x25519: ['302e020100300506032b656e04220420', 32],
  ed448: ['3047020100300506032b6571043b0439', 57],
  x448: ['3046020100300506032b656f043a0438', 56],
};

export function privateKeyFor(type: string, options: PairOptions): KeyObject {
  const prefix = SECRET_PREFIX[type];
  if (prefix !== undefined) {
    const key = Buffer.concat([Buffer.from(prefix[0], 'hex'), seededBytes(prefix[1])]);
    return crypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  }
  if (type === 'ec') return curveKey(String(options.namedCurve));
  if (type === 'rsa') return rsaKey(Number(options.modulusLength), options.publicExponent ?? 65_537);
  throw notSimulated(`Generating a key pair of type '${type}'`, 'Use rsa, ec, ed25519, ed448, x25519 or x448, or load a key from a file.');
}

function curveKey(name: string): KeyObject {
  const curve = curveNamed(name);
  if (curve === undefined) throw notSimulated(`Generating a key on the curve ${name}`, 'Use P-256, P-384, P-521 or secp256k1.');
  const secret = toBytes(seededBelow(curve.order - 1n) + 1n, curve.bytes);
  const ecdh = crypto.createECDH(curve.name);
  ecdh.setPrivateKey(secret);
  const point = ecdh.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const [x, y] = [text(point.subarray(1, 1 + curve.bytes)), text(point.subarray(1 + curve.bytes))];
  return crypto.createPrivateKey({ key: { kty: 'EC', crv: curve.jwk, d: text(secret), x, y }, format: 'jwk' });
}

const rsaKeysOfRun = new WeakMap<Kernel, number>();
const rsaKeys = new Map<string, KeyObject>();

function rsaKey(bits: number, exponent: number): KeyObject {
  const { kernel } = current();
  const index = rsaKeysOfRun.get(kernel) ?? 0;
  rsaKeysOfRun.set(kernel, index + 1);
  const name = `rsa ${bits} ${exponent} ${index}`;
  const known = rsaKeys.get(name) ?? makeRsaKey(bits, exponent, name);
  rsaKeys.set(name, known);
  return known;
}

function makeRsaKey(bits: number, exponent: number, name: string): KeyObject {
  const stream = new Xoshiro128({ hi: 0, lo: 0 }).splitStream(name);
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => stream.nextU32() & 0xff));
  const e = BigInt(exponent);
  const accepts = (prime: bigint) => (prime - 1n) % e !== 0n;
  const p = findPrime({ bits: Math.ceil(bits / 2), bytes, accepts });
  const q = findPrime({ bits: Math.floor(bits / 2), bytes, accepts: (prime) => accepts(prime) && prime !== p });
  const d = inverse(e, (p - 1n) * (q - 1n));
  const parts = { n: p * q, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const key = Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, toBytes(value).toString('base64url')]));
  return crypto.createPrivateKey({ key: { kty: 'RSA', ...key }, format: 'jwk' });
}

export function generateKeyPairSync(type: string, options: PairOptions = {}): KeyPair {
  judgePairOptions(type, options);
  const privateKey = privateKeyFor(type, options);
  const publicKey = crypto.createPublicKey(privateKey);
  return {
    publicKey: options.publicKeyEncoding === undefined ? publicKey : publicKey.export(options.publicKeyEncoding),
    privateKey: options.privateKeyEncoding === undefined ? privateKey : privateKey.export(options.privateKeyEncoding),
  };
}

/** Wrong options go to the real function, which throws in its own words. */
function judgePairOptions(type: string, options: PairOptions): void {
  const real: (...args: never[]) => unknown = crypto.generateKeyPairSync;
  const { modulusLength, publicExponent } = options;
  const wrong =
    (type === 'rsa' && (!Number.isInteger(modulusLength) || Number(modulusLength) < 512 || (publicExponent ?? 3) < 3)) ||
    (type === 'ec' && (typeof options.namedCurve !== 'string' || !crypto.getCurves().includes(opensslName(options.namedCurve)))) ||
    typeof type !== 'string';
  if (wrong) Reflect.apply(real, crypto, [type, options]);
}

function opensslName(name: string): string {
  return curveNamed(name)?.name ?? name;
}

export function generateKeyPair(type: string, options: unknown, callback: unknown): void {
  const done = typeof options === 'function' ? options : callback;
  if (typeof done !== 'function') {
    const real: (...args: never[]) => unknown = crypto.generateKeyPair;
    Reflect.apply(real, crypto, [type, options, callback]);
    return;
  }
  const pair = generateKeyPairSync(type, typeof options === 'object' && options !== null ? options : {});
  complete('crypto.generateKeyPair', pair, ({ publicKey, privateKey }) => Reflect.apply(done, undefined, [null, publicKey, privateKey]));
}

Object.defineProperty(generateKeyPair, promisify.custom, {
  value: (type: string, options: unknown) =>
    new Promise<KeyPair>((resolve) => {
      generateKeyPair(type, options, (_error: null, publicKey: unknown, privateKey: unknown) => resolve({ publicKey, privateKey }));
    }),
});

export function generateKeySync(type: 'hmac' | 'aes', options: { readonly length: number }): KeyObject {
  const fine = type === 'hmac' ? Number.isInteger(options?.length) && options.length >= 8 : [128, 192, 256].includes(options?.length);
  if ((type !== 'hmac' && type !== 'aes') || !fine) return crypto.generateKeySync(type, options);
  return crypto.createSecretKey(seededBytes(Math.floor(options.length / 8)));
}
