/** `test --shard i/n`: which scenarios are whose, and what a shard leaves behind for whoever puts shards together. */
import { asJson } from '../../base/as-json.ts';
import { blake3Bytes, blake3Hex } from '../../base/blake3.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Share } from '../../campaign/explore/share.ts';
import type { RunParams } from '../../trace/summary.ts';
import type { PlannedTest } from './planned-test.ts';

export const TEST_SHARD_SCHEMA = 'fozzy.test_shard.v1';

export interface TestShardDocument {
  readonly schemaVersion: typeof TEST_SHARD_SCHEMA;
  /** The same for all shards. */
  readonly key: { readonly seed: string; readonly total: number; readonly digest: string };
  readonly shard: { readonly index: number; readonly of: number };
  /** Of each result: its place among all, and how many of the faults are its own. */
  readonly results: readonly { readonly ordinal: number; readonly faults: number }[];
}

/** By the path alone, so that a new file moves no other one to another machine. */
export function isOfShard(path: string, { index, of }: Share): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = blake3Bytes(path);
  return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % of === index;
}

export interface TestShard {
  readonly share: Share;
  /** All there are, and the places of those that are here. */
  readonly all: readonly PlannedTest[];
  readonly ordinals: readonly number[];
}

export function testShard(all: readonly PlannedTest[], share: Share): TestShard {
  return { share, all, ordinals: all.flatMap(({ path }, at) => (isOfShard(path, share) ? [at + 1] : [])) };
}

export function testShardFile({ share, all, ordinals }: TestShard, seed: string, params: RunParams, faults: readonly number[]): string {
  const { commandLine: _commandLine, ...rest } = params;
  const planned = all.map(({ path, name, group, expected, skipped }) => [path, name, group ?? null, expected, skipped ?? null]);
  const document: TestShardDocument = {
    schemaVersion: TEST_SHARD_SCHEMA,
    key: { seed, total: all.length, digest: blake3Hex(canonicalJson([planned, asJson(rest)])) },
    shard: { index: share.index + 1, of: share.of },
    results: ordinals.map((ordinal, at) => ({ ordinal, faults: faults[at] ?? 0 })),
  };
  return `${canonicalJson(asJson(document))}\n`;
}
