/** Searching: schedules per second and strategy, what reduction saves against trying everything, and how much more a guided search sees than a random one. */
import { HashSet } from '../src/base/hash-set.ts';
import { builtinSubject } from '../src/campaign/distributed-subject.ts';
import { executeMany } from '../src/campaign/execute-many.ts';
import { createStrategy } from '../src/campaign/explore/create-strategy.ts';
import { explore } from '../src/campaign/explore/explore.ts';
import { type StrategyName, strategyNames } from '../src/campaign/explore/strategy-names.ts';
import type { Subject } from '../src/campaign/subject.ts';
import { Footprints } from '../src/decide/footprints.ts';
import { distributedProgram } from '../src/engine/distributed/program.ts';
import { parseScenario } from '../src/scenario/parse-scenario.ts';
import { simulation } from '../src/sim/scenario/simulation.ts';
import { serviceRaces } from '../tests/quality/races/between-machines.ts';
import { fileRaces } from '../tests/quality/races/files.ts';
import { memoryRaces } from '../tests/quality/races/memory.ts';
import { simulationSubject } from '../tests/support/simulation-subject.ts';
import { median, report, type Row } from './row.ts';

const SEED = { hi: 0, lo: 1 };
const RUNS = 1500;
const ROUNDS = 5;
const GUIDED_RUNS = 500;
const clock = performance;
const nowMs = clock.now.bind(clock);

/** Twenty transitions or so: four clients that take five steps each. */
const twenty = simulation('twenty transitions', (sim) => {
  let steps = 0;
  for (const name of ['a', 'b', 'c', 'd']) {
    sim.client(name, async () => {
      for (let step = 0; step < 5; step += 1) {
        await sim.sleep(1 + step);
        steps += 1;
      }
    });
  }
  sim.finally('all were taken', () => steps === 20);
});

async function search(subject: Subject, strategy: StrategyName, runs: number, seed = SEED) {
  const startedMs = nowMs();
  let breaths = 0;
  const { search: section } = await explore(subject, {
    strategy,
    seed,
    runs,
    isTimeUp: () => false,
    isTired: () => (breaths += 1) % 200 === 0,
    breathe: () => true,
  });
  return { ...section, perSecond: (section.schedules / (nowMs() - startedMs)) * 1000 };
}

async function speeds(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const strategy of strategyNames) {
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rates.push((await search(simulationSubject(twenty), strategy, RUNS)).perSecond);
    rows.push({ name: `schedules of twenty transitions, ${strategy}`, measured: Math.round(median(rates)), unit: 'per second' });
  }
  return rows;
}

/** Of one random search with and one without them, in turns. */
async function costOfFootprints(): Promise<Row> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [without, withThem] = [await timed(undefined), await timed(new Footprints(new HashSet()))];
    ratios.push(withThem / without);
  }
  return { name: 'a run whose schedule is classified against one whose is not', measured: round2(median(ratios)), unit: '×', atMost: 1.35 };
}

async function timed(footprints: Footprints | undefined): Promise<number> {
  const strategy = createStrategy('random', SEED);
  let made = 0;
  const startedMs = nowMs();
  await executeMany(simulationSubject(twenty), {
    next: () => {
      const attempt = made < RUNS ? strategy.next() : undefined;
      return attempt === undefined || footprints === undefined ? attempt : () => ({ ...attempt(), footprints });
    },
    done: () => {
      made += 1;
      return true;
    },
    isTired: () => made % 200 === 0,
    breathe: () => true,
  });
  return nowMs() - startedMs;
}

const put = (node: string, value: string, key = 'x') => ({ type: 'client_put', node, key, value });

/** Three puts among three nodes: what `bfs` tries one by one. */
const threePuts = () => replicas({ nodes: ['a', 'b', 'c'], steps: [put('a', '1'), put('b', '2'), put('c', '3')] });

/** Scenarios that guidance was not made with. */
const unseen = [
  { nodes: ['a', 'b', 'c', 'd', 'e'], steps: [put('a', '1'), put('b', '2'), put('c', '3', 'y')] },
  { nodes: ['a', 'b', 'c', 'd'], steps: [put('a', '1'), put('b', '2', 'z'), put('c', '3'), put('d', '4', 'z')] },
  { nodes: ['a', 'b', 'c'], steps: [put('a', '1'), put('b', '2'), put('a', '3')], faults: [{ type: 'loss' }, { type: 'crash' }] },
];

function replicas(distributed: object): Subject {
  const { scenario } = parseScenario(JSON.stringify({ version: 1, name: 'd', distributed }), { strict: true });
  if (scenario?.variant !== 'distributed') throw new Error('the scenario is invalid');
  const program = distributedProgram(scenario, { file: 'd.fozzy.json', projectFile: 'd.fozzy.json', stepsMax: 1000 });
  return builtinSubject({ program, evaluated: () => undefined, inNextTask: (body) => Promise.resolve().then(body) });
}

async function reduction(): Promise<Row> {
  const [dfs, bfs] = [await search(threePuts(), 'dfs', 100_000), await search(threePuts(), 'bfs', 100_000)];
  if (!dfs.exhaustive || !bfs.exhaustive || dfs.distinctSchedules !== bfs.distinctSchedules) throw new Error('the searches do not agree');
  return {
    name: 'schedules that trying everything needs for one that dfs needs, three puts among three nodes',
    measured: round2(bfs.schedules / dfs.schedules),
    unit: '×',
    atLeast: 30,
    note: `${bfs.schedules} against ${dfs.schedules}, ${dfs.distinctSchedules} different`,
  };
}

/** Programs without a race and with more schedules than the budget, so that both searches use all of it and neither sees everything. */
const wide = [
  twenty,
  simulation('six clients that meet', (sim) => {
    let met = 0;
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      sim.client(name, async () => {
        await sim.sleep(1);
        met += 1;
        await sim.sleep(2);
      });
    }
    sim.finally('all met', () => met === 6);
  }),
  simulation('three writers and a reader', (sim) => {
    const log: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      sim.client(name, async () => {
        for (let line = 0; line < 3; line += 1) {
          await sim.sleep(3);
          log.push(name);
        }
      });
    }
    sim.client('reader', async () => {
      for (let look = 0; look < 6; look += 1) await sim.sleep(2);
    });
    sim.finally('all were written', () => log.length === 9);
  }),
];

async function guidance(name: string, subjects: readonly (() => Subject)[]): Promise<Row> {
  const ratios: number[] = [];
  for (const subject of subjects) {
    for (let seed = 1; seed <= 3; seed += 1) {
      const guided = await search(subject(), 'coverage_guided', GUIDED_RUNS, { hi: 0, lo: seed });
      const random = await search(subject(), 'random', GUIDED_RUNS, { hi: 0, lo: seed });
      ratios.push((guided.statesVisited ?? 0) / (random.statesVisited ?? 1));
    }
  }
  return {
    name: `different states a guided search sees for one that a random search sees, same number of runs, ${name}`,
    measured: round2(median(ratios)),
    unit: '×',
    atLeast: 1.5,
    note: `median of ${ratios.length} searches of ${GUIDED_RUNS} runs, from ${round2(Math.min(...ratios))} to ${round2(Math.max(...ratios))}`,
  };
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Planted races without their mistake, as far as they have more schedules than the budget. */
async function wideTwins(): Promise<readonly (() => Subject)[]> {
  const twins: (() => Subject)[] = [];
  for (const { fixed } of [...memoryRaces, ...fileRaces, ...serviceRaces]) {
    const subject = () => simulationSubject(fixed);
    if (!(await search(subject(), 'dfs', GUIDED_RUNS)).exhaustive) twins.push(subject);
  }
  return twins;
}

const seen = [...wide.map((each) => () => simulationSubject(each)), threePuts];
const others = unseen.map((distributed) => () => replicas(distributed));
report([
  ...(await speeds()),
  await costOfFootprints(),
  await reduction(),
  await guidance('programs it was made with', seen),
  await guidance('programs it was not made with', others),
  await guidance('planted races without their mistake', await wideTwins()),
]);
