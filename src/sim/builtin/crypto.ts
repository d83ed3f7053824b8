/**
 * `node:crypto`: Node's own algorithms. What is random comes from the seeded stream of the machine, what Node would do on other
 * threads is computed at once and completed by the scheduler.
 */
import crypto from 'node:crypto';
import { generateKeyPair, generateKeyPairSync, generateKeySync } from '../crypto/generate-keys.ts';
import { createDiffieHellman, createECDH, exchangeClass, getDiffieHellman, publicEncrypt } from '../crypto/key-exchange.ts';
import { offThread } from '../crypto/off-thread.ts';
import { generatePrimeSync } from '../crypto/prime.ts';
import { getRandomValues, randomBytes, randomFill, randomFillSync, randomInt, seededUuid } from '../crypto/random.ts';
import { seededUuidV7 } from '../crypto/uuid-v7.ts';
import { createSign, Sign, sign, verify } from '../crypto/signatures.ts';
import { simWebCrypto } from '../global/web-crypto.ts';
import { notSimulated } from '../node-error.ts';
import { copyModule } from './copy-module.ts';

type AnyFunction = (...args: never[]) => unknown;

function refused(name: string): () => never {
  return () => {
    throw notSimulated(`crypto.${name}`, 'It changes the whole process of the host.');
  };
}

const replaced = {
  randomBytes,
  pseudoRandomBytes: randomBytes,
  rng: randomBytes,
  prng: randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID: seededUuid,
  getRandomValues,
  webcrypto: simWebCrypto,
  subtle: simWebCrypto.subtle,
  generateKey: offThread('generateKey', generateKeySync, crypto.generateKey),
  generateKeySync,
  generateKeyPair,
  generateKeyPairSync,
  generatePrime: offThread('generatePrime', generatePrimeSync, crypto.generatePrime),
  generatePrimeSync,
  checkPrime: offThread('checkPrime', crypto.checkPrimeSync, crypto.checkPrime),
  pbkdf2: offThread('pbkdf2', crypto.pbkdf2Sync, crypto.pbkdf2),
  scrypt: offThread('scrypt', crypto.scryptSync, crypto.scrypt),
  hkdf: offThread('hkdf', crypto.hkdfSync, crypto.hkdf),
  sign,
  verify,
  createSign,
  Sign,
  createECDH,
  ECDH: exchangeClass('ECDH', createECDH),
  DiffieHellman: exchangeClass('DiffieHellman', createDiffieHellman),
  DiffieHellmanGroup: exchangeClass('DiffieHellmanGroup', getDiffieHellman),
  createDiffieHellman,
  createDiffieHellmanGroup: getDiffieHellman,
  getDiffieHellman,
  publicEncrypt,
  setEngine: refused('setEngine'),
  setFips: refused('setFips'),
  ...newer(),
};

/** What only newer versions of Node have. */
function newer(): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  if ('randomUUIDv7' in crypto) members['randomUUIDv7'] = seededUuidV7;
  for (const name of ['argon2', 'decapsulate', 'diffieHellman']) {
    const real: unknown = Reflect.get(crypto, name);
    const twin: unknown = Reflect.get(crypto, `${name}Sync`) ?? real;
    if (isFunction(real) && isFunction(twin)) members[name] = withOptionalCallback(name, twin, real);
  }
  return members;
}

/** What it takes is up to the caller. */
function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}

/** Functions that are asked with a callback or, some of them, without. */
function withOptionalCallback(name: string, sync: AnyFunction, real: AnyFunction): AnyFunction {
  const takesCallback = real.length > 1;
  return takesCallback ? offThread(name, sync, real) : real;
}

const KNOWN = `
  Certificate Cipher Cipheriv Decipher Decipheriv Hash Hmac KeyObject Verify X509Certificate createCipher createCipheriv createDecipher
  createDecipheriv createHash createHmac createMac createPrivateKey createPublicKey createSecretKey createVerify getCipherInfo getCiphers
  getCurves getFips getHashes getMacs hash parsePKCS12 privateDecrypt privateEncrypt publicDecrypt secureHeapUsed timingSafeEqual
  argon2Sync hkdfSync pbkdf2Sync scryptSync checkPrimeSync`;

export const simCrypto: Record<string, unknown> = copyModule(crypto, replaced, { module: 'crypto', names: KNOWN });
