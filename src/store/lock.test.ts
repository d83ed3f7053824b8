import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hostFiles } from './file-ops.ts';
import { isHeld, release, tryAcquire, withLock } from './lock.ts';
import { failingFiles } from '../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';

/** The id of a process that is certainly gone. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('a lock', () => {
  test('lets one body run at a time and loses no increment', async () => {
    const directory = temporaryDirectory();
    const counter = join(directory, 'counter');
    writeFileSync(counter, '0');
    const increment = (): Promise<void> =>
      withLock(join(directory, 'lock'), async () => {
        const before = Number(readFileSync(counter, 'utf8'));
        await turn();
        writeFileSync(counter, String(before + 1));
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    expect(readFileSync(counter, 'utf8')).toBe('20');
    expect(readdirSync(directory)).toEqual(['counter']);
  });

  test('holds pid and host while taken, and is gone after a failing body', async () => {
    const path = join(temporaryDirectory(), 'lock');
    const failing = withLock(path, () => {
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
      expect(isHeld(path)).toBe(true);
      throw new Error('body');
    });
    await expect(failing).rejects.toThrow('body');
    expect(existsSync(path)).toBe(false);
  });

  test('of a living process is waited for and then reported with its owner', async () => {
    const path = join(temporaryDirectory(), 'lock');
    writeFileSync(path, JSON.stringify({ pid: process.ppid, host: hostname() }));
    const attempt = withLock(path, () => undefined, { waitMs: 5 });
    await expect(attempt).rejects.toMatchObject({ code: 'record_locked', details: { path, pid: process.ppid, host: hostname() } });
    expect(existsSync(path)).toBe(true);
  });

  test('of another machine is never taken over', async () => {
    const path = join(temporaryDirectory(), 'lock');
    writeFileSync(path, JSON.stringify({ pid: deadPid(), host: 'elsewhere' }));
    await expect(withLock(path, () => undefined, { waitMs: 5 })).rejects.toMatchObject({ code: 'record_locked' });
  });

  test('of a dead process is taken over', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'lock');
    writeFileSync(path, JSON.stringify({ pid: deadPid(), host: hostname() }));
    expect(await withLock(path, () => 'mine', { waitMs: 0 })).toBe('mine');
    expect(readdirSync(directory)).toEqual([]);
  });

  test('of an earlier process with our own number is taken over', () => {
    const path = join(temporaryDirectory(), 'lock');
    writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname(), token: '0123456789abcdef' }));
    expect(tryAcquire(path, hostFiles)).toBeDefined();
  });

  test('that was never filled in counts as abandoned only after a while', () => {
    const path = join(temporaryDirectory(), 'lock');
    writeFileSync(path, '');
    expect(tryAcquire(path, hostFiles)).toBeUndefined();
    utimesSync(path, 0, 0);
    expect(tryAcquire(path, hostFiles)).toBeDefined();
  });

  test('is not stolen by a slow burier that saw the dead owner before a faster one replaced it', () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'lock');
    const token = '0123456789abcdef';
    writeFileSync(path, JSON.stringify({ pid: deadPid(), host: hostname(), token }));
    // The faster process is in the middle of the burial: it holds the right to it.
    writeFileSync(`${path}.${token}`, JSON.stringify({ pid: process.ppid, host: hostname() }));
    expect(tryAcquire(path, hostFiles)).toBeUndefined();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ token });
  });

  test('is taken over even if an earlier burier died in the middle', () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'lock');
    const [pid, host] = [deadPid(), hostname()];
    writeFileSync(path, JSON.stringify({ pid, host, token: '0123456789abcdef' }));
    writeFileSync(`${path}.0123456789abcdef`, JSON.stringify({ pid, host, token: 'fedcba9876543210' }));
    const token = tryAcquire(path, hostFiles);
    expect(token).toBeDefined();
    release(path, token ?? '', hostFiles);
    expect(readdirSync(directory)).toEqual([]);
  });

  test('that cannot be filled in because the disk is full is removed again', async () => {
    const directory = temporaryDirectory();
    const attempt = withLock(join(directory, 'lock'), () => undefined, { ops: failingFiles('write', 1, 'ENOSPC') });
    await expect(attempt).rejects.toMatchObject({ code: 'io' });
    expect(readdirSync(directory)).toEqual([]);
  });
});
