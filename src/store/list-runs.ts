/** What `runs ls` shows: every finished run with its size, and whether it is still whole. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Mode, Status } from '../trace/summary.ts';
import type { AliasName } from './alias-index.ts';
import { readAliases } from './alias-index.ts';
import { errnoOf } from './file-error.ts';
import { checkRun } from './integrity.ts';
import { MANIFEST_FILE } from './run-folder.ts';
import type { RunEntry } from './scan-runs.ts';
import { scanRuns } from './scan-runs.ts';

export interface RunFilter {
  /** Newest runs first. */
  readonly limit: number;
  readonly status?: Status;
  readonly mode?: Mode;
}

/** Of a run whose manifest cannot be read only name, time, size and damage are known. */
export interface ListedRun {
  readonly runId: string;
  readonly mode: Mode | null;
  readonly status: Status | null;
  readonly seed: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string;
  readonly durationMs: number | null;
  readonly sizeBytes: number;
  readonly tracePath?: string;
  /** File and reason. */
  readonly damaged?: string;
}

export interface RunList {
  readonly runs: readonly ListedRun[];
  /** Of all runs that fit the filter, shown or not. */
  readonly total: number;
  readonly totalBytes: number;
  readonly aliases: Readonly<Record<AliasName, string | null>>;
}

export function listRuns(baseDir: string, filter: RunFilter): RunList {
  const fitting = scanRuns(baseDir).filter((entry) => entry.kind !== 'unfinished' && fits(entry, filter));
  const sizes = fitting.map((entry) => directorySize(entry.directory));
  const aliases = readAliases(baseDir);
  const nameOf = (alias: AliasName): string | null => aliases[alias]?.name ?? null;
  return {
    // Digests are compared only for what is shown: reading every trace of a large store would take long.
    runs: fitting.slice(0, filter.limit).map((entry, index) => listed(entry, sizes[index] ?? 0)),
    total: fitting.length,
    totalBytes: sizes.reduce((sum, size) => sum + size, 0),
    aliases: { latest: nameOf('latest'), 'last-pass': nameOf('last-pass'), 'last-fail': nameOf('last-fail') },
  };
}

/** Symbolic links count as themselves and are not followed; what vanishes meanwhile counts nothing. */
export function directorySize(path: string): number {
  try {
    return readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
      const inner = join(path, entry.name);
      return sum + (entry.isDirectory() ? directorySize(inner) : (lstatSync(inner, { throwIfNoEntry: false })?.size ?? 0));
    }, 0);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return 0;
  }
}

function fits(entry: RunEntry, { status, mode }: RunFilter): boolean {
  const known = entry.kind === 'finished' ? entry.manifest : undefined;
  const itsStatus = entry.kind === 'damaged' ? entry.status : known?.status;
  return (status === undefined || itsStatus === status) && (mode === undefined || known?.mode === mode);
}

function listed(entry: RunEntry, sizeBytes: number): ListedRun {
  const check = checkRun(entry.directory);
  const damaged = check.kind === 'damaged' ? `${check.damage.file}: ${check.damage.reason}` : undefined;
  if (entry.kind !== 'finished') {
    return {
      runId: entry.name,
      mode: null,
      status: entry.kind === 'damaged' ? (entry.status ?? null) : null,
      seed: null,
      startedAt: null,
      finishedAt: new Date(entry.finishedAtMs).toISOString(),
      durationMs: null,
      sizeBytes,
      damaged: damaged ?? `${MANIFEST_FILE}: it is not readable`,
    };
  }
  const { runId, mode, status, seed, startedAt, finishedAt, durationMs } = entry.manifest;
  const tracePath = check.kind === 'complete' ? check.run.tracePath : undefined;
  return {
    ...{ runId, mode, status, seed, startedAt, finishedAt, durationMs, sizeBytes },
    ...(tracePath === undefined ? {} : { tracePath }),
    ...(damaged === undefined ? {} : { damaged }),
  };
}
