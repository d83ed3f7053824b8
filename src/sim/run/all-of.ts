/** Whether something holds for all of several machines, which ends an act of the run. */
import { ACT } from '../../decide/footprint.ts';
import { inboxOf } from '../../decide/footprints.ts';
import type { RunKernel } from '../kernel.ts';
import type { Machine } from '../machine.ts';

/**
 * Looking is of no consequence, but whoever changes it for one of them brings the end of the act nearer. What is on its way to a machine
 * may matter to whether it holds there, so that belongs to those that run on it, and to whoever changes it from afar.
 */
export function allOf(kernel: RunKernel, machines: readonly Machine[], holds: (machine: Machine) => boolean): () => boolean {
  const { footprints } = kernel;
  if (footprints === undefined) return () => machines.every(holds);
  const before = machines.map(() => false);
  return () => {
    const { current } = kernel;
    const now = footprints.aside(() => machines.map(holds));
    footprints.takesThing(inboxOf(current.loop.index));
    for (const [at, machine] of machines.entries()) {
      if (now[at] === before[at]) continue;
      before[at] = now[at] === true;
      footprints.addsTo(ACT);
      if (machine !== current) footprints.takesThing(inboxOf(machine.loop.index));
    }
    return !now.includes(false);
  };
}
