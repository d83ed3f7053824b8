/** `process.kill`: signals to the processes of one computer, by their numbers. Who is gone is gone: locks with a number in them rely on it. */
import type { Machine } from '../machine.ts';
import { invalidArgType, notSimulated } from '../node-error.ts';
import { pidOf } from './pid.ts';
import { signalGiven } from './signals.ts';

/** Belongs to the system, which programs of users may not touch. */
const FIRST_PROCESS = 1;

export function kill(from: Machine, pid: unknown, given: unknown): true {
  const number = Number(pid);
  if (number !== Math.trunc(number)) throw invalidArgType('pid', 'of type number', pid);
  const signal = signalGiven(given, 'kill');
  if (number === 0) throw notSimulated('Signals to a group of processes', 'Kill each process by its number.');
  if (number === FIRST_PROCESS) throw killError('EPERM', -1);
  // A group has the number of the process that leads it.
  const target = processOn(from.host, Math.abs(number));
  if (target === undefined) throw killError('ESRCH', -3);
  if (number < 0) throw notSimulated('Signals to a group of processes', 'Kill each process by its number.');
  if (signal !== 0) from.kernel.signal(target, signal);
  return true;
}

function processOn(computer: Machine, pid: number): Machine | undefined {
  for (const machine of computer.kernel.machines) {
    if (machine.host !== computer || machine.leader !== machine) continue;
    // Whether it is there depends on what it did.
    machine.kernel.footprints?.takes(machine.loop.place);
    if (machine.state === 'running' && pidOf(machine) === pid) return machine;
  }
  return undefined;
}

function killError(code: string, errno: number): Error {
  return Object.assign(new Error(`kill ${code}`), { errno, code, syscall: 'kill' });
}
