/** What a shard of a search leaves behind for whoever puts shards together: what it was a shard of, and every run it made. */
import { asJson, asJsonObject } from '../../base/as-json.ts';
import { blake3Hex } from '../../base/blake3.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { utf8Encode } from '../../base/utf8.ts';
import { flagsOf, type RunDetails } from '../../campaign/explore/tally.ts';
import type { SearchSection } from '../../trace/summary.ts';
import { type Claim, claimOf } from './certify.ts';
import type { Explorable } from './explorable.ts';
import type { Divided, DividedSearch } from './explore-divided.ts';

export const SHARD_FILE = 'shard.json';
export const SHARD_SCHEMA = 'fozzy.explore_shard.v1';

/** The same for all shards of one search. */
export interface ShardKey {
  readonly file: string;
  readonly name: string;
  readonly strategy: string;
  readonly seed: string;
  readonly runs: number;
  /** Of the options and the scenario. */
  readonly digest: string;
}

export interface ShardDocument {
  readonly schemaVersion: typeof SHARD_SCHEMA;
  readonly key: ShardKey;
  readonly shard: { readonly index: number; readonly of: number };
  /** Files that were loaded; a shard may have needed some that another one did not. */
  readonly sources: readonly { readonly path: string; readonly blake3: string }[];
  /** What a certificate of the whole would be about. */
  readonly claim: Claim;
  readonly stoppedBy: SearchSection['stoppedBy'];
  readonly failing?: number;
  readonly last?: number;
  readonly ended: readonly (readonly [lot: number, isExhausted: boolean])[];
  /** What became of faults and switched-off findings, each combination once. */
  readonly details: readonly RunDetails[];
  /** Number in the whole, hash, events, flags (see tally.ts), place in `details`. */
  readonly made: readonly (readonly [number: number, hash: string, events: number, flags: number, details: number])[];
}

export function shardFile(simulation: Explorable, search: DividedSearch, seed: string, found: Divided): string {
  const details = new Map<string, number>();
  const table: RunDetails[] = [];
  const made = found.made.map(([number, record]) => {
    const { hash, events, faults, allowed, powerLosses } = record;
    const known = { faults, allowed, ...(powerLosses === undefined ? {} : { powerLosses }) };
    const key = JSON.stringify(known);
    const place = details.get(key) ?? details.size;
    if (!details.has(key)) table.push(known);
    details.set(key, place);
    return [number, hash, events, flagsOf(record), place] as const;
  });
  const { index, of } = search.shard;
  const { simulation: described, explore } = simulation.traceParts();
  const document: ShardDocument = {
    schemaVersion: SHARD_SCHEMA,
    key: keyOf(simulation, search, seed),
    shard: { index: index + 1, of },
    sources: (described ?? explore)?.sources ?? [],
    claim: claimOf(simulation),
    stoppedBy: found.search.stoppedBy,
    ...(found.failingNumber === undefined ? {} : { failing: found.failingNumber }),
    ...(found.lastNumber === undefined ? {} : { last: found.lastNumber }),
    ended: found.ended,
    details: table,
    made,
  };
  return `${canonicalJson(asJson(document))}\n`;
}

function keyOf(simulation: Explorable, { strategy, runs }: DividedSearch, seed: string): ShardKey {
  const { simulation: described, explore, scenario } = simulation.traceParts();
  const whole: Json = [withoutPlace(described), withoutPlace(explore), scenario ?? null];
  const { projectFile: file, name } = simulation;
  return { file, name, strategy, seed, runs, digest: blake3Hex(utf8Encode(canonicalJson(whole))) };
}

/** Sources that only some runs load, and how far they had to be kept apart, may differ between shards. */
function withoutPlace(part: object | undefined): Json {
  if (part === undefined) return null;
  const { isolation: _isolation, sources: _sources, ...rest }: JsonObject = asJsonObject(part);
  return rest;
}
