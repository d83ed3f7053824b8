/** `sh -c line`: runs commands one after the other, each as a process of its own with the shell's input and output. */
import type { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import type { Machine } from '../machine.ts';
import { notSimulated } from '../node-error.ts';
import { exitStatus } from '../process/exit-code.ts';
import { processHost, programsOf } from '../process/process-host.ts';
import { processOf, type SimProcess } from '../process/sim-process.ts';
import { stdinOf } from '../process/stdin.ts';
import { parseCommandLine, type ShellCommand } from './shell-words.ts';
import type { SpawnArguments } from './spawn-options.ts';

const NOT_FOUND = 127;

/** Starts a process of the machine whose code is running; handed in, because processes start shells as well. */
export type Spawn = (what: SpawnArguments) => EventEmitter & { readonly stdin: Writable | null };

const OWN_COMMANDS = new Set(['true', 'false', ':', 'echo', 'exit', 'cd', 'exec', 'export', 'set']);

export function isShellCommand(name: string): boolean {
  return OWN_COMMANDS.has(name);
}

export async function runShell(machine: Machine, line: string, spawn: Spawn): Promise<number> {
  const own = processOf(machine);
  let code = 0;
  for (const command of parseCommandLine(line, own.env)) {
    if ((command.after === '&&' && code !== 0) || (command.after === '||' && code === 0)) continue;
    code = await runCommand(machine, command, spawn);
  }
  return code;
}

async function runCommand(machine: Machine, { words, assignments }: ShellCommand, spawn: Spawn): Promise<number> {
  const [name, ...args] = words;
  const own = processOf(machine);
  if (name === undefined) {
    Object.assign(own.env, assignments);
    return 0;
  }
  if (!programsOf(machine.kernel).has(name)) {
    const code = shellCommand(machine, name, args);
    if (code !== undefined && name === 'exit') processHost(machine.kernel).end(machine, code);
    if (code !== undefined) return code;
  }
  return new Promise((resolve) => {
    const child = spawn({ file: name, args, options: { env: { ...own.env, ...assignments }, stdio: ['pipe', 'inherit', 'inherit'] } });
    if (child.stdin !== null && machine.options.stdin === 'pipe') stdinOf(machine).pipe(child.stdin);
    else child.stdin?.end();
    child.on('error', () => {
      resolve(notFound(machine, name));
    });
    child.on('exit', (code: number | null, signal: string | null) => resolve(code ?? (signal === null ? 1 : 128)));
  });
}

/** As the shell of most servers says it. */
export function notFound(machine: Machine, name: string): number {
  processOf(machine).stderr.write(`/bin/sh: 1: ${name}: not found\n`);
  return NOT_FOUND;
}

/** What shells do themselves; undefined = nothing of that name. To end the shell is up to the caller. */
export function shellCommand(machine: Machine, name: string, args: readonly string[]): number | undefined {
  const own = processOf(machine);
  switch (name) {
    case 'true':
    case ':':
      return 0;
    case 'false':
      return 1;
    case 'echo':
      own.stdout.write(`${args.join(' ')}\n`);
      return 0;
    case 'exit':
      return exitStatus(args[0]);
    case 'cd':
      return changeDirectory(own, args[0] ?? own.env['HOME'] ?? '/');
    case 'exec':
    case 'export':
    case 'set':
      throw notSimulated(`The shell command '${name}'`, 'Call the program with spawn and give it `env` and `cwd`.');
    default:
      return undefined;
  }
}

/** As the shell of most servers says it. */
function changeDirectory(own: SimProcess, to: string): number {
  try {
    own.chdir(to);
    return 0;
  } catch {
    own.stderr.write(`sh: 1: cd: can't cd to ${to}\n`);
    return 2;
  }
}
