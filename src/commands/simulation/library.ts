/** What `import … from 'fozzy'` gives inside a simulation: the words of scenarios. Commands and campaigns have no place in there. */
import { faults } from '../../sim/fault/faults.ts';
import { simulation } from '../../sim/scenario/simulation.ts';

export const scenarioLibrary = { simulation, faults };
