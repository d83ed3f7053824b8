/** Everything that can be put into `sim.faults(…)`. */
import { diskFaults } from './disk-faults.ts';
import { machineFaults } from './machine-faults.ts';
import { networkFaults } from './network-faults.ts';

export const faults = {
  ...diskFaults,
  ...machineFaults,
  ...networkFaults,
};
