/** Searches an example as `fozzy explore` does, and says what was found. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explore } from '../../src/campaign/explore/explore.ts';
import { SimulationFile } from '../../src/commands/simulation/open-file.ts';
import { Pace } from '../../src/commands/simulation/pace.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Searched {
  /** Messages of the findings, after the failing run was repeated; empty when nothing was found. */
  readonly found: readonly string[];
  /** Whether the repetition made exactly the same decisions. */
  readonly repeats: boolean;
  readonly schedules: number;
}

export async function searchExample(name: string, seed: number, runs: number): Promise<Searched> {
  const file = await SimulationFile.open(`examples/${name}.fozzy.ts`, root);
  const { subject } = await file.openSimulation(file.choose(undefined, 'explore'));
  const pace = new Pace();
  const { failure, search } = await explore(subject, {
    strategy: 'portfolio',
    seed: { hi: 0, lo: seed },
    runs,
    isTimeUp: () => false,
    isTired: () => pace.isTired(),
    breathe: () => {
      pace.breathed();
      return true;
    },
  });
  return {
    found: failure?.findings.map(({ message }) => message) ?? [],
    repeats: failure === undefined || (failure.mismatch === undefined && failure.unusedDecisions === 0),
    schedules: search.schedules,
  };
}
