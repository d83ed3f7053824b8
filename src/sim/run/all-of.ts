/** Whether something holds for all of several machines, which ends an act of the run. */
import { ACT } from '../../decide/footprint.ts';
import type { RunKernel } from '../kernel.ts';
import type { Machine } from '../machine.ts';

/** Looking is of no consequence, but whoever changes it for one of them brings the end of the act nearer. */
export function allOf({ footprints }: RunKernel, machines: readonly Machine[], holds: (machine: Machine) => boolean): () => boolean {
  if (footprints === undefined) return () => machines.every(holds);
  let before = 0;
  return () => {
    const count = footprints.aside(() => machines.filter(holds).length);
    if (count !== before) footprints.addsTo(ACT);
    before = count;
    return count === machines.length;
  };
}
