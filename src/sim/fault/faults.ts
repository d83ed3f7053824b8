/** Everything that can be put into `sim.faults(…)`. */
import { diskFaults } from './disk-faults.ts';
import { machineFaults } from './machine-faults.ts';

export const faults = {
  ...diskFaults,
  ...machineFaults,
};
