/** The shards somebody wants to put together, once it is sure that they are shards of one whole, that none is missing and none is there twice. */
import { join } from 'node:path';
import { asJsonObject } from '../../base/as-json.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { parseJsonValue } from '../../base/json-text.ts';
import { FozzyError } from '../../base/problem.ts';
import { isObject, readText } from '../../store/json-file.ts';
import type { RunSummary } from '../../trace/summary.ts';
import type { Context } from '../context.ts';
import { resolveRun } from '../open-trace.ts';
import { SHARD_FILE, SHARD_SCHEMA, type ShardDocument } from '../simulation/shard-file.ts';
import { TEST_SHARD_SCHEMA, type TestShardDocument } from '../test/shard-tests.ts';

export interface Shard<Document> {
  /** As it was named, and where it is. */
  readonly selector: string;
  readonly runDir: string;
  readonly summary: RunSummary;
  readonly document: Document;
}

export type ShardSet =
  | { readonly kind: 'explore'; readonly shards: readonly Shard<ShardDocument>[] }
  | { readonly kind: 'test'; readonly shards: readonly Shard<TestShardDocument>[] };

type AnyShard = Shard<ShardDocument | TestShardDocument>;

export function openShards(selectors: readonly string[], context: Context): ShardSet {
  const shards = selectors.map((selector) => openShard(selector, context));
  const [first] = shards;
  if (first === undefined) throw invalid('no shards were given', 'name the runs of all shards');
  for (const other of shards) checkKin(first, other);
  checkComplete(shards);
  const sorted = [...shards].sort((a, b) => a.document.shard.index - b.document.shard.index);
  if (first.document.schemaVersion !== SHARD_SCHEMA) return { kind: 'test', shards: sorted as Shard<TestShardDocument>[] }; // all have the schema of the first
  return { kind: 'explore', shards: sorted as Shard<ShardDocument>[] }; // for the same reason
}

function openShard(selector: string, context: Context): AnyShard {
  const { runDir, report } = resolveRun(selector, context);
  const text = runDir === undefined ? undefined : readText(join(runDir, SHARD_FILE));
  const parsed = text === undefined ? undefined : parseJsonValue(text);
  const value = parsed?.ok === true ? parsed.value : undefined;
  if (runDir === undefined || report === undefined || value === undefined || !isShard(value)) {
    throw invalid(`${selector} is no shard`, 'name runs that were made with --shard', { selector });
  }
  // Reason for the cast: the digest in the manifest proves that Fozzy wrote it, and the schema says what it is.
  return { selector, runDir, summary: report, document: value as unknown as ShardDocument | TestShardDocument };
}

function isShard(value: Json): boolean {
  return isObject(value) && (value['schemaVersion'] === SHARD_SCHEMA || value['schemaVersion'] === TEST_SHARD_SCHEMA);
}

function checkKin(first: AnyShard, other: AnyShard): void {
  const said = `${other.selector} is no shard of the same whole as ${first.selector}`;
  const [a, b] = [first.document, other.document];
  if (a.schemaVersion !== b.schemaVersion) throw invalid(`${said}: one is of explore, the other of test`, 'merge them separately');
  if (a.shard.of !== b.shard.of)
    throw invalid(`${said}: one is of ${a.shard.of}, the other of ${b.shard.of}`, 'name shards of the same --shard i/n');
  const differing = Object.entries(asJsonObject(a.key)).find(([name, value]) => {
    const there = asJsonObject(b.key)[name];
    return value !== undefined && (there === undefined || canonicalJson(value) !== canonicalJson(there));
  });
  if (differing !== undefined) {
    const [name] = differing;
    throw invalid(
      `${said}: they differ in ${WHAT[name] ?? name}`,
      'run all shards with the same words, but for --shard, on the same files',
      { key: name },
    );
  }
}

const WHAT: Readonly<Record<string, string>> = {
  digest: 'options or files',
  runs: '--runs',
  seed: '--seed',
  strategy: '--schedule',
  total: 'the scenarios that were found',
};

function checkComplete(shards: readonly AnyShard[]): void {
  const of = shards[0]?.document.shard.of ?? 0;
  const seen = new Map<number, AnyShard>();
  for (const shard of shards) {
    const { index } = shard.document.shard;
    const twin = seen.get(index);
    if (twin !== undefined) throw invalid(`${twin.selector} and ${shard.selector} are both shard ${index}/${of}`, 'name each shard once');
    seen.set(index, shard);
  }
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !seen.has(index));
  if (missing.length > 0) {
    const told = missing.map((index) => `${index}/${of}`).join(', ');
    throw invalid(`shards are missing: ${told}`, 'name all of them; run those that did not run', { missing: told });
  }
  const broken = shards.find(({ summary }) => summary.interrupted === true);
  if (broken !== undefined) throw invalid(`${broken.selector} was interrupted`, 'run that shard again');
}

function invalid(message: string, hint: string, details?: JsonObject): FozzyError {
  return new FozzyError('shards_invalid', message, { hint, ...(details === undefined ? {} : { details }) });
}
