/**
 * Machines that other machines start: child processes and threads. They run on the disk of the one that started them; it hears how they
 * end. Threads end with their process, and everything on a computer ends when its power fails.
 */
import type { Down, Machine, MachineOptions, Part } from '../machine.ts';
import { processHost } from './process-host.ts';
import { nameOfSignal } from './signals.ts';

interface Family {
  started: number;
  readonly children: Set<Machine>;
}

const familyPart: Part<Family> = {
  name: 'children',
  create: () => ({ started: 0, children: new Set() }),
  down: (_machine, family, { how }) => {
    for (const child of family.children) {
      if (child.state !== 'running') continue;
      if (child.options.parent?.as === 'thread') child.goDown({ how: how === 'power-loss' ? 'power-loss' : 'process' });
      else if (how === 'power-loss') child.goDown({ how });
    }
    return { started: family.started, children: new Set() };
  },
};

const endPart: Part<true> = {
  name: 'end',
  create: () => true,
  down: (machine, _part, down) => {
    machine.options.parent?.machine.peek(familyPart)?.children.delete(machine);
    machine.options.parent?.ended(howItEnded(machine, down));
    return undefined;
  },
};

/** Killed by a signal, or ended with a code; never both. */
function howItEnded(machine: Machine, { how }: Down): { readonly code: number | null; readonly signal: string | null } {
  if (how === 'exit') return { code: machine.exitCode ?? 0, signal: null };
  return { code: null, signal: nameOfSignal((machine.exitCode ?? 0) - 128) ?? 'SIGKILL' };
}

type ChildOptions = MachineOptions & Required<Pick<MachineOptions, 'parent'>>;

/** A machine that is not started. The name says where it came from: `server/worker-2`. */
export function childMachine(parent: Machine, label: string, options: ChildOptions): Machine {
  const family = parent.part(familyPart);
  family.started += 1;
  const machine = processHost(parent.kernel).addMachine(`${parent.name}/${label}-${family.started}`, 'node', options);
  machine.skewUs = parent.skewUs;
  machine.driftPpm = parent.driftPpm;
  machine.driftSinceUs = parent.driftSinceUs;
  return machine;
}

export function startChild(parent: Machine, label: string, options: ChildOptions, program: (machine: Machine) => unknown): Machine {
  const machine = childMachine(parent, label, options);
  parent.part(familyPart).children.add(machine);
  machine.part(endPart);
  processHost(parent.kernel).start(machine, program);
  return machine;
}
