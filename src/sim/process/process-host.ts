/** What starting processes and threads needs of whoever leads the run; handed in when a run begins. */
import type { Kernel, Machine, MachineOptions, MachineRole } from '../machine.ts';
import { notSimulated } from '../node-error.ts';
import type { ProgramMain } from './program.ts';

export interface ProcessHost {
  addMachine(name: string, role: MachineRole, options: MachineOptions): Machine;
  /** Makes a function the program of a machine, and starts it. */
  start(machine: Machine, program: (machine: Machine) => unknown): void;
  /** Its process ends by itself. */
  end(machine: Machine, code: number): void;
  signal(machine: Machine, signal: string): void;
  /** Evaluates a module as the program of a machine. */
  startModule(machine: Machine, path: string): unknown;
}

interface Known {
  host: ProcessHost | undefined;
  readonly programs: Map<string, ProgramMain>;
}

/** Of the run under way; there is one at a time, and whoever still belongs to an earlier one has nobody who leads it. */
let known: { readonly kernel: Kernel; readonly of: Known } | undefined;

function knownTo(kernel: Kernel): Known {
  if (known?.kernel !== kernel) known = { kernel, of: { host: undefined, programs: new Map() } };
  return known.of;
}

export function setProcessHost(kernel: Kernel, host: ProcessHost): void {
  knownTo(kernel).host = host;
}

export function processHost(kernel: Kernel): ProcessHost {
  const { host } = knownTo(kernel);
  if (host === undefined) throw notSimulated('Starting a process or thread', 'Nobody leads this run who could start one.');
  return host;
}

/** Programs that simulated machines have installed, by the name they are called by. */
export function programsOf(kernel: Kernel): Map<string, ProgramMain> {
  return knownTo(kernel).programs;
}
