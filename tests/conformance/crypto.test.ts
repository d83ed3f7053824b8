/** crypto: algorithms, errors and order are the same on real Node and in simulation; only the random bytes differ, and those repeat. */
import { describe, expect, test } from 'vitest';
import { ScriptedSource } from '../../src/decide/scripted.ts';
import { type Body, sameInBothWorlds, simulate } from '../support/both-worlds.ts';

const hex = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes).toString('hex');
const data = new TextEncoder().encode('a message');

describe('functions', () => {
  sameInBothWorlds({
    'hashes and macs are the real ones': (load) => {
      const crypto = load('crypto');
      return [crypto.createHash('sha256').update('x').digest('hex'), crypto.createHmac('sha512', 'k').update('x').digest('hex')];
    },
    'pbkdf2, scrypt and hkdf give the same bytes by callback': async (load) => {
      const crypto = load('crypto');
      const { promisify } = load('util');
      const derived = await promisify(crypto.pbkdf2)('secret', 'salt', 100, 32, 'sha256');
      const hard = await promisify<string, string, number, Buffer>(crypto.scrypt)('secret', 'salt', 32);
      const expanded = await promisify(crypto.hkdf)('sha256', 'key', 'salt', 'info', 42);
      return [hex(derived), hex(hard), hex(expanded)];
    },
    'a callback comes after the code that asked': (load) =>
      new Promise((resolve) => {
        const seen: string[] = [];
        load('crypto').randomBytes(4, (_error, bytes) => {
          seen.push(`bytes ${bytes.length}`);
          resolve(seen);
        });
        seen.push('asked');
        void Promise.resolve().then(() => seen.push('promise'));
      }),
    'random values have the promised shape': (load) => {
      const crypto = load('crypto');
      const int = crypto.randomInt(5, 7);
      const array = crypto.getRandomValues(new Uint16Array(3));
      const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
      return [
        int === 5 || int === 6,
        array.length,
        uuid.test(crypto.randomUUID()),
        crypto.randomBytes(0).length,
        crypto.randomFillSync(new Uint32Array(2)).length,
      ];
    },
    'randomFill fills the part it was told': (load) =>
      new Promise((resolve) => {
        load('crypto').randomFill(Buffer.alloc(8), 4, 4, (error, bytes) => resolve([error, hex(bytes.subarray(0, 4)), bytes.length]));
      }),
    'a wrong size is refused': (load) => load('crypto').randomBytes(-1),
    'a size of the wrong kind is refused': (load) => Reflect.apply(load('crypto').randomBytes, undefined, ['4']),
    'an impossible range is refused': (load) => load('crypto').randomInt(7, 5),
    'random values need an array of integers': (load) => load('crypto').getRandomValues(new Float32Array(1) as never),
    'an unknown digest is refused': (load) => load('crypto').pbkdf2('a', 'b', 1, 1, 'nothing', () => undefined),
    'a missing callback is refused': (load) => Reflect.apply(load('crypto').scrypt, undefined, ['a', 'b', 8]),
    'ciphers are streams': async (load) => {
      const crypto = load('crypto');
      const cipher = crypto.createCipheriv('aes-256-cbc', Buffer.alloc(32), Buffer.alloc(16));
      cipher.end('some text');
      const chunks: Buffer[] = [];
      for await (const chunk of cipher) chunks.push(Buffer.from(chunk));
      return hex(Buffer.concat(chunks));
    },
    'primes are told from other numbers': async (load) => {
      const { promisify } = load('util');
      const crypto = load('crypto');
      const prime = crypto.generatePrimeSync(64, { bigint: true });
      return [
        await promisify(crypto.checkPrime)(97n),
        await promisify(crypto.checkPrime)(91n),
        crypto.checkPrimeSync(prime),
        prime.toString(2).length,
      ];
    },
  });
});

const keyTypes: Record<string, object> = {
  rsa: { modulusLength: 1024 },
  ec: { namedCurve: 'P-256' },
  ed25519: {},
};

describe('keys and signatures', () => {
  const cases: Record<string, Body> = {};
  for (const [type, options] of Object.entries(keyTypes)) {
    cases[`a signature by a new ${type} key is verified, and by no other key`] = async (load) => {
      const crypto = load('crypto');
      const generate: (...args: never[]) => Promise<{ publicKey: never; privateKey: never }> = load('util').promisify(
        crypto.generateKeyPair,
      ) as never;
      const one = await Reflect.apply(generate, undefined, [type, options]);
      const two = await Reflect.apply(generate, undefined, [type, options]);
      const hash = type === 'ed25519' ? null : 'sha256';
      const signature = crypto.sign(hash, data, one.privateKey);
      return [crypto.verify(hash, data, one.publicKey, signature), crypto.verify(hash, data, two.publicKey, signature)];
    };
    cases[`a new ${type} key is given as text`] = (load) => {
      const crypto = load('crypto');
      const encodings = { publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } };
      const pair: { publicKey: string; privateKey: string } = Reflect.apply(crypto.generateKeyPairSync, undefined, [
        type,
        { ...options, ...encodings },
      ]);
      return [pair.publicKey.split('\n')[0], pair.privateKey.split('\n')[0]];
    };
  }
  sameInBothWorlds({
    ...cases,
    'ECDSA signs on every common curve, in both forms': (load) => {
      const crypto = load('crypto');
      return ['prime256v1', 'secp384r1', 'secp521r1', 'secp256k1'].map((namedCurve) => {
        const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve });
        const der = crypto.createSign('SHA256').update(data).sign(privateKey);
        const raw = crypto.sign('sha384', data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
        return [
          crypto.createVerify('SHA256').update(data).verify(publicKey, der),
          crypto.verify('sha384', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw),
          raw.length,
        ];
      });
    },
    'RSA-PSS and OAEP hold against their counterparts': (load) => {
      const crypto = load('crypto');
      const { publicKey, privateKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
      const padding = crypto.constants.RSA_PKCS1_PSS_PADDING;
      const lengths = [undefined, 32, crypto.constants.RSA_PSS_SALTLEN_DIGEST].map((saltLength) => {
        const salt = saltLength === undefined ? {} : { saltLength };
        const signature = crypto.sign('sha256', data, { key: privateKey, padding, ...salt });
        return crypto.verify('sha256', data, { key: publicKey, padding, ...salt }, signature);
      });
      const sealed = crypto.publicEncrypt({ key: publicKey, oaepHash: 'sha256' }, data);
      const opened = crypto.privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, sealed);
      return [lengths, sealed.length, opened.toString()];
    },
    'Diffie-Hellman agrees': (load) => {
      const crypto = load('crypto');
      const [a, b] = [crypto.createECDH('secp256k1'), crypto.createECDH('secp256k1')];
      a.generateKeys();
      b.generateKeys();
      const [c, d] = [crypto.getDiffieHellman('modp14'), crypto.getDiffieHellman('modp14')];
      c.generateKeys();
      d.generateKeys();
      return [
        a.computeSecret(b.getPublicKey()).equals(b.computeSecret(a.getPublicKey())),
        c.computeSecret(d.getPublicKey()).equals(d.computeSecret(c.getPublicKey())),
      ];
    },
    'an RSA key needs a length': (load) => Reflect.apply(load('crypto').generateKeyPairSync, undefined, ['rsa', {}]),
    'secret keys have the wanted length': (load) => [
      load('crypto').generateKeySync('hmac', { length: 64 }).export().length,
      load('crypto').generateKeySync('aes', { length: 256 }).symmetricKeySize,
    ],
    'a wrong AES length is refused': (load) => Reflect.apply(load('crypto').generateKeySync, undefined, ['aes', { length: 7 }]),
  });
});

describe('web crypto', () => {
  const { subtle } = { subtle: () => globalThis.crypto.subtle };
  const usages = (...names: string[]) => names as never;
  sameInBothWorlds({
    'digests are the real ones': async () => hex(await subtle().digest('SHA-256', data)),
    'an HMAC key signs and verifies': async () => {
      const key = await subtle().importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, true, usages('sign', 'verify'));
      const signature = await subtle().sign('HMAC', key, data);
      return [
        hex(signature),
        await subtle().verify('HMAC', key, signature, data),
        await subtle().verify('HMAC', key, signature, new Uint8Array(1)),
      ];
    },
    'AES encrypts and decrypts in every mode': async () => {
      const seen: unknown[] = [];
      for (const name of ['AES-GCM', 'AES-CBC', 'AES-CTR']) {
        const key = await subtle().importKey('raw', new Uint8Array(16), name, false, usages('encrypt', 'decrypt'));
        const algorithm = name === 'AES-CTR' ? { name, counter: new Uint8Array(16), length: 64 } : { name, iv: new Uint8Array(16) };
        const sealed = await subtle().encrypt(algorithm, key, data);
        seen.push([hex(sealed), hex(await subtle().decrypt(algorithm, key, sealed))]);
      }
      return seen;
    },
    'a broken seal is an operation error': async () => {
      const key = await subtle().importKey('raw', new Uint8Array(16), 'AES-GCM', false, usages('decrypt'));
      await subtle()
        .decrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, new Uint8Array(40))
        .catch((error: unknown) => {
          throw new Error(`${String(Reflect.get(Object(error), 'name'))} ${error instanceof DOMException}`);
        });
    },
    'keys are derived from passwords': async () => {
      const key = await subtle().importKey('raw', data, 'PBKDF2', false, usages('deriveBits', 'deriveKey'));
      const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(8), iterations: 10 };
      const aes = await subtle().deriveKey(algorithm, key, { name: 'AES-GCM', length: 256 }, true, usages('encrypt'));
      return [hex(await subtle().deriveBits(algorithm, key, 128)), hex(await subtle().exportKey('raw', aes))];
    },
    'HKDF derives bits': async () => {
      const key = await subtle().importKey('raw', data, 'HKDF', false, usages('deriveBits'));
      return hex(await subtle().deriveBits({ name: 'HKDF', hash: 'SHA-512', salt: new Uint8Array(1), info: data }, key, 256));
    },
    'a secret key goes out as JWK and comes back': async () => {
      const key = await subtle().importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, true, usages('sign'));
      return subtle().exportKey('jwk', key);
    },
    'ECDSA, RSA and Ed25519 keys are generated, sign and verify': async () => {
      const seen: unknown[] = [];
      const rsa = { modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
      for (const algorithm of [
        { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
        { name: 'RSASSA-PKCS1-v1_5', ...rsa },
        { name: 'RSA-PSS', ...rsa, saltLength: 32 },
        { name: 'Ed25519' },
      ]) {
        const pair = await subtle().generateKey(algorithm as never, true, usages('sign', 'verify'));
        const { publicKey, privateKey } = pair as never as { publicKey: never; privateKey: never };
        const signature = await subtle().sign(algorithm, privateKey, data);
        seen.push([
          await subtle().verify(algorithm, publicKey, signature, data),
          Reflect.get(publicKey, 'type'),
          Reflect.get(privateKey, 'usages'),
        ]);
      }
      return seen;
    },
    'ECDH agrees': async () => {
      const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
      const a = await subtle().generateKey(algorithm, true, usages('deriveBits'));
      const b = await subtle().generateKey(algorithm, true, usages('deriveBits'));
      const one = await subtle().deriveBits({ name: 'ECDH', public: b.publicKey }, a.privateKey, 256);
      return hex(one) === hex(await subtle().deriveBits({ name: 'ECDH', public: a.publicKey }, b.privateKey, 256));
    },
    'keys are wrapped and unwrapped': async () => {
      const wrapping = await subtle().importKey('raw', new Uint8Array(16), 'AES-KW', false, usages('wrapKey', 'unwrapKey'));
      const key = await subtle().importKey('raw', new Uint8Array(16).fill(7), 'AES-GCM', true, usages('encrypt'));
      const wrapped = await subtle().wrapKey('raw', key, wrapping, 'AES-KW');
      const back = await subtle().unwrapKey('raw', wrapped, wrapping, 'AES-KW', 'AES-GCM', true, usages('encrypt'));
      return [hex(wrapped), hex(await subtle().exportKey('raw', back))];
    },
    'a key for something else is refused': async () => {
      const key = await subtle().importKey('raw', new Uint8Array(16), 'AES-GCM', false, usages('decrypt'));
      await subtle().encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, data);
    },
    'an unknown algorithm is refused': async () => subtle().digest('MD5', data),
  });
});

test('random bytes repeat with the same seed and differ with another', async () => {
  const body: Body = (load) => {
    const crypto = load('crypto');
    const pair = crypto.generateKeyPairSync('ed25519');
    const { privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return [
      hex(crypto.randomBytes(16)),
      crypto.randomUUID(),
      globalThis.crypto.randomUUID(),
      crypto.randomInt(1e9),
      pair.publicKey.export({ format: 'jwk' }).x,
      hex(crypto.sign('sha256', data, privateKey)),
      String(crypto.generatePrimeSync(40, { bigint: true })),
    ];
  };
  const seeds = [1, 1, 2].map((lo) => new ScriptedSource({ draws: [{ hi: 0, lo }] }));
  const [one, again, other] = await Promise.all(seeds.map(async (source) => (await simulate(body, { source })).result));
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
});
