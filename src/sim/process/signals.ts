/** Signals by name and number, and which of them end a Node process that does not listen for them. */
import { constants } from 'node:os';
import { nodeError, notSimulated } from '../node-error.ts';

const names: ReadonlyMap<number, string> = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** SIGUSR1 opens Node's debugger, SIGPIPE is ignored by it, and the others do nothing unless somebody listens. */
const HARMLESS: ReadonlySet<string> = new Set(['SIGUSR1', 'SIGPIPE', 'SIGCHLD', 'SIGCONT', 'SIGURG', 'SIGWINCH', 'SIGXFSZ']);
const STOPPING: ReadonlySet<string> = new Set(['SIGSTOP', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU']);
const HIGHEST = 64;

/** The signal that was asked for, by name; 0 only asks whether somebody is there. As Node judges what it is given. */
export function signalGiven(given: unknown, syscall: string): string | 0 {
  const signal = given === undefined || given === null || given === '' ? 'SIGTERM' : given;
  if (signal === 0) return 0;
  if (typeof signal === 'number' && Number.isInteger(signal)) {
    if (signal < 0 || signal > HIGHEST) {
      throw Object.assign(new Error(`${syscall} EINVAL`), { errno: -22, code: 'EINVAL', syscall });
    }
    return known(names.get(signal) ?? `SIG${signal}`);
  }
  if (typeof signal !== 'string' || numberOfSignal(signal) === undefined) {
    throw nodeError('ERR_UNKNOWN_SIGNAL', `Unknown signal: ${shown(signal)}`, TypeError);
  }
  return known(signal);
}

/** Silence would be a lie: a program that is stopped must not go on. */
function known(name: string): string {
  if (STOPPING.has(name)) throw notSimulated(`Stopping a process with ${name}`, 'Use faults.pause, or `pause` of what sim.node returned.');
  return name;
}

export function numberOfSignal(name: string): number | undefined {
  return Object.entries(constants.signals).find(([each]) => each === name)?.[1];
}

function shown(value: unknown): string {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? String(value) : Object.prototype.toString.call(value);
}

export function nameOfSignal(number: number): string | undefined {
  return names.get(number);
}

export function isFatal(name: string): boolean {
  return numberOfSignal(name) !== undefined && !HARMLESS.has(name) && !STOPPING.has(name);
}
