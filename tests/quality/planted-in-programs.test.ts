/**
 * Ground truth for the search: races planted in small programs of every kind people write, each with a repaired twin. The search that is
 * used unless another is asked for finds every race within a hundred schedules for nearly every seed, and nothing in a twin.
 */
import { describe, expect, test } from 'vitest';
import { explore } from '../../src/campaign/explore/explore.ts';
import type { Simulation } from '../../src/sim/scenario/simulation.ts';
import { failureOf } from '../../src/campaign/shrink/attempt-steps.ts';
import { simulationSubject } from '../support/simulation-subject.ts';
import { fileRaces } from './races/files.ts';
import { memoryRaces } from './races/memory.ts';
import { serviceRaces } from './races/between-machines.ts';

const WITHIN = 100;
const SEEDS = 30;
const FOUND_AT_LEAST = 29;
const CLEAN = 1000;
const RUNS_PER_SESSION = 50;

const races = [...memoryRaces, ...fileRaces, ...serviceRaces];

async function search(
  sim: Simulation,
  seed: number,
  runs: number,
): Promise<{ readonly schedules: number; readonly found: string | undefined }> {
  let made = 0;
  const { search: section, failure } = await explore(simulationSubject(sim), {
    strategy: 'portfolio',
    seed: { hi: 0, lo: seed },
    runs,
    isTimeUp: () => false,
    isTired: () => {
      made += 1;
      return made % RUNS_PER_SESSION === 0;
    },
    breathe: () => true,
  });
  return { schedules: section.failingSchedule ?? section.schedules, found: failureOf(failure?.findings ?? [])?.title };
}

test('there are races of many kinds', () => {
  expect(races.length).toBeGreaterThanOrEqual(25);
  expect(new Set(races.map(({ name }) => name)).size).toBe(races.length);
});

describe.each(races)('$kind: $name', { timeout: 120_000 }, ({ racy, fixed }) => {
  test('the race is found within a hundred schedules', async () => {
    const results = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) results.push(await search(racy, seed, WITHIN));
    const found = results.filter((each) => each.found !== undefined);
    expect(found.length, results.map(({ schedules }) => schedules).join(' ')).toBeGreaterThanOrEqual(FOUND_AT_LEAST);
    expect([...new Set(found.map((each) => each.found))]).toEqual(['finally_violated']);
  });

  test('nothing is found in its twin', async () => {
    expect(await search(fixed, 7, CLEAN)).toEqual({ schedules: CLEAN, found: undefined });
  });
});
