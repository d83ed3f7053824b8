/**
 * Where `--record` really writes. The name is chosen while holding the lock of the requested path,
 * so that two commands recording to one path get two files and neither loses its trace.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { assertSafeTarget, ensureDirectory, entryAt } from './directory.ts';
import { onDisk } from './file-error.ts';
import type { FileOps } from './file-ops.ts';
import type { LockOptions } from './lock.ts';
import { withLock } from './lock.ts';

export const recordPolicies = ['append', 'overwrite', 'error'] as const;
export type RecordPolicy = (typeof recordPolicies)[number];

export interface RecordTarget {
  /** Absolute and normalised. */
  readonly path: string;
  readonly policy: RecordPolicy;
  /** Parents below this directory must not be symbolic links; the working directory. */
  readonly cwd: string;
  /** With policy `error`: says of an existing file's text whether it may be replaced after all. */
  readonly mayReplace?: (existing: string) => boolean;
}

const POLICY_HINT =
  'pass --record-collision append to number the new trace, --record-collision overwrite to replace the old one, or another path';

/** `write` gets the final path, which is free or may be replaced as long as the lock is held. */
export async function withRecordPath<T>(
  target: RecordTarget,
  write: (path: string) => T,
  lock: LockOptions & { readonly ops: FileOps },
): Promise<T> {
  assertSafeTarget(target.path, target.cwd);
  ensureDirectory(dirname(target.path), lock.ops);
  return withLock(
    `${target.path}.lock`,
    () => {
      const path = choosePath(target);
      assertSafeTarget(path, target.cwd);
      return write(path);
    },
    lock,
  );
}

/** Refuses, before anything runs, what could only fail after it: symbolic links and certain collisions. */
export function checkRecordTarget(target: RecordTarget): void {
  assertSafeTarget(target.path, target.cwd);
  if (target.policy === 'error') choosePath(target);
}

/** `test` with several scenarios records each beside the requested path: `out.fozzy` → `out.3.fozzy`. */
export function recordPathOf(path: string, ordinal: number, scenarios: number): string {
  return scenarios === 1 ? path : numbered(path, ordinal);
}

function choosePath(target: RecordTarget): string {
  const { path, policy } = target;
  if (policy === 'overwrite' || entryAt(path) === undefined) return path;
  if (policy === 'append') return numbered(path, highestNumber(path) + 1);
  if (target.mayReplace?.(onDisk('read', path, () => readFileSync(path, 'utf8'))) === true) return path;
  throw new FozzyError('record_collision', `record collision: ${path} exists`, {
    hint: target.mayReplace === undefined ? POLICY_HINT : 'pass another path with --out',
    details: { path },
  });
}

function numbered(path: string, number: number): string {
  const extension = extname(path);
  return join(dirname(path), `${basename(path, extension)}.${number}${extension}`);
}

function highestNumber(path: string): number {
  const extension = extname(path);
  const prefix = `${basename(path, extension)}.`;
  let highest = 0;
  for (const name of onDisk('list', dirname(path), () => readdirSync(dirname(path)))) {
    if (!name.startsWith(prefix) || !name.endsWith(extension)) continue;
    const digits = name.slice(prefix.length, name.length - extension.length);
    // Longer numbers are nobody's counter and could not be counted up exactly.
    if (/^[0-9]{1,15}$/.test(digits)) highest = Math.max(highest, Number(digits));
  }
  return highest;
}
