/**
 * Mutual exclusion between commands, by files that only one process can create. A lock names its
 * owner; the lock of a dead process is buried by exactly one of those who wait for it.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { FozzyError } from '../base/problem.ts';
import { entryAt } from './directory.ts';
import { errnoOf, onDisk } from './file-error.ts';
import type { FileOps } from './file-ops.ts';
import { hostFiles } from './file-ops.ts';

export interface LockOptions {
  readonly waitMs?: number;
  readonly ops?: FileOps;
}

interface Owner {
  /** Unique per acquisition, so that a dead owner is never confused with its successor. */
  readonly token: string;
  readonly dead: boolean;
}

/** The contract's patience with an active owner. */
const WAIT_MS = 10_000;
const PAUSE_MS_MAX = 25;
/** Between creating a lock and writing its owner into it lie microseconds; one that stays empty this long was abandoned. */
const UNWRITTEN_MS_MAX = 2000;

/** Tokens held by this process: a lock with our pid that is not among them belongs to an earlier process of the same number. */
const held = new Set<string>();

/** Runs `body` while holding the lock file; its directory must exist. */
export async function withLock<T>(path: string, body: () => T | Promise<T>, options: LockOptions = {}): Promise<T> {
  const ops = options.ops ?? hostFiles;
  const token = await acquire(path, options.waitMs ?? WAIT_MS, ops);
  try {
    return await body();
  } finally {
    release(path, token, ops);
  }
}

async function acquire(path: string, waitMs: number, ops: FileOps): Promise<string> {
  const deadline = performance.now() + waitMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    const token = tryAcquire(path, ops);
    if (token !== undefined) return token;
    if (performance.now() >= deadline) throw lockedError(path);
    await pause(pauseMs);
  }
}

/** The token of the new lock, or undefined while somebody else holds it. */
export function tryAcquire(path: string, ops: FileOps): string | undefined {
  const token = create(path, ops);
  if (token !== undefined) return token;
  const owner = ownerOf(path);
  if (owner?.dead === true) bury(path, owner.token, ops);
  else if (owner !== undefined) return undefined;
  return create(path, ops);
}

export function release(path: string, token: string, ops: FileOps): void {
  held.delete(token);
  onDisk('release lock', path, () => {
    try {
      ops.unlink(path);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
    }
  });
}

/** Whether the lock file exists and its owner may still be at work. */
export function isHeld(path: string): boolean {
  return ownerOf(path)?.dead === false;
}

function create(path: string, ops: FileOps): string | undefined {
  const token = randomBytes(8).toString('hex');
  return onDisk('create lock', path, () => {
    let file: number;
    try {
      file = ops.create(path);
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return undefined;
      throw error;
    }
    held.add(token);
    try {
      ops.write(file, Buffer.from(JSON.stringify({ pid: process.pid, host: hostname(), token })));
    } catch (error) {
      release(path, token, ops);
      throw error;
    } finally {
      ops.close(file);
    }
    return token;
  });
}

/**
 * Removing a dead lock must not hit the fresh lock of somebody who was faster. So the right to bury
 * one particular owner is itself a lock, named after that owner; whoever holds it looks again, and
 * the dead lock cannot change in between because nobody else may touch it.
 */
function bury(path: string, deadToken: string, ops: FileOps): void {
  const rite = `${path}.${deadToken}`;
  const token = tryAcquire(rite, ops);
  if (token === undefined) return;
  try {
    if (ownerOf(path)?.token === deadToken) release(path, deadToken, ops);
  } finally {
    release(rite, token, ops);
  }
}

function ownerOf(path: string): Owner | undefined {
  const entry = entryAt(path);
  if (entry === undefined) return undefined;
  const written = readOwner(path);
  const token = written?.token ?? `${entry.ino}-${entry.mtimeMs}`;
  if (written === undefined) return { token, dead: Date.now() - entry.mtimeMs > UNWRITTEN_MS_MAX };
  return { token, dead: isDead(written.pid, written.host, token) };
}

function readOwner(path: string): { readonly pid: number; readonly host: string; readonly token: string | undefined } | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content !== 'object' || content === null || !('pid' in content) || !('host' in content)) return undefined;
    const { pid, host } = content;
    if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
    const token =
      'token' in content && typeof content.token === 'string' && /^[0-9a-f]{16}$/.test(content.token) ? content.token : undefined;
    return { pid, host, token };
  } catch {
    return undefined;
  }
}

/** Of a process on another machine nothing can be known, so it counts as alive. */
function isDead(pid: number, host: string, token: string): boolean {
  if (host !== hostname()) return false;
  if (pid === process.pid) return !held.has(token);
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errnoOf(error) === 'ESRCH';
  }
}

function lockedError(path: string): FozzyError {
  const owner = readOwner(path);
  const who = owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}`;
  return new FozzyError('record_locked', `${path} is held by ${who}`, {
    details: owner === undefined ? { path } : { path, pid: owner.pid, host: owner.host },
  });
}
