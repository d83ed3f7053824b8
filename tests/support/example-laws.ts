/** What every example must show: its bug is found within a stated number of schedules, and its fix stays clean with ten times as many. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Explored, explore } from '../../src/campaign/explore/explore.ts';
import { Pace } from '../../src/commands/simulation/pace.ts';
import { SimulationFile } from '../../src/commands/simulation/open-file.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Example {
  readonly folder: string;
  /** The file with the bug; the other one is `fixed`. */
  readonly buggy: string;
  /** Schedules within which every one of the seeds finds it. */
  readonly within: number;
  readonly finding: RegExp;
}

const SEEDS = [1, 2, 3, 4, 5];
const TIMES_AS_MANY = 10;
/** Far beyond what it takes, also on a busy machine. */
const TIMEOUT_MS = 300_000;

export function exampleLaws({ folder, buggy, within, finding }: Example): void {
  test(
    `${folder}: every seed finds the bug within ${within} schedules, and a replay repeats it`,
    async () => {
      for (const seed of SEEDS) {
        const { failure, search } = await searched(`${folder}/${buggy}`, seed, within);
        expect(failure?.findings.map(({ message }) => message).join() ?? `nothing found in ${search.schedules} schedules`).toMatch(finding);
        expect(failure?.mismatch).toBeUndefined();
        expect(failure?.unusedDecisions).toBe(0);
      }
    },
    TIMEOUT_MS,
  );

  test(
    `${folder}: the fix stays clean in ${TIMES_AS_MANY * within} schedules`,
    async () => {
      const { failure, search } = await searched(`${folder}/fixed`, 1, TIMES_AS_MANY * within);
      expect(failure?.findings ?? []).toEqual([]);
      expect(search.schedules).toBe(TIMES_AS_MANY * within);
    },
    TIMEOUT_MS,
  );
}

async function searched(name: string, seed: number, runs: number): Promise<Explored> {
  const file = await SimulationFile.open(`examples/${name}.fozzy.ts`, root);
  const { subject } = await file.openSimulation(file.choose(undefined, 'explore'));
  const pace = new Pace();
  return explore(subject, {
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
}
