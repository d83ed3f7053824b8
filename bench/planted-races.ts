/** How many schedules each strategy needs for the races planted in small programs, over thirty seeds. */
import { explore } from '../src/campaign/explore/explore.ts';
import { type StrategyName, strategyNames } from '../src/campaign/explore/strategy-names.ts';
import { serviceRaces } from '../tests/quality/races/between-machines.ts';
import { fileRaces } from '../tests/quality/races/files.ts';
import { memoryRaces } from '../tests/quality/races/memory.ts';
import type { Race } from '../tests/quality/races/race.ts';
import { simulationSubject } from '../tests/support/simulation-subject.ts';
import { median, report, type Row } from './row.ts';

const WITHIN = 100;
const SEEDS = 30;
const FOUND_AT_LEAST = 29;

const races = [...memoryRaces, ...fileRaces, ...serviceRaces];

/** Schedules until the race was found; one more than there were when it was not. */
async function schedulesToFind(strategy: StrategyName, { racy }: Race, seed: number): Promise<number> {
  const { search } = await explore(simulationSubject(racy), {
    strategy,
    seed: { hi: 0, lo: seed },
    runs: WITHIN,
    isTimeUp: () => false,
    isTired: () => false,
    breathe: () => true,
  });
  return search.failingSchedule ?? WITHIN + 1;
}

async function rowOf(strategy: StrategyName): Promise<Row> {
  let found = 0;
  const medians: { readonly name: string; readonly until: number }[] = [];
  for (const race of races) {
    const results: number[] = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) results.push(await schedulesToFind(strategy, race, seed));
    if (results.filter((until) => until <= WITHIN).length >= FOUND_AT_LEAST) found += 1;
    medians.push({ name: race.name, until: median(results) });
  }
  const slowest = medians.toSorted((a, b) => b.until - a.until)[0];
  const told = slowest === undefined ? '' : `; slowest: ${slowest.name}, ${slowest.until > WITHIN ? `more than ${WITHIN}` : slowest.until}`;
  return {
    name: `${strategy}: planted races found within ${WITHIN} schedules for ${FOUND_AT_LEAST} of ${SEEDS} seeds`,
    measured: found,
    unit: `of ${races.length}`,
    ...(strategy === 'portfolio' ? { atLeast: races.length } : {}),
    note: `median ${median(medians.map(({ until }) => until))} schedules${told}`,
  };
}

const rows: Row[] = [];
for (const strategy of strategyNames) rows.push(await rowOf(strategy));
report(rows);
