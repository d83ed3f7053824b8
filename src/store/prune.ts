/**
 * Removes old runs until every given limit holds. Only directories below runs/ that are named like
 * a run are ever touched, and of those neither alias targets nor runs that are being written.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { aliasesOf, aliasNames, withIndexHeld } from './alias-index.ts';
import { assertSafeTarget, isDirectory } from './directory.ts';
import { errnoOf, onDisk } from './file-error.ts';
import type { FileOps } from './file-ops.ts';
import { hostFiles } from './file-ops.ts';
import { directorySize } from './list-runs.ts';
import { isHeld } from './lock.ts';
import { MANIFEST_FILE, RUNNING_FILE, runsDirectory } from './run-folder.ts';
import type { RunEntry } from './scan-runs.ts';
import { scanRuns } from './scan-runs.ts';

/** Each limit that is given must hold afterwards, as far as protected runs allow. */
export interface PruneLimits {
  /** This many newest runs stay. */
  readonly keep?: number;
  readonly olderThanMs?: number;
  readonly sizeMaxBytes?: number;
}

export interface PruneOptions {
  readonly nowMs: number;
  /** Only say what would be removed. */
  readonly dryRun: boolean;
  readonly ops?: FileOps;
}

export interface PruneResult {
  /** Run ids, oldest first. */
  readonly removed: readonly string[];
  readonly kept: number;
  readonly freedBytes: number;
}

/** A run directory younger than this without lock and manifest may belong to a process that just made it. */
const FRESH_MS = 60_000;

export async function pruneRuns(baseDir: string, limits: PruneLimits, options: PruneOptions): Promise<PruneResult> {
  if (options.dryRun || !isDirectory(runsDirectory(baseDir)))
    return resultOf(planPrune(prunable(baseDir, options.nowMs), limits, options.nowMs));
  assertSafeTarget(join(runsDirectory(baseDir), MANIFEST_FILE), baseDir);
  const ops = options.ops ?? hostFiles;
  return withIndexHeld(
    baseDir,
    () => {
      const plan = planPrune(prunable(baseDir, options.nowMs), limits, options.nowMs);
      for (const run of plan.removed) removeRun(run.directory, ops);
      return resultOf(plan);
    },
    ops,
  );
}

export interface PrunableRun {
  readonly name: string;
  readonly directory: string;
  readonly finishedAtMs: number;
  readonly sizeBytes: number;
  readonly isProtected: boolean;
}

interface PrunePlan {
  readonly removed: readonly PrunableRun[];
  readonly kept: readonly PrunableRun[];
}

/** `runs` are newest first. Protected runs count for every limit but are never given up. */
export function planPrune(runs: readonly PrunableRun[], limits: PruneLimits, nowMs: number): PrunePlan {
  const { keep = Number.POSITIVE_INFINITY, olderThanMs = Number.POSITIVE_INFINITY, sizeMaxBytes = Number.POSITIVE_INFINITY } = limits;
  const doomed = new Set(runs.filter((run, index) => !run.isProtected && (index >= keep || nowMs - run.finishedAtMs > olderThanMs)));
  let size = runs.reduce((sum, run) => (doomed.has(run) ? sum : sum + run.sizeBytes), 0);
  for (const run of runs.toReversed()) {
    if (size <= sizeMaxBytes) break;
    if (run.isProtected || doomed.has(run)) continue;
    doomed.add(run);
    size -= run.sizeBytes;
  }
  return { removed: runs.filter((run) => doomed.has(run)).toReversed(), kept: runs.filter((run) => !doomed.has(run)) };
}

/** The manifest goes first: a removal that is interrupted leaves an unfinished run, never a damaged one. */
function removeRun(directory: string, ops: FileOps): void {
  onDisk('remove', directory, () => {
    try {
      ops.unlink(join(directory, MANIFEST_FILE));
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
    }
    rmSync(directory, { recursive: true, force: true });
  });
}

function prunable(baseDir: string, nowMs: number): readonly PrunableRun[] {
  const entries = scanRuns(baseDir);
  const aliases = aliasesOf(entries);
  const targets = new Set(aliasNames.map((alias) => aliases[alias]?.name));
  return entries.map((entry) => ({
    name: entry.name,
    directory: entry.directory,
    finishedAtMs: entry.finishedAtMs,
    sizeBytes: directorySize(entry.directory),
    isProtected: targets.has(entry.name) || isRunning(entry, nowMs),
  }));
}

function isRunning(entry: RunEntry, nowMs: number): boolean {
  if (entry.kind !== 'unfinished') return false;
  const lock = join(entry.directory, RUNNING_FILE);
  if (statSync(lock, { throwIfNoEntry: false }) !== undefined) return isHeld(lock);
  return nowMs - entry.finishedAtMs < FRESH_MS;
}

function resultOf({ removed, kept }: PrunePlan): PruneResult {
  return { removed: removed.map((run) => run.name), kept: kept.length, freedBytes: removed.reduce((sum, run) => sum + run.sizeBytes, 0) };
}
