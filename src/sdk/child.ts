/** The program as a child with everything it starts: found, started, listened to, and ended as a whole. */
import { type ChildProcess, spawn } from 'node:child_process';
import { openCwd } from '../commands/open-cwd.ts';
import { programPath } from '../commands/program-path.ts';
import { type FozzyError, FozzySpawnError, thrownBy } from './errors.ts';
import type { ClientOptions } from './transport.ts';

/** Time to write the report of what was done so far. */
const GRACE_MS = 5_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Child {
  readonly process: ChildProcess;
  /** Rejects with `FozzySpawnError` when it could not be started. */
  readonly ended: Promise<Ended>;
  /** Asks it to stop, and makes sure that it does. */
  readonly cancel: () => void;
}

export function startProgram(args: readonly string[], { bin, cwd, env }: ClientOptions, signal: AbortSignal | undefined): Child {
  const [command, before] = bin === undefined ? [process.execPath, [programPath()]] : [bin, []];
  // A group of its own, so that all of it can be ended; and no terminal, so that Ctrl-C reaches only us.
  const child = spawn(command, [...before, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  child.stdin.on('error', () => {});
  let force: NodeJS.Timeout | undefined;
  const kill = (how: NodeJS.Signals): void => killTree(child, how);
  const orphan = (): void => kill('SIGKILL');
  const cancel = (): void => {
    if (force !== undefined) return;
    child.kill('SIGTERM');
    force = setTimeout(() => kill('SIGKILL'), GRACE_MS);
  };
  process.once('exit', orphan);
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', (error) => reject(spawnError(command, cwd, error)));
    child.once('close', (code, by) => {
      // What it started and left behind goes with it.
      if (by !== null) kill('SIGKILL');
      resolve({ code, signal: by });
    });
  }).finally(() => {
    clearTimeout(force);
    process.removeListener('exit', orphan);
    signal?.removeEventListener('abort', cancel);
  });
  return { process: child, ended, cancel };
}

function killTree(child: ChildProcess, how: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, how);
  } catch {
    // It is gone, which is what was wanted.
  }
}

function spawnError(command: string, cwd: string | undefined, error: Error): FozzyError {
  try {
    openCwd(cwd, process.cwd());
  } catch (refusal) {
    // Which the system tells as if the program were missing.
    return thrownBy(refusal);
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN';
  const hint = code === 'ENOENT' ? 'check `bin` and `cwd`' : code === 'EACCES' ? 'make the program executable' : null;
  return new FozzySpawnError({ code, message: `${command} cannot be started: ${error.message}`, hint, cause: error });
}
