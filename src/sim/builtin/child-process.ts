/** `node:child_process`: programs of the scenario and other modules, as machines of their own; whatever else is called does not exist. */
import { current } from '../active.ts';
import { ChildProcess, spawnChild } from '../child/child-process.ts';
import { exec, execFile } from '../child/exec.ts';
import { spawnArguments } from '../child/spawn-options.ts';
import { execFileSync, execSync, spawnSync } from '../child/sync.ts';
import { processOf } from '../process/sim-process.ts';

function spawn(file: unknown, second?: unknown, third?: unknown): ChildProcess {
  return spawnChild(spawnArguments(file, second, third));
}

/** Another module as a process, with a channel for messages. */
function fork(path: unknown, second?: unknown, third?: unknown): ChildProcess {
  const module = path instanceof URL ? path.pathname : path;
  const { file, args, options } = spawnArguments(module, second, third);
  const own = processOf(current());
  const flags = options.execArgv ?? own.execArgv;
  const output = options.silent === true ? 'pipe' : 'inherit';
  const stdio = options.stdio ?? [output, output, output, 'ipc'];
  const { shell: _shell, ...others } = options;
  return spawnChild({ file: own.execPath, args: [...flags, file, ...args], options: { ...others, stdio: withIpc(stdio) } });
}

function withIpc(stdio: unknown): unknown {
  if (!Array.isArray(stdio)) return [stdio, stdio, stdio, 'ipc'];
  const list: readonly unknown[] = stdio;
  return list.includes('ipc') ? list : [...list, 'ipc'];
}

export const childProcessModule: Record<string, unknown> = {
  ChildProcess,
  spawn,
  fork,
  exec,
  execFile,
  spawnSync,
  execSync,
  execFileSync,
};
