/**
 * What an allocation really takes in the memory model: the requested bytes, times the multiplier of the
 * pressure wave, plus the overhead that the fragmentation seed gives to this attempt. A pure function of
 * the scenario, so that a replay computes the same sizes.
 */
import { present } from '../../base/assert.ts';
import { blake3Bytes } from '../../base/blake3.ts';
import { parseU64, type U64, u64Bytes, u64FromNumber } from '../../base/u64.ts';

/** Overhead is 0 to 30 per cent. */
const OVERHEAD_PERCENTS = 31;

export interface SizeShape {
  /** Decimal text of a u64. */
  readonly fragmentationSeed: string | undefined;
  readonly multipliers: readonly number[] | undefined;
}

/** Exact at any size; `attempt` counts from 1. */
export function effectiveSize(shape: SizeShape, attempt: number, requestedBytes: number): bigint {
  const size = BigInt(requestedBytes) * BigInt(multiplierAt(shape.multipliers, attempt));
  if (shape.fragmentationSeed === undefined) return size;
  const seed = present(parseU64(shape.fragmentationSeed), 'the fragmentation seed is the decimal text of a u64');
  return size + (size * BigInt(overheadPercent(seed, attempt, requestedBytes))) / 100n;
}

function multiplierAt(multipliers: readonly number[] | undefined, attempt: number): number {
  if (multipliers === undefined || multipliers.length === 0) return 1;
  return multipliers[(attempt - 1) % multipliers.length] ?? 1;
}

function overheadPercent(seed: U64, attempt: number, requestedBytes: number): number {
  const hashed = new Uint8Array(24);
  for (const [at, { hi, lo }] of [seed, u64FromNumber(attempt), u64FromNumber(requestedBytes)].entries())
    hashed.set(u64Bytes(hi, lo), at * 8);
  return (blake3Bytes(hashed)[0] ?? 0) % OVERHEAD_PERCENTS;
}
