/** A program written for the simulation, `sim.program('ffmpeg', main)`: what its main function gets. */
import type { Readable, Writable } from 'node:stream';
import type { Machine } from '../machine.ts';
import { exitStatus } from './exit-code.ts';
import { stdinOf } from './stdin.ts';
import { processOf } from './sim-process.ts';

export interface ProgramContext {
  /** Without the name of the program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Ends the program at once; does not return. */
  readonly exit: (code?: number) => never;
}

/** Its answer, or what its promise gives, is the exit code; nothing means 0. */
export type ProgramMain = (context: ProgramContext) => unknown;

export function programContext(machine: Machine, args: readonly string[]): ProgramContext {
  const own = processOf(machine);
  return {
    args,
    env: own.env,
    cwd: own.cwd(),
    stdin: stdinOf(machine),
    stdout: own.stdout,
    stderr: own.stderr,
    exit: (code) => own.exit(code),
  };
}

export function exitCodeOf(answer: unknown): number {
  return typeof answer === 'number' ? exitStatus(answer) : 0;
}
