/**
 * The run that goes on in this thread, and the machine whose code is running. A run is one synchronous loop, so this is a plain
 * variable: everything simulated asks here who is calling.
 */
import { Bug } from '../base/assert.ts';
import type { Kernel, Machine } from './machine.ts';

let active: Kernel | undefined;

export function setActive(kernel: Kernel | undefined): void {
  active = kernel;
}

export function activeKernel(): Kernel | undefined {
  return active;
}

/** The machine whose code is running. */
export function current(): Machine {
  if (active === undefined) throw new Bug('a simulated function was called while no simulation is running');
  return active.current;
}
