/** A simulation written to a fresh folder and searched, with everything the guard had to say. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Explored, explore } from '../../src/campaign/explore/explore.ts';
import { SimulationFile } from '../../src/commands/simulation/open-file.ts';
import { type JudgedSearch, judgeSearch, shownRun } from '../../src/commands/simulation/judge.ts';
import type { OpenedSimulation } from '../../src/commands/simulation/opened-simulation.ts';
import type { SimulationOptions } from '../../src/sim/scenario/simulation.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export interface ExploredFiles extends JudgedSearch {
  readonly explored: Explored;
  readonly simulation: OpenedSimulation;
  /** `context: <reason>`, in the order in which they came. */
  readonly escalations: readonly string[];
}

export type Files = Readonly<Record<string, string>>;

export function writeProject(files: Files): string {
  const folder = temporaryDirectory();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The simulation is in `main.fozzy.ts`. */
export async function openFiles(files: Files, options: SimulationOptions = {}): Promise<OpenedSimulation> {
  const file = await SimulationFile.open('main.fozzy.ts', writeProject(files));
  return file.openSimulation(file.choose(undefined, 'explore'), { options });
}

export async function exploreFiles(files: Files, options: SimulationOptions = {}, runs = 20): Promise<ExploredFiles> {
  const simulation = await openFiles(files, options);
  const escalations: string[] = [];
  const explored = await explore(simulation.subject, {
    strategy: 'portfolio',
    seed: { hi: 0, lo: 7 },
    runs,
    isTimeUp: () => false,
    isTired: () => false,
    breathe: () => true,
    onEscalation: (isolation, reason) => escalations.push(`${isolation}: ${reason}`),
  });
  const judged = judgeSearch(explored, await shownRun(simulation, explored), simulation);
  return { ...judged, explored, simulation, escalations };
}

/** One node that says something about itself to a client, which puts it into the story. */
export function sayingNode(program: string, more: Files = {}): Files {
  return {
    'main.fozzy.ts': `
      import { simulation } from 'fozzy';
      export default simulation('cheat', (sim) => {
        const node = sim.node('cheat', './program.cjs');
        sim.client('c', () => sim.sleep(50));
      });`,
    'program.cjs': program,
    ...more,
  };
}
