/** The number of a process: another one in each of its lives, and never that of another machine. */
import type { Machine } from '../machine.ts';

const FIRST = 1000;
const PER_MACHINE = 100;

export function pidOf(machine: Machine): number {
  return FIRST + machine.loop.index * PER_MACHINE + machine.life;
}
