/** What a command starts: a program of the scenario, another module as a Node process, a shell, or nothing that exists. */
import { resolve } from 'node:path';
import type { Machine } from '../machine.ts';
import { notSimulated } from '../node-error.ts';
import { programsOf } from '../process/process-host.ts';
import type { ProgramMain } from '../process/program.ts';
import { processOf } from '../process/sim-process.ts';

export type FoundProgram =
  | { readonly kind: 'program'; readonly main: ProgramMain; readonly args: readonly string[] }
  | { readonly kind: 'module'; readonly path: string; readonly args: readonly string[]; readonly execArgv: readonly string[] }
  | { readonly kind: 'shell'; readonly line: string };

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh']);

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

export function findProgram(machine: Machine, file: string, args: readonly string[], cwd: string): FoundProgram | undefined {
  const programs = programsOf(machine.kernel);
  const main = programs.get(file) ?? programs.get(baseName(file));
  if (main !== undefined) return { kind: 'program', main, args };
  if (baseName(file) === 'node' && (file === 'node' || file === processOf(machine).execPath)) return nodeProgram(args, cwd);
  if (SHELLS.has(baseName(file)) && args[0] === '-c') return { kind: 'shell', line: args[1] ?? '' };
  return undefined;
}

function nodeProgram(args: readonly string[], cwd: string): FoundProgram {
  const first = args.findIndex((arg) => !arg.startsWith('-'));
  const flags = first < 0 ? args : args.slice(0, first);
  if (first < 0 || flags.some((flag) => /^(?:-e|-p|-pe|--eval|--print|-i|--interactive|--test|--run)\b/u.test(flag))) {
    throw notSimulated(`node ${args.join(' ')}`, 'Only `node script.js` can run as a simulated process: put the code into a file.');
  }
  return { kind: 'module', path: resolve(cwd, args[first] ?? ''), args: args.slice(first + 1), execArgv: flags };
}
