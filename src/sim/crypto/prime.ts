/** Prime numbers from seeded bytes: candidates are sieved here and proved by Node, whose verdict does not depend on chance. */
import crypto from 'node:crypto';
import { notSimulated } from '../node-error.ts';
import { seededBytes } from './random.ts';

const SIEVE_UP_TO = 8192;
/** Candidates tried before a new start is drawn; a prime is nearer than this but for one start in millions. */
const SPAN = 16_384;

const smallPrimes = oddPrimes(SIEVE_UP_TO);

function oddPrimes(limit: number): readonly number[] {
  const composite = new Uint8Array(limit);
  const primes: number[] = [];
  for (let n = 3; n < limit; n += 2) {
    if (composite[n] === 1) continue;
    primes.push(n);
    for (let multiple = n * n; multiple < limit; multiple += n) composite[multiple] = 1;
  }
  return primes;
}

export interface PrimeWish {
  readonly bits: number;
  readonly bytes: (size: number) => Buffer;
  readonly accepts?: (prime: bigint) => boolean;
}

/** A prime of exactly so many bits, its two highest set, so that the product of two has exactly twice as many. */
export function findPrime({ bits, bytes, accepts }: PrimeWish): bigint {
  for (;;) {
    const drawn = BigInt(`0x${bytes(Math.ceil(bits / 8)).toString('hex')}`);
    const top = bits > 1 ? (3n << BigInt(bits - 2)) | 1n : 3n;
    const start = (drawn & ((1n << BigInt(bits)) - 1n)) | top;
    const found = searchFrom(start, bits, accepts);
    if (found !== undefined) return found;
  }
}

function searchFrom(start: bigint, bits: number, accepts: PrimeWish['accepts']): bigint | undefined {
  const remainders = smallPrimes.map((prime) => Number(start % BigInt(prime)));
  const isSmall = bits <= 14;
  for (let step = 0; step < SPAN; step += 2) {
    if (!isSmall && smallPrimes.some((prime, at) => ((remainders[at] ?? 0) + step) % prime === 0)) continue;
    const candidate = start + BigInt(step);
    if (candidate >> BigInt(bits) > 0n) return undefined;
    if (crypto.checkPrimeSync(candidate) && (accepts?.(candidate) ?? true)) return candidate;
  }
  return undefined;
}

export function generatePrimeSync(bits: number, options: crypto.GeneratePrimeOptions = {}): ArrayBuffer | bigint {
  if (!Number.isInteger(bits) || bits < 1) return crypto.generatePrimeSync(bits);
  if (options.add !== undefined || options.rem !== undefined) {
    throw notSimulated('crypto.generatePrime with `add` or `rem`', 'Generate a prime without them.');
  }
  const isSafe = (prime: bigint) => crypto.checkPrimeSync((prime - 1n) / 2n);
  const prime = findPrime({ bits, bytes: seededBytes, ...(options.safe === true ? { accepts: isSafe } : {}) });
  if (options.bigint === true) return prime;
  const bytes = Buffer.from(prime.toString(16).padStart(Math.ceil(bits / 8) * 2, '0'), 'hex');
  return new Uint8Array(bytes).buffer;
}
