import { describe, expect, test } from 'vitest';
import { distributedProgram } from '../../engine/distributed/program.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import { builtinSubject } from '../distributed-subject.ts';
import type { Subject } from '../subject.ts';
import { explore, type Explored } from './explore.ts';
import { Guard } from '../guard.ts';
import type { PartUnderWay } from './lot-parts.ts';
import { makePart } from './make-part.ts';
import { LotMerge } from './merge-lots.ts';
import { PartBook } from './part-book.ts';
import { lotsOf } from './share.ts';
import { type RunRecord, recordOf } from './tally.ts';

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

interface Worker {
  readonly parts: PartUnderWay[];
  runs: number;
  /** What it is making: records that will have come by then. */
  making: { readonly part: PartUnderWay; readonly records: readonly RunRecord[]; readonly finish: () => void } | undefined;
}

interface Divided {
  readonly merge: LotMerge;
  readonly workers: readonly Worker[];
}

interface Sharing {
  readonly runs: number;
  readonly jobs: number;
  readonly searched?: Subject;
  readonly lots?: readonly number[];
  /** After how many runs a part is split. */
  readonly split?: number;
}

/** Workers that take parts as they have time; each makes one run while the others make one. What they leave goes through JSON, as between processes. */
async function shared(strategy: 'dfs' | 'bfs', { runs, jobs, searched = subject(strategy), lots = ALL, split }: Sharing): Promise<Divided> {
  const merge = new LotMerge(strategy, lots, runs);
  const book = new PartBook(strategy, lots, merge);
  const workers = Array.from({ length: jobs }, (): Worker => ({ parts: [], runs: 0, making: undefined }));
  const isOver = () => merge.failing !== undefined || merge.hasEnough || book.isOver;
  while (!isOver()) {
    for (const worker of workers) {
      if (worker.making !== undefined) continue;
      const part = book.take();
      if (part === undefined) continue;
      worker.parts.push(part);
      const records: RunRecord[] = [];
      const pauses = { isTired: () => false, breathe: () => true };
      const order = JSON.parse(JSON.stringify({ part: part.part, seed: SEED, runs: split }));
      const made = (_index: number, outcome: Parameters<typeof recordOf>[0]) =>
        records.push({ ...recordOf(outcome), isOpening: part.part.is === 'opening' });
      const rest = await makePart(searched, order, new Guard(), { begins: () => undefined, made, ...pauses });
      worker.making = { part, records, finish: () => rest !== undefined && book.finish(part, JSON.parse(JSON.stringify(rest))) };
    }
    expect(workers.some(({ making }) => making !== undefined)).toBe(true);
    for (const worker of workers) {
      const { making } = worker;
      if (making === undefined || isOver()) continue;
      const index = making.part.records.length;
      const record = making.records[index];
      if (record !== undefined) {
        worker.runs += 1;
        book.add(making.part, index, record);
      }
      if (index + 1 < making.records.length) continue;
      worker.making = undefined;
      making.finish();
    }
  }
  return { merge, workers };
}

async function divided(strategy: 'dfs' | 'bfs', runs: number, jobs: number, searched = subject(strategy)): Promise<LotMerge> {
  return (await shared(strategy, { runs, jobs, searched })).merge;
}

describe.each(['dfs', 'bfs'] as const)('a search of everything by %s in lots', (strategy) => {
  test('finds what one search finds, however many share it', async () => {
    const { search, classes } = await whole(strategy, 100_000);
    expect(search.exhaustive).toBe(true);
    expect(search.schedules).toBeGreaterThan(100);
    const one = await divided(strategy, 100_000, 1);
    const { events: _events, statesVisited: _states, ...same } = search;
    expect(one.section()).toMatchObject(same);
    expect(one.tally.hashes).toEqual(classes);
    for (const jobs of [2, 3, 16]) {
      const several = await divided(strategy, 100_000, jobs);
      expect(several.section()).toEqual(one.section());
      expect(several.tally.hashes).toEqual(classes);
    }
  });

  test('counts no more runs than are wanted, the same ones whoever makes them, and does not say that these were all', async () => {
    const one = await divided(strategy, 90, 1);
    expect(one.section()).toMatchObject({ schedules: 90, exhaustive: false, stoppedBy: 'runs' });
    expect((await divided(strategy, 90, 3)).section()).toEqual(one.section());
  });

  test('finds the same first failure, whoever makes the runs', async () => {
    const failing = { invariants: [{ type: 'kv_present_on_all', key: 'x', phase: 'always' }] };
    const one = await divided(strategy, 5000, 1, subject(strategy, failing));
    expect(one.section().stoppedBy).toBe('failure');
    const several = await divided(strategy, 5000, 3, subject(strategy, failing));
    expect(several.section()).toEqual(one.section());
    expect(several.failing?.number).toBe(one.failing?.number);
  });
});

test('without faults no class of schedules is tried twice by dfs in lots', async () => {
  const { tally } = await divided('dfs', 100_000, 3, subject('dfs', { faults: [] }));
  expect(tally.schedules).toBe(tally.hashes.length);
});

/** Four puts of the same key, and most of the schedules begin in the same way. */
const fourPuts = { steps: [put('a', '1'), put('b', '2'), put('c', '3'), put('a', '4')], faults: [] };

test('a search by dfs that is split again and again tries everything, and nothing twice', async () => {
  const options = { strategy: 'dfs', seed: SEED, runs: 100_000, isTimeUp: () => false, isTired: () => false, breathe: () => true } as const;
  for (const scenario of [fourPuts, { ...sizes.dfs }, { ...sizes.dfs, faults: [{ type: 'loss', from: 'b', max: 1 }] }]) {
    const { search, classes } = await explore(subject('dfs', scenario), options);
    expect(search.exhaustive).toBe(true);
    for (const split of [1, 2, 7]) {
      const { merge, workers } = await shared('dfs', { runs: 100_000, jobs: 3, searched: subject('dfs', scenario), split });
      const { schedules, distinctSchedules, exhaustive } = merge.section();
      expect([schedules, distinctSchedules, exhaustive]).toEqual([search.schedules, search.distinctSchedules, true]);
      expect(merge.tally.hashes).toEqual(classes);
      expect(workers.every(({ parts }) => parts.length > 10)).toBe(true);
    }
  }
});

describe.each(['dfs', 'bfs'] as const)('the largest part of a search by %s', (strategy) => {
  test('is shared by all who have time, and what is found stays the same', async () => {
    const searched = () => subject('dfs', { steps: [...fourPuts.steps, put('b', '5')] });
    const sharing = { runs: 1000, lots: [0] };
    const one = await shared(strategy, { ...sharing, jobs: 1, searched: searched() });
    const four = await shared(strategy, { ...sharing, jobs: 4, searched: searched() });
    expect(four.merge.section()).toEqual(one.merge.section());
    expect(four.merge.tally.hashes).toEqual(one.merge.tally.hashes);
    const made = four.workers.map((worker) => worker.runs);
    expect(four.workers.every(({ parts }) => parts.length > 1)).toBe(true);
    expect(Math.min(...made)).toBeGreaterThan(made.reduce((sum, each) => sum + each, 0) / 8);
  });
});
