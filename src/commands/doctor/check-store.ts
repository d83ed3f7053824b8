/** Whether the base directory is in order: writable, without locks of the dead, damaged or unfinished runs, or files left half-way. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FozzyError } from '../../base/problem.ts';
import { aliasIndexDamage } from '../../store/alias-index.ts';
import { writeFileAtomic } from '../../store/atomic-write.ts';
import { hostFiles } from '../../store/file-ops.ts';
import { checkRun } from '../../store/integrity.ts';
import { isHeld } from '../../store/lock.ts';
import { RUNNING_FILE } from '../../store/run-folder.ts';
import { scanRuns } from '../../store/scan-runs.ts';
import type { Issue } from './issue.ts';

/** More of one kind are counted instead of listed. */
const LISTED_MAX = 20;

/** Other commands may be at work: between two of their system calls things look left behind that are not. */
const LOOK_AGAIN_MS = 500;

export async function checkStore(baseDir: string, pause = (): Promise<unknown> => wait(LOOK_AGAIN_MS)): Promise<readonly Issue[]> {
  const unwritable = checkWritable(baseDir);
  if (unwritable !== undefined) return [unwritable];
  const first = look(baseDir);
  if (first.length === 0) return [];
  await pause();
  const seen = new Set(first.map(identityOf));
  const issues = look(baseDir).filter((issue) => seen.has(identityOf(issue)));
  const [runs, others] = [issues.filter(isAboutRun), issues.filter((issue) => !isAboutRun(issue) && issue.code !== LEFTOVER)];
  return [...others, ...shortened(runs), ...counted(issues.filter(({ code }) => code === LEFTOVER))];
}

function look(baseDir: string): readonly Issue[] {
  return [...checkLocks(baseDir), ...checkAliases(baseDir), ...checkRuns(baseDir), ...checkLeftovers(baseDir)];
}

function identityOf({ code, details }: Issue): string {
  return JSON.stringify([code, details?.['path']]);
}

function isAboutRun({ code }: Issue): boolean {
  return code === 'run_unfinished' || code === 'run_damaged';
}

/** Writes a file and removes it again: permissions, full disks and read-only mounts all show here and nowhere else. */
function checkWritable(baseDir: string): Issue | undefined {
  let folder = baseDir;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const probe = join(folder, `.fozzy-doctor-${process.pid}`);
  try {
    writeFileAtomic(probe, ['written by fozzy doctor\n'], hostFiles);
    hostFiles.unlink(probe);
    return undefined;
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    return {
      code: 'base_dir_not_writable',
      message: `nothing can be written to ${baseDir}: ${error.message}`,
      hint: 'make it a directory you may write to, or set base_dir in fozzy.toml',
      details: { path: baseDir },
    };
  }
}

function checkLocks(baseDir: string): readonly Issue[] {
  const locks = filesBelow(baseDir, (name) => name.endsWith('.lock') && name !== RUNNING_FILE);
  return locks
    .filter((path) => !isHeld(path))
    .map((path) => ({
      code: 'stale_lock',
      message: `${path} was left by a process that is gone`,
      hint: 'the next command that needs it takes it over; or delete it',
      details: { path },
    }));
}

function checkAliases(baseDir: string): readonly Issue[] {
  const damage = aliasIndexDamage(baseDir);
  if (damage === undefined) return [];
  const hint = 'delete it; the next command finds the aliases again from the runs themselves';
  return [{ code: 'alias_index_damaged', message: `${damage.path} ${damage.reason}`, hint, details: { path: damage.path } }];
}

function checkRuns(baseDir: string): readonly Issue[] {
  const issues: Issue[] = [];
  for (const entry of scanRuns(baseDir)) {
    const { name, directory } = entry;
    if (entry.kind === 'unfinished') {
      if (isHeld(join(directory, RUNNING_FILE))) continue;
      issues.push({
        code: 'run_unfinished',
        message: `run ${name} was never finished`,
        hint: 'look into it if you need what it wrote, then delete its directory',
        details: { runId: name, path: directory },
      });
      continue;
    }
    const check = checkRun(directory);
    if (check.kind !== 'damaged') continue;
    issues.push({
      code: 'run_damaged',
      message: `run ${name} is damaged: ${check.damage.file}: ${check.damage.reason}`,
      hint: 'execute the scenario again, or delete the directory of the run',
      details: { runId: name, path: directory, file: check.damage.file },
    });
  }
  return issues;
}

function shortened(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length <= LISTED_MAX) return issues;
  const more = issues.length - LISTED_MAX;
  return [
    ...issues.slice(0, LISTED_MAX),
    { code: 'more_runs', message: `${more} more runs are damaged or unfinished`, hint: 'see `fozzy runs ls`' },
  ];
}

const LEFTOVER = 'leftover_temp_files';

/** One for each; what somebody holds a lock for, there or further up, is still being written. */
function checkLeftovers(baseDir: string): readonly Issue[] {
  return filesBelow(baseDir, (name) => /^\.fozzy-.*\.tmp$/u.test(name))
    .filter((path) => !isBeingWritten(dirname(path), baseDir))
    .map((path) => ({ code: LEFTOVER, message: path, details: { path } }));
}

function isBeingWritten(folder: string, baseDir: string): boolean {
  const locks = filesBelow(folder, (name) => name.endsWith('.lock'), 1);
  if (locks.some((path) => isHeld(path))) return true;
  return folder !== baseDir && folder.startsWith(baseDir) && isBeingWritten(dirname(folder), baseDir);
}

function counted(left: readonly Issue[]): readonly Issue[] {
  if (left.length === 0) return [];
  const message = `${left.length} temporary file${left.length === 1 ? ' was' : 's were'} left by commands that were killed`;
  const paths = left.slice(0, LISTED_MAX).map((issue) => issue.message);
  const hint = left.length === 1 ? `delete ${paths[0] ?? 'it'}` : `delete them, such as ${paths[0] ?? 'the first'}`;
  return [{ code: LEFTOVER, message, hint, details: { paths } }];
}

/** In the base directory and in the directories of its runs; links are not followed. */
function filesBelow(folder: string, wanted: (name: string) => boolean, depth = 5): readonly string[] {
  if (depth === 0 || !existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path, wanted, depth - 1);
      return wanted(entry.name) ? [path] : [];
    })
    .toSorted();
}
