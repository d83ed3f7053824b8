/** Starts what a command names, as a machine of its own on the parent's disk. */
import { fileURLToPath } from 'node:url';
import type { Machine, OutputSink, Parent } from '../machine.ts';
import { startChild } from '../process/child-machine.ts';
import type { IpcEnd } from '../process/ipc.ts';
import { processHost } from '../process/process-host.ts';
import { exitCodeOf, programContext } from '../process/program.ts';
import { processOf } from '../process/sim-process.ts';
import { attachIpc } from '../process/process-ipc.ts';
import { findProgram, type FoundProgram } from './find-program.ts';
import { isShellCommand, runShell, type Spawn } from './shell.ts';
import { parseCommandLine } from './shell-words.ts';
import type { SpawnArguments, SpawnOptions } from './spawn-options.ts';
import { isPromise } from '../value-kinds.ts';

export interface Stdio {
  readonly stdout: OutputSink | undefined;
  readonly stderr: OutputSink | undefined;
  readonly hasInput: boolean;
  readonly ended: Parent['ended'];
  /** The parent's end of a channel for messages. */
  readonly ipc?: IpcEnd;
  /** For programs that start others. */
  readonly spawn: Spawn;
}

export function cwdOf(parent: Machine, { cwd }: SpawnOptions): string {
  if (cwd === undefined) return processOf(parent).cwd();
  return cwd instanceof URL ? fileURLToPath(cwd) : cwd;
}

export function environmentOf(parent: Machine, { env }: SpawnOptions): Record<string, string> {
  const given: Readonly<Record<string, unknown>> = env ?? processOf(parent).env;
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** The machine, or the code of the error that kept it from starting. */
export function startProcess(
  parent: Machine,
  { file, args, options }: SpawnArguments,
  fault: string | undefined,
  stdio: Stdio,
): Machine | string {
  if (fault !== undefined) return fault;
  const cwd = cwdOf(parent, options);
  const env = environmentOf(parent, options);
  const isShell = options.shell === true || (typeof options.shell === 'string' && options.shell !== '');
  const found = isShell ? shellProgram(parent, [file, ...args].join(' '), env, cwd) : findProgram(parent, file, args, cwd);
  if (found === undefined) return 'ENOENT';
  const name = found.kind === 'shell' ? 'sh' : (file.split('/').at(-1) ?? file);
  return startChild(
    parent,
    name,
    {
      env,
      cwd,
      argv: found.kind === 'module' ? [found.path, ...found.args] : [file, ...args],
      ...(stdio.hasInput ? { stdin: 'pipe' as const } : {}),
      stdio: { stdout: stdio.stdout, stderr: stdio.stderr },
      parent: { machine: parent, as: 'process', ended: stdio.ended },
      ...(parent.options.image === undefined ? {} : { image: parent.options.image }),
    },
    (machine) => {
      if (stdio.ipc !== undefined) attachIpc(machine, stdio.ipc, options.serialization ?? 'json');
      return runProgram(machine, found, stdio.spawn);
    },
  );
}

/** A line with a single command needs no shell around it: as with a real one, signals reach the command itself. */
function shellProgram(parent: Machine, line: string, env: Record<string, string>, cwd: string): FoundProgram {
  const [command, ...others] = parseCommandLine(line, env);
  const [name, ...args] = command?.words ?? [];
  if (command === undefined || name === undefined || others.length > 0 || isShellCommand(name)) return { kind: 'shell', line };
  const found = findProgram(parent, name, args, cwd);
  if (found === undefined || found.kind === 'shell') return found ?? { kind: 'shell', line };
  Object.assign(env, command.assignments);
  return found;
}

function runProgram(machine: Machine, found: FoundProgram, spawn: Spawn): unknown {
  if (found.kind === 'module') {
    processOf(machine).execArgv.push(...found.execArgv);
    return processHost(machine.kernel).startModule(machine, found.path);
  }
  const answer: unknown = found.kind === 'shell' ? runShell(machine, found.line, spawn) : found.main(programContext(machine, found.args));
  if (!isPromise(answer)) {
    processHost(machine.kernel).end(machine, exitCodeOf(answer));
    return undefined;
  }
  const { life } = machine;
  return answer.then((code: unknown) => {
    if (machine.life === life) processHost(machine.kernel).end(machine, exitCodeOf(code));
    return undefined;
  });
}
