/**
 * `latest`, `last-pass` and `last-fail` without reading every manifest. The file is only a cache: it
 * names the set of runs it was made from, and whenever that set is no longer the one on disk the
 * aliases are found again from the manifests. So a lost update can cost time but never an entry.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isArray } from '../base/canonical-json.ts';
import type { Json } from '../base/json.ts';
import { FozzyError } from '../base/problem.ts';
import type { Status } from '../trace/summary.ts';
import { writeFileAtomic } from './atomic-write.ts';
import type { FileOps } from './file-ops.ts';
import { hostFiles } from './file-ops.ts';
import { isObject, parseObject, readText, renderDocument } from './json-file.ts';
import { release, tryAcquire, withLock } from './lock.ts';
import type { RunManifest } from './manifest.ts';
import { MANIFEST_FILE, runsDirectory } from './run-folder.ts';
import type { RunEntry } from './scan-runs.ts';
import { runNames, scanRuns } from './scan-runs.ts';

export const aliasNames = ['latest', 'last-pass', 'last-fail'] as const;
export type AliasName = (typeof aliasNames)[number];

export interface AliasTarget {
  /** Directory below runs/. */
  readonly name: string;
  readonly finishedAt: string;
}

export type Aliases = Readonly<Record<AliasName, AliasTarget | null>>;

interface AliasIndex {
  readonly aliases: Aliases;
  /** Digest of the directory names that were taken into account. */
  readonly runs: string;
  /** Those of them that had no manifest yet. */
  readonly unfinished: readonly string[];
}

const INDEX_SCHEMA = 'fozzy.run_alias_index.v1';
const INDEX_FILE = 'run-alias-index.json';

/** What is wrong with the file, if it is there and cannot be used. One that is merely outdated is in order. */
export function aliasIndexDamage(baseDir: string): { readonly path: string; readonly reason: string } | undefined {
  const path = join(baseDir, INDEX_FILE);
  if (readText(path) === undefined || readIndex(baseDir) !== undefined) return undefined;
  return { path, reason: 'is no alias index' };
}

export function readAliases(baseDir: string, ops: FileOps = hostFiles): Aliases {
  const index = readIndex(baseDir);
  if (index !== undefined && isCurrent(index, baseDir)) return index.aliases;
  const fresh = buildIndex(baseDir);
  keep(baseDir, fresh, ops);
  return fresh.aliases;
}

/** Takes a run that just finished into the index. The run itself is complete already, so nothing here may fail it. */
export async function registerRun(baseDir: string, name: string, manifest: RunManifest, ops: FileOps): Promise<void> {
  if (manifest.origin !== undefined) return;
  await quietly(() =>
    withLock(
      lockPath(baseDir),
      () => {
        const index = readIndex(baseDir);
        writeIndex(baseDir, index === undefined ? buildIndex(baseDir) : withRun(index, baseDir, name, manifest), ops);
      },
      { ops },
    ),
  );
}

/** For commands that remove runs: nobody registers a run meanwhile, and the index is rebuilt at the end. */
export async function withIndexHeld<T>(baseDir: string, body: () => T, ops: FileOps): Promise<T> {
  return withLock(
    lockPath(baseDir),
    () => {
      const result = body();
      writeIndex(baseDir, buildIndex(baseDir), ops);
      return result;
    },
    { ops },
  );
}

/** Whether a run of this status can be the target of the alias; a damaged run may have had any. */
function fitsAlias(alias: AliasName, status: Status | undefined): boolean {
  if (alias === 'latest' || status === undefined) return true;
  return (status === 'pass') === (alias === 'last-pass');
}

export type AliasCandidate = Exclude<RunEntry, { readonly kind: 'unfinished' }>;

/** Only what the alias may name, in the order of `entries`. */
export function aliasCandidates(entries: readonly RunEntry[], alias: AliasName): readonly AliasCandidate[] {
  return entries.filter((entry): entry is AliasCandidate => {
    if (entry.kind === 'unfinished') return false;
    if (entry.kind === 'damaged') return fitsAlias(alias, entry.status);
    return entry.manifest.origin === undefined && fitsAlias(alias, entry.manifest.status);
  });
}

export function aliasesOf(entries: readonly RunEntry[]): Aliases {
  const newest = (alias: AliasName): AliasTarget | null => {
    const entry = aliasCandidates(entries, alias)[0];
    return entry === undefined ? null : { name: entry.name, finishedAt: new Date(entry.finishedAtMs).toISOString() };
  };
  return { latest: newest('latest'), 'last-pass': newest('last-pass'), 'last-fail': newest('last-fail') };
}

function buildIndex(baseDir: string): AliasIndex {
  const entries = scanRuns(baseDir);
  return {
    aliases: aliasesOf(entries),
    runs: digestOf(entries.map((entry) => entry.name).sort()),
    unfinished: entries.filter((entry) => entry.kind === 'unfinished').map((entry) => entry.name),
  };
}

function withRun(index: AliasIndex, baseDir: string, name: string, manifest: RunManifest): AliasIndex {
  const target: AliasTarget = { name, finishedAt: manifest.finishedAt };
  const newer = (alias: AliasName): AliasTarget | null => {
    const old = index.aliases[alias];
    if (!fitsAlias(alias, manifest.status)) return old;
    return old !== null && Date.parse(old.finishedAt) > Date.parse(target.finishedAt) ? old : target;
  };
  const names = runNames(baseDir);
  const others = digestOf(names.filter((other) => other !== name));
  return {
    aliases: { latest: newer('latest'), 'last-pass': newer('last-pass'), 'last-fail': newer('last-fail') },
    // If other runs appeared or went meanwhile, the old digest stays and the next reader looks at all of them.
    runs: index.runs === others ? digestOf(names) : index.runs,
    unfinished: index.unfinished.filter((other) => other !== name),
  };
}

function isCurrent(index: AliasIndex, baseDir: string): boolean {
  const hasManifest = (name: string): boolean => existsSync(join(runsDirectory(baseDir), name, MANIFEST_FILE));
  if (index.runs !== digestOf(runNames(baseDir)) || index.unfinished.some(hasManifest)) return false;
  return aliasNames.every((alias) => index.aliases[alias] === null || hasManifest(index.aliases[alias].name));
}

function digestOf(names: readonly string[]): string {
  return createHash('sha256').update(names.join('\n')).digest('hex');
}

function readIndex(baseDir: string): AliasIndex | undefined {
  const document = parseObject(readText(join(baseDir, INDEX_FILE)) ?? '');
  if (document?.['schemaVersion'] !== INDEX_SCHEMA || !isObject(document['aliases'])) return undefined;
  const latest = targetOf(document['aliases']['latest']);
  const lastPass = targetOf(document['aliases']['last-pass']);
  const lastFail = targetOf(document['aliases']['last-fail']);
  const { runs, unfinished } = document;
  if (latest === undefined || lastPass === undefined || lastFail === undefined) return undefined;
  if (typeof runs !== 'string' || unfinished === undefined || !isArray(unfinished)) return undefined;
  return {
    aliases: { latest, 'last-pass': lastPass, 'last-fail': lastFail },
    runs,
    unfinished: unfinished.filter((name) => typeof name === 'string'),
  };
}

/** Undefined if it is no target and not null either. */
function targetOf(value: Json | undefined): AliasTarget | null | undefined {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  const { name, finishedAt } = value;
  if (typeof name !== 'string' || typeof finishedAt !== 'string' || !Number.isFinite(Date.parse(finishedAt))) return undefined;
  return { name, finishedAt };
}

/** A reader that found the index outdated saves the next one the work, if that costs it no waiting. */
function keep(baseDir: string, index: AliasIndex, ops: FileOps): void {
  if (!existsSync(baseDir)) return;
  try {
    const token = tryAcquire(lockPath(baseDir), ops);
    if (token === undefined) return;
    try {
      writeIndex(baseDir, index, ops);
    } finally {
      release(lockPath(baseDir), token, ops);
    }
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
  }
}

function writeIndex(baseDir: string, index: AliasIndex, ops: FileOps): void {
  writeFileAtomic(join(baseDir, INDEX_FILE), [renderDocument({ schemaVersion: INDEX_SCHEMA, ...index })], ops);
}

function lockPath(baseDir: string): string {
  return join(baseDir, `${INDEX_FILE}.lock`);
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // The next reader finds that the index does not cover this run and rebuilds it.
    if (!(error instanceof FozzyError)) throw error;
  }
}
