/** What holds for every way to search, whatever it is like. */
import { describe, expect, test } from 'vitest';
import { explore } from '../../src/campaign/explore/explore.ts';
import { type StrategyName, strategyNames } from '../../src/campaign/explore/strategy-names.ts';
import type { Subject } from '../../src/campaign/subject.ts';
import { faults } from '../../src/sim/fault/faults.ts';
import { type Simulation, simulation } from '../../src/sim/scenario/simulation.ts';
import { serviceRaces } from '../quality/races/between-machines.ts';
import { simulationSubject } from '../support/simulation-subject.ts';

/** The second client must read while the first holds an old value: a race between two of the transitions. */
const lostUpdate = simulation('lost update', (sim) => {
  let value = 0;
  const add = async () => {
    const read = value;
    await sim.sleep(2);
    value = read + 1;
  };
  sim.client('early', add);
  sim.client('late', async () => {
    await sim.sleep(6);
    await add();
  });
  sim.client('idle', () => sim.sleep(3));
  sim.finally('nothing is lost', () => value === 2);
});

/** Few transitions, and none that could fail. */
const small = simulation('small', (sim) => {
  const seen: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    sim.client(name, async () => {
      if (name === 'a') seen.push(String(sim.choose('coin', 2)));
      await sim.sleep(1);
      seen.push(name);
    });
  }
  sim.finally('all are there', () => seen.length === 4);
});

const withFaults = simulation('with faults', (sim) => {
  const node = sim.node('node', () => setTimeout(() => undefined, 5));
  sim.faults(faults.crash(node, { rate: 0.2 }), faults.pause(undefined, { rate: 0.2 }));
  sim.client('a', () => sim.sleep(3));
  sim.client('b', () => sim.sleep(3));
});

function search(sim: Simulation | Subject, strategy: StrategyName, runs: number, seed = 1) {
  return explore('session' in sim ? sim : simulationSubject(sim), {
    strategy,
    seed: { hi: 0, lo: seed },
    runs,
    isTimeUp: () => false,
    isTired: () => false,
    breathe: () => true,
  });
}

describe.each(strategyNames)('%s', (strategy) => {
  test('searches the same runs again with the same seed', async () => {
    const logs = async () => {
      const hashes: string[] = [];
      const subject = simulationSubject(small);
      const listening: Subject = {
        session: (body) =>
          subject.session((execute) =>
            body((decider, sink, edits) => {
              const outcome = execute(decider, sink, edits);
              hashes.push(outcome.log.hash.hex());
              return outcome;
            }),
          ),
        recover: (error) => subject.recover(error),
      };
      const { search: section } = await search(listening, strategy, 40);
      return { hashes, section };
    };
    const [first, second] = [await logs(), await logs()];
    expect(first.section.schedules).toBeGreaterThan(0);
    expect(second).toEqual(first);
  });

  test('gives only answers that were offered', async () => {
    const subject = simulationSubject(withFaults);
    const wrong: unknown[] = [];
    let asked = 0;
    const checking: Subject = {
      session: (body) =>
        subject.session((execute) =>
          body((decider, sink, edits) => {
            const outcome = execute(decider, sink, edits);
            for (const record of outcome.log.toRecords()) {
              const [options, answer] = [record['options'], record['answer']];
              if (typeof options !== 'number' || typeof answer !== 'number') continue;
              asked += 1;
              if (!Number.isInteger(answer) || answer < 0 || answer >= options) wrong.push(record);
            }
            return outcome;
          }),
        ),
      recover: (error) => subject.recover(error),
    };
    await search(checking, strategy, 60);
    expect(asked).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  test('finds a planted race, and finds the same one again when the run is repeated', async () => {
    const { failure, search: section } = await search(lostUpdate, strategy, 2000);
    expect(failure?.findings.map(({ message }) => message)).toEqual(['nothing is lost']);
    expect(failure?.mismatch).toBeUndefined();
    expect(section.stoppedBy).toBe('failure');
    expect(section.failingSchedule).toBe(section.schedules);
    expect(section.exhaustive).toBe(false);
  });

  test('says that it has tried everything only when it has, and never has more different runs than runs', async () => {
    const { search: section, failure } = await search(small, strategy, 3000);
    expect(failure).toBeUndefined();
    expect(section.exhaustive).toBe(section.stoppedBy === 'exhausted');
    expect(section.distinctSchedules).toBeLessThanOrEqual(section.schedules);
    if (!section.exhaustive) expect(section.schedules).toBe(3000);
  });
});

test('a guided search hardly repeats itself where a random one does, faults included', async () => {
  const racing = [withFaults, ...serviceRaces.map(({ fixed }) => fixed)];
  for (const subject of racing) {
    const { search: guided } = await search(subject, 'coverage_guided', 150);
    const { search: random } = await search(subject, 'random', 150);
    expect(guided.distinctSchedules).toBeGreaterThanOrEqual(random.distinctSchedules);
    // Fewer only where there are no more.
    if (random.distinctSchedules > 60) expect(guided.distinctSchedules).toBeGreaterThan(130);
  }
});

test('searches of everything see every run once, whichever way they go', async () => {
  const sections = await Promise.all(
    (['dfs', 'bfs', 'fifo'] as const).map(async (strategy) => (await search(small, strategy, 3000)).search),
  );
  for (const section of sections) {
    expect(section.exhaustive).toBe(true);
    expect(section.distinctSchedules).toBe(section.schedules);
  }
  const [dfs, bfs, fifo] = sections;
  // Clients may share variables, so all of their orders count.
  expect(dfs?.schedules).toBe(bfs?.schedules);
  expect(bfs?.schedules).toBe(fifo?.schedules);
  expect(dfs?.statesVisited).toBe(bfs?.statesVisited);
});

test('a search that is cut off by its budget does not claim to be exhaustive', async () => {
  const whole = (await search(small, 'dfs', 3000)).search.schedules;
  expect((await search(small, 'dfs', whole)).search).toMatchObject({ exhaustive: true, stoppedBy: 'exhausted', schedules: whole });
  expect((await search(small, 'dfs', whole - 1)).search).toMatchObject({ exhaustive: false, stoppedBy: 'runs', schedules: whole - 1 });
});

test('the default does not claim to have tried everything of a program that draws random values', async () => {
  const alone = (draw: () => number) =>
    simulation('alone', (sim) => {
      sim.node('n', () => setTimeout(() => draw(), 1));
    });
  const constant = await search(
    alone(() => 1),
    'portfolio',
    20,
  );
  const random = await search(
    alone(() => Math.random()),
    'portfolio',
    20,
  );
  expect(constant.search).toMatchObject({ exhaustive: true, distinctSchedules: 1 });
  expect(random.search).toMatchObject({ exhaustive: false, stoppedBy: 'runs', distinctSchedules: 20 });
});
