/**
 * Ground truth for the search: races planted in small programs of every kind people write, each with a repaired twin. The search that is
 * used unless another is asked for finds every race within a hundred schedules for nearly every seed, and nothing in a twin; and what it
 * finds shrinks to nearly as little as there can be. None of them shows when nothing overtakes and nothing goes wrong.
 */
import { describe, expect, test } from 'vitest';
import { executeOnce } from '../../src/campaign/execute-many.ts';
import { explore } from '../../src/campaign/explore/explore.ts';
import { furtherDeviations } from '../../src/campaign/explore/further-deviations.ts';
import { type Deviation, DeviatingSource } from '../../src/decide/deviating.ts';
import type { Simulation } from '../../src/sim/scenario/simulation.ts';
import { failureOf } from '../../src/campaign/shrink/attempt-steps.ts';
import { seeds, longer } from '../support/budget.ts';
import { type FoundFailure, shrinkFound, simulationSubject } from '../support/simulation-subject.ts';
import { fileRaces } from './races/files.ts';
import { memoryRaces } from './races/memory.ts';
import { serviceRaces } from './races/between-machines.ts';

const WITHIN = 100;
/** Thirty in a long night and in bench/planted-races.ts, of which one may miss; a handful every day, of which none may. */
const SEEDS = Math.min(30, longer(5));
const FOUND_AT_LEAST = SEEDS - Math.floor(SEEDS / 30);
const CLEAN = 1000;
const RUNS_PER_SESSION = 50;

const races = [...memoryRaces, ...fileRaces, ...serviceRaces];

async function search(
  sim: Simulation,
  seed: number,
  runs: number,
): Promise<{ readonly schedules: number; readonly found: string | undefined; readonly failure?: FoundFailure }> {
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
  const found = failureOf(failure?.findings ?? []);
  return {
    schedules: section.failingSchedule ?? section.schedules,
    found: found?.title,
    ...(failure === undefined || found === undefined ? {} : { failure: { decisions: failure.log, failure: found } }),
  };
}

/** Runs with fewer answers than the given number changed; all there are, or as many as there is time for. */
async function failsWithFewer(sim: Simulation, answers: number): Promise<boolean> {
  const subject = simulationSubject(sim);
  const waiting: (readonly Deviation[])[] = [[]];
  for (let at = 0; at < Math.min(waiting.length, longer(300)); at += 1) {
    const deviations = waiting[at] ?? [];
    const source = new DeviatingSource(deviations);
    const { status } = await executeOnce(subject, () => ({ source }));
    if (status !== 'pass') return true;
    if (deviations.length + 1 < answers) waiting.push(...furtherDeviations(deviations, source));
  }
  return false;
}

test('there are races of many kinds', () => {
  expect(races.length).toBeGreaterThanOrEqual(30);
  expect(new Set(races.map(({ name }) => name)).size).toBe(races.length);
});

/** What is found may be half as large again as what there could be. */
const SIZE_FACTOR = 1.5;

describe.each(races)('$kind: $name', { timeout: 120_000 }, ({ racy, fixed, optimum }) => {
  test('no run with fewer changes than the least shows it, the calm one included', async () => {
    expect(await failsWithFewer(racy, optimum.answers), optimum.why).toBe(false);
  });

  test('what is found shrinks to nearly the least there can be', async () => {
    for (const seed of seeds(1)) {
      const { failure } = await search(racy, seed, WITHIN);
      if (failure === undefined) throw new Error(`seed ${seed} did not find it`);
      const { best, stoppedBy } = await shrinkFound(racy, failure);
      expect([stoppedBy, best.answers.length]).toEqual([
        'minimal',
        expect.toSatisfy((size: number) => size <= SIZE_FACTOR * optimum.answers),
      ]);
      expect(best.answers.length, 'smaller than the least').toBeGreaterThanOrEqual(optimum.answers);
    }
  });

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
