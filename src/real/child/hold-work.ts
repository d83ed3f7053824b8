/** Name lookups, compression and key derivation: what Node gives to its threads is done for real when its turn comes. */
import { createRequire } from 'node:module';
import type { Keeper } from './keeper.ts';

type Anything = (...args: readonly unknown[]) => unknown;

const require = createRequire(import.meta.url);
const crypto = require('node:crypto') as Record<string, Anything | undefined>; // a module is its functions
const zlib = require('node:zlib') as Record<string, Anything | undefined>; // a module is its functions

const OF_CRYPTO = ['pbkdf2', 'scrypt', 'hkdf', 'randomFill', 'generateKeyPair', 'generateKey'];
const OF_ZLIB = ['deflate', 'inflate', 'gzip', 'gunzip', 'deflateRaw', 'inflateRaw', 'unzip', 'brotliCompress', 'brotliDecompress'];

export function holdWork(keeper: Keeper): void {
  for (const name of OF_CRYPTO) replace(keeper, crypto, name, `crypto.${name}`);
  for (const name of OF_ZLIB) replace(keeper, zlib, name, 'zlib');
}

function replace(keeper: Keeper, module: Record<string, Anything | undefined>, name: string, label: string): void {
  const original = module[name];
  if (original === undefined) return;
  module[name] = Object.assign((...args: readonly unknown[]): unknown => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return original(...args);
    const work = () =>
      new Promise<void>((done) => {
        original(...args.slice(0, -1), (...results: readonly unknown[]) => {
          done();
          Reflect.apply(callback, undefined, results);
        });
      });
    return void keeper.hold(keeper.name(label), 'arrival', work);
  }, original);
}
