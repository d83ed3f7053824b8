/** Whether a node has come so far that clients may begin. */
import type { Lifecycle } from '../lifecycle.ts';
import type { Machine } from '../machine.ts';
import type { Plan } from '../scenario/plan.ts';
import { isListening } from './listening.ts';

/** It listens, has ended, or has nothing to do until something comes from outside; or it is not meant to be started yet. */
export function isUp(machine: Machine, { manual, ports }: Plan, lifecycle: Lifecycle): boolean {
  if (manual.has(machine)) return true;
  if (machine.state !== 'running') return machine.life > 0;
  if (!lifecycle.isLoaded(machine)) return false;
  const expected = ports.get(machine);
  if (expected !== undefined) return expected.every((port) => isListening(machine, port));
  // Who only waits for time to pass has done what it does at the start.
  return isListening(machine) || (machine.loop.arrivals.size === 0 && !machine.loop.hasImmediates);
}
