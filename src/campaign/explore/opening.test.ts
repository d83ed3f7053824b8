import { describe, expect, test } from 'vitest';
import { distributedProgram } from '../../engine/distributed/program.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import { builtinSubject } from '../distributed-subject.ts';
import type { Subject } from '../subject.ts';
import { explore, type Explored } from './explore.ts';
import { LotMerge } from './merge-lots.ts';
import { searchLots } from './search-lots.ts';
import { lotsOf } from './share.ts';
import { recordOf } from './tally.ts';

const SEED = { hi: 0, lo: 7 };
const ALL = lotsOf({ index: 0, of: 1 });

const put = (node: string, value: string) => ({ type: 'client_put', node, key: 'x', value });

/** Some hundreds of schedules; by trying all of them one by one these are soon together. */
const sizes = { dfs: { steps: [put('a', '1'), put('b', '2'), put('c', '3')] }, bfs: {} };

function subject(strategy: 'dfs' | 'bfs', more: object = {}): Subject {
  const distributed = {
    nodes: ['a', 'b', 'c'],
    steps: [put('a', '1'), put('b', '2')],
    faults: [{ type: 'duplicate', from: 'a' }],
    ...sizes[strategy],
    ...more,
  };
  const { scenario, problems } = parseScenario(JSON.stringify({ version: 1, name: 'd', distributed }), { strict: true });
  if (scenario?.variant !== 'distributed') throw new Error(JSON.stringify(problems));
  const program = distributedProgram(scenario, { file: 'd.fozzy.json', projectFile: 'd.fozzy.json', stepsMax: 1000 });
  return builtinSubject({ program, evaluated: () => undefined, inNextTask: (body) => Promise.resolve().then(body) });
}

function whole(strategy: 'dfs' | 'bfs', runs: number): Promise<Explored> {
  return explore(subject(strategy), { strategy, seed: SEED, runs, isTimeUp: () => false, isTired: () => false, breathe: () => true });
}

/** Several searchers that know nothing of each other, one after the other; the last one comes first. */
async function divided(strategy: 'dfs' | 'bfs', runs: number, searchers: number, searched = subject(strategy)): Promise<LotMerge> {
  const merge = new LotMerge(strategy, ALL, runs);
  for (let index = searchers - 1; index >= 0; index -= 1) {
    const lots = lotsOf({ index, of: searchers });
    await searchLots(
      searched,
      { strategy, seed: SEED, runs, lots },
      {
        begins: () => undefined,
        made: (number, outcome, isOpening) => {
          merge.add(number, { ...recordOf(outcome), isOpening });
          return outcome.status === 'pass';
        },
        ended: (lot, isExhausted) => merge.end(lot, isExhausted),
        isTired: () => false,
        breathe: () => true,
      },
    );
  }
  return merge;
}

describe.each(['dfs', 'bfs'] as const)('a search of everything by %s in lots', (strategy) => {
  test('finds what one search finds, whoever takes which lots', async () => {
    const { search, classes } = await whole(strategy, 100_000);
    expect(search.exhaustive).toBe(true);
    expect(search.schedules).toBeGreaterThan(100);
    const one = await divided(strategy, 100_000, 1);
    const { events: _events, statesVisited: _states, ...same } = search;
    expect(one.section(false)).toMatchObject(same);
    expect(one.tally.hashes).toEqual(classes);
    for (const searchers of [2, 3, 16]) {
      const several = await divided(strategy, 100_000, searchers);
      expect(several.section(false)).toEqual(one.section(false));
      expect(several.tally.hashes).toEqual(classes);
    }
  });

  test('counts no more runs than are wanted, the same ones whoever makes them, and does not say that these were all', async () => {
    const one = await divided(strategy, 90, 1);
    expect(one.section(false)).toMatchObject({ schedules: 90, exhaustive: false, stoppedBy: 'runs' });
    expect((await divided(strategy, 90, 3)).section(false)).toEqual(one.section(false));
  });

  test('finds the same first failure, whoever makes the runs', async () => {
    const failing = { invariants: [{ type: 'kv_present_on_all', key: 'x', phase: 'always' }] };
    const one = await divided(strategy, 5000, 1, subject(strategy, failing));
    expect(one.section(false).stoppedBy).toBe('failure');
    const several = await divided(strategy, 5000, 3, subject(strategy, failing));
    expect(several.section(false)).toEqual(one.section(false));
    expect(several.failing?.number).toBe(one.failing?.number);
  });
});

test('without faults no class of schedules is tried twice by dfs in lots', async () => {
  const { tally } = await divided('dfs', 100_000, 3, subject('dfs', { faults: [] }));
  expect(tally.schedules).toBe(tally.hashes.length);
});
