/**
 * `node:crypto`: Node's own algorithms. What is random comes from the seeded stream of the machine, what Node would do on other
 * threads is computed at once and completed by the scheduler.
 */
import crypto from 'node:crypto';
import { generateKeyPair, generateKeyPairSync, generateKeySync } from '../crypto/generate-keys.ts';
import { createDiffieHellman, createECDH, getDiffieHellman, publicEncrypt } from '../crypto/key-exchange.ts';
import { offThread } from '../crypto/off-thread.ts';
import { generatePrimeSync } from '../crypto/prime.ts';
import { getRandomValues, randomBytes, randomFill, randomFillSync, randomInt, seededUuid } from '../crypto/random.ts';
import { createSign, Sign, sign, verify } from '../crypto/signatures.ts';
import { simWebCrypto } from '../global/web-crypto.ts';
import { notSimulated } from '../node-error.ts';
import { copyModule } from './copy-module.ts';

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
  createDiffieHellman,
  createDiffieHellmanGroup: getDiffieHellman,
  getDiffieHellman,
  publicEncrypt,
  setEngine: refused('setEngine'),
  setFips: refused('setFips'),
};

export const simCrypto: Record<string, unknown> = copyModule(crypto, replaced);
