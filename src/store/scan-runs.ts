/** Every run under a base directory, newest first. Only real directories named like a run are looked at: anything else there is not ours. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../trace/summary.ts';
import { errnoOf, fileError } from './file-error.ts';
import { parseObject, readText } from './json-file.ts';
import type { RunManifest } from './manifest.ts';
import { parseManifest } from './manifest.ts';
import { isRunId } from './run-id.ts';
import { MANIFEST_FILE, REPORT_FILE, runsDirectory } from './run-folder.ts';

interface EntryBase {
  /** Name of the directory; the run id unless somebody renamed it. */
  readonly name: string;
  readonly directory: string;
  /** Of an unreadable manifest, the best guess. */
  readonly finishedAtMs: number;
}

export type RunEntry =
  | (EntryBase & { readonly kind: 'finished'; readonly manifest: RunManifest })
  /** Status is unknown unless the report still tells it. */
  | (EntryBase & { readonly kind: 'damaged'; readonly reason: string; readonly status: Status | undefined })
  | (EntryBase & { readonly kind: 'unfinished' });

export function scanRuns(baseDir: string): readonly RunEntry[] {
  const runs = runsDirectory(baseDir);
  const entries = runNames(baseDir).map((name) => entryOf(name, join(runs, name)));
  return entries.sort(newerFirst);
}

export function runNames(baseDir: string): readonly string[] {
  const runs = runsDirectory(baseDir);
  try {
    return readdirSync(runs, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isRunId(entry.name))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return [];
    throw fileError(error, 'list', runs);
  }
}

function entryOf(name: string, directory: string): RunEntry {
  const path = join(directory, MANIFEST_FILE);
  const text = readText(path);
  if (text === undefined) return { kind: 'unfinished', name, directory, finishedAtMs: modifiedMs(directory) };
  const parsed = parseManifest(text);
  if (parsed.ok)
    return { kind: 'finished', name, directory, manifest: parsed.manifest, finishedAtMs: Date.parse(parsed.manifest.finishedAt) };
  const report = parseObject(readText(join(directory, REPORT_FILE)) ?? '');
  const finishedAt = report?.['finishedAt'];
  const finishedAtMs = typeof finishedAt === 'string' ? Date.parse(finishedAt) : Number.NaN;
  return {
    kind: 'damaged',
    name,
    directory,
    reason: parsed.reason,
    status: statuses.find((status) => status === report?.['status']),
    finishedAtMs: Number.isFinite(finishedAtMs) ? finishedAtMs : modifiedMs(path),
  };
}

const statuses = ['pass', 'fail', 'error', 'timeout', 'crash'] as const satisfies readonly Status[];

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Runs that ended in the same millisecond are told apart by their start, then by name, so that every reader agrees. */
function newerFirst(a: RunEntry, b: RunEntry): number {
  return b.finishedAtMs - a.finishedAtMs || startOf(b) - startOf(a) || (a.name < b.name ? -1 : 1);
}

function startOf(entry: RunEntry): number {
  return entry.kind === 'finished' ? Date.parse(entry.manifest.startedAt) : 0;
}
