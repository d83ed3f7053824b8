/** Signatures. Those of ECDSA and RSA-PSS hold random numbers, so they are made here from seeded ones; all others are Node's own. */
import crypto, { KeyObject } from 'node:crypto';
import { Writable } from 'node:stream';
import { notSimulated } from '../node-error.ts';
import { type Curve, curveNamed } from './curves.ts';
import { inverse, modulo, toBigInt, toBytes } from './modular.ts';
import { complete } from './off-thread.ts';
import { seededBelow } from './random.ts';
import { signPss } from './rsa-padding.ts';

interface SignKeyOptions {
  readonly dsaEncoding?: 'der' | 'ieee-p1363';
  readonly padding?: number;
  readonly saltLength?: number;
  readonly key?: unknown;
}

const { RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_MAX_SIGN } = crypto.constants;

export function signSync(algorithm: string | null | undefined, data: Uint8Array, key: unknown): Buffer {
  const privateKey = privateKeyOf(key);
  const options: SignKeyOptions =
    typeof key === 'object' && key !== null && !(key instanceof KeyObject) && !ArrayBuffer.isView(key) ? key : {};
  const type = privateKey?.asymmetricKeyType;
  if (privateKey !== undefined && type === 'ec') {
    return signEcdsa(algorithm ?? 'sha256', data, privateKey, options.dsaEncoding ?? 'der');
  }
  if (privateKey !== undefined && type === 'rsa' && options.padding === RSA_PKCS1_PSS_PADDING) {
    const hash = algorithm ?? 'sha256';
    return signPss(hash, hash, data, privateKey, options.saltLength ?? RSA_PSS_SALTLEN_MAX_SIGN);
  }
  if (type === 'rsa-pss' || type === 'dsa') throw notSimulated(`Signing with a key of type '${type}'`, 'Use an rsa, ec or ed25519 key.');
  const real: (...args: never[]) => Buffer = crypto.sign;
  return Reflect.apply(real, crypto, [algorithm, data, key]);
}

/** Undefined when it is no key at all: the real function says so. */
function privateKeyOf(key: unknown): KeyObject | undefined {
  const inner: unknown = typeof key === 'object' && key !== null && 'key' in key ? key.key : key;
  if (inner instanceof KeyObject) return inner.type === 'private' ? inner : undefined;
  const create: (...args: never[]) => KeyObject = crypto.createPrivateKey;
  try {
    return Reflect.apply(create, crypto, [key]);
  } catch {
    return undefined;
  }
}

function signEcdsa(hash: string, data: Uint8Array, key: KeyObject, encoding: 'der' | 'ieee-p1363'): Buffer {
  const name = key.asymmetricKeyDetails?.namedCurve ?? '';
  const curve = curveNamed(name);
  if (curve === undefined) throw notSimulated(`Signing on the curve ${name}`, 'Use P-256, P-384, P-521 or secp256k1.');
  const digest = crypto.createHash(hash).update(data).digest();
  const z = toBigInt(digest) >> BigInt(Math.max(0, digest.length * 8 - curve.orderBits));
  const secret = toBigInt(Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url'));
  const [r, s] = ecdsa(curve, secret, z);
  return encoding === 'der' ? der(r, s) : Buffer.concat([toBytes(r, curve.bytes), toBytes(s, curve.bytes)]);
}

/** The point of the random number is what Node's Diffie-Hellman calls its public key. */
function ecdsa(curve: Curve, secret: bigint, z: bigint): readonly [bigint, bigint] {
  const ecdh = crypto.createECDH(curve.name);
  for (;;) {
    const k = seededBelow(curve.order - 1n) + 1n;
    ecdh.setPrivateKey(toBytes(k, curve.bytes));
    const r = toBigInt(ecdh.getPublicKey().subarray(1, 1 + curve.bytes)) % curve.order;
    const s = modulo(inverse(k, curve.order) * (z + r * secret), curve.order);
    if (r !== 0n && s !== 0n) return [r, s];
  }
}

function der(r: bigint, s: bigint): Buffer {
  const body = Buffer.concat([derInteger(r), derInteger(s)]);
  const length = body.length < 128 ? [body.length] : [0x81, body.length];
  return Buffer.concat([Buffer.from([0x30, ...length]), body]);
}

function derInteger(value: bigint): Buffer {
  const bytes = toBytes(value);
  const lead = (bytes[0] ?? 0) > 127 ? [0] : [];
  return Buffer.concat([Buffer.from([2, bytes.length + lead.length, ...lead]), bytes]);
}

export function sign(algorithm: string | null | undefined, data: Uint8Array, key: unknown, callback?: unknown): Buffer | undefined {
  const signature = signSync(algorithm, data, key);
  if (typeof callback !== 'function') return signature;
  complete('crypto.sign', signature, (value) => Reflect.apply(callback, undefined, [null, value]));
  return undefined;
}

export function verify(algorithm: unknown, data: unknown, key: unknown, signature: unknown, callback?: unknown): boolean | undefined {
  const real: (...args: never[]) => boolean = crypto.verify;
  const verdict = Reflect.apply(real, crypto, [algorithm, data, key, signature]);
  if (typeof callback !== 'function') return verdict;
  complete('crypto.verify', verdict, (value) => Reflect.apply(callback, undefined, [null, value]));
  return undefined;
}

/** `crypto.Sign`: collects what is to be signed. */
class SimSign extends Writable {
  readonly #algorithm: string;
  readonly #chunks: Uint8Array[] = [];

  constructor(algorithm: string) {
    // The real one judges the name.
    crypto.createSign(algorithm);
    super();
    this.#algorithm = algorithm;
  }

  update(data: string | NodeJS.ArrayBufferView, encoding?: BufferEncoding): this {
    if (typeof data === 'string') this.#chunks.push(Buffer.from(data, encoding));
    else this.#chunks.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    return this;
  }

  override _write(chunk: string | Uint8Array, encoding: BufferEncoding, done: () => void): void {
    this.update(chunk, encoding);
    done();
  }

  sign(key: unknown, encoding?: BufferEncoding): Buffer | string {
    const signature = signSync(this.#algorithm, Buffer.concat(this.#chunks), key);
    return encoding === undefined ? signature : signature.toString(encoding);
  }
}

/** Callable without `new`, as the real one is. */
export const Sign = new Proxy(SimSign, { apply: (Class, _self, [algorithm]: [string]) => new Class(algorithm) });

export function createSign(algorithm: string): SimSign {
  return new SimSign(algorithm);
}
