/** The randomised paddings of RSA, written out so that their random bytes are seeded ones; the arithmetic is Node's own. */
import crypto, { type KeyObject } from 'node:crypto';
import { seededBytes } from './random.ts';

const { RSA_NO_PADDING, RSA_PSS_SALTLEN_DIGEST, RSA_PSS_SALTLEN_MAX_SIGN } = crypto.constants;

function mask(hash: string, seed: Uint8Array, size: number): Buffer {
  const blocks: Buffer[] = [];
  for (let length = 0, counter = 0; length < size; counter += 1) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const block = crypto.createHash(hash).update(seed).update(count).digest();
    blocks.push(block);
    length += block.length;
  }
  return Buffer.concat(blocks).subarray(0, size);
}

function xor(a: Uint8Array, b: Uint8Array): Buffer {
  return Buffer.from(a.map((byte, at) => byte ^ (b[at] ?? 0)));
}

function modulusBits(key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}

/** EMSA-PSS with a seeded salt. */
export function signPss(hash: string, mgfHash: string, data: Uint8Array, key: KeyObject, saltLength: number): Buffer {
  const digest = crypto.createHash(hash).update(data).digest();
  const bits = modulusBits(key) - 1;
  const size = Math.ceil(bits / 8);
  const saltMax = size - digest.length - 2;
  const saltSize = saltLength === RSA_PSS_SALTLEN_DIGEST ? digest.length : saltLength === RSA_PSS_SALTLEN_MAX_SIGN ? saltMax : saltLength;
  if (saltSize > saltMax) throw new Error('error:0200006E:rsa routines::data too large for key size');
  const salt = seededBytes(saltSize);
  const inner = crypto.createHash(hash).update(Buffer.alloc(8)).update(digest).update(salt).digest();
  const block = Buffer.concat([Buffer.alloc(saltMax - saltSize), Buffer.from([1]), salt]);
  const masked = xor(block, mask(mgfHash, inner, block.length));
  masked[0] = (masked[0] ?? 0) & (0xff >>> (8 * size - bits));
  const encoded = Buffer.concat([masked, inner, Buffer.from([0xbc])]);
  const whole = Buffer.concat([Buffer.alloc(Math.ceil(modulusBits(key) / 8) - size), encoded]);
  return crypto.privateEncrypt({ key, padding: RSA_NO_PADDING }, whole);
}

/** EME-OAEP with a seeded seed. */
export function encryptOaep(hash: string, label: Uint8Array, message: Uint8Array, key: KeyObject): Buffer {
  const labelHash = crypto.createHash(hash).update(label).digest();
  const size = Math.ceil(modulusBits(key) / 8);
  const fill = size - message.length - 2 * labelHash.length - 2;
  if (fill < 0) throw tooLarge();
  const block = Buffer.concat([labelHash, Buffer.alloc(fill), Buffer.from([1]), message]);
  const seed = seededBytes(labelHash.length);
  const maskedBlock = xor(block, mask(hash, seed, block.length));
  const maskedSeed = xor(seed, mask(hash, maskedBlock, seed.length));
  return crypto.publicEncrypt({ key, padding: RSA_NO_PADDING }, Buffer.concat([Buffer.from([0]), maskedSeed, maskedBlock]));
}

/** PKCS #1 version 1.5: the padding has no zeros. */
export function encryptPkcs1(message: Uint8Array, key: KeyObject): Buffer {
  const size = Math.ceil(modulusBits(key) / 8);
  const fill = size - message.length - 3;
  if (fill < 8) throw tooLarge();
  const padding = seededBytes(fill).map((byte) => (byte === 0 ? 1 : byte));
  const whole = Buffer.concat([Buffer.from([0, 2]), padding, Buffer.from([0]), message]);
  return crypto.publicEncrypt({ key, padding: RSA_NO_PADDING }, whole);
}

function tooLarge(): Error {
  return Object.assign(new Error('error:0200006E:rsa routines::data too large for key size'), {
    code: 'ERR_OSSL_RSA_DATA_TOO_LARGE_FOR_KEY_SIZE',
    library: 'rsa routines',
    reason: 'data too large for key size',
  });
}
