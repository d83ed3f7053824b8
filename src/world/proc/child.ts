/** Starts one child process, and tells apart a child that runs from one that could not be started. */
import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { codeOf, messageOf } from '../host/failure.ts';
import type { HostError } from '../host/port.ts';

export type Child = ChildProcessByStdio<null, Readable, Readable> & { readonly pid: number };

export interface ChildStart {
  readonly cmd: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export type StartedChild = { readonly kind: 'started'; readonly child: Child } | { readonly kind: 'failed'; readonly error: HostError };

export async function startChild(start: ChildStart): Promise<StartedChild> {
  try {
    const child = spawn(start.cmd, start.args, {
      cwd: start.cwd,
      env: start.env,
      detached: true,
      shell: false,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    if (isRunning(child)) return { kind: 'started', child };
    return { kind: 'failed', error: startError(start.cmd, await firstError(child)) };
  } catch (thrown) {
    return { kind: 'failed', error: startError(start.cmd, thrown) };
  }
}

function isRunning(child: ChildProcessByStdio<null, Readable, Readable>): child is Child {
  return child.pid !== undefined;
}

/** Node reports some start failures by throwing and some by an event on the next turn. */
function firstError(child: ChildProcessByStdio<null, Readable, Readable>): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('error', resolve);
  });
}

/** Node refuses an empty command or a NUL byte by itself; to the operating system both are invalid arguments. */
function startError(cmd: string, thrown: unknown): HostError {
  const code = codeOf(thrown);
  return { class: code === '' || code.startsWith('ERR_') ? 'EINVAL' : code, message: `cannot start "${cmd}": ${messageOf(thrown)}` };
}
