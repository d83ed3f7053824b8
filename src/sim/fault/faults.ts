/** Everything that can be put into `sim.faults(…)`. */
import { machineFaults } from './machine-faults.ts';

export const faults = {
  ...machineFaults,
};
