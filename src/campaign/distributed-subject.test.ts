import { describe, expect, test } from 'vitest';
import { distributedProgram } from '../engine/distributed/program.ts';
import { parseScenario } from '../scenario/parse-scenario.ts';
import type { Outcome } from '../engine/outcome.ts';
import { builtinSubject } from './distributed-subject.ts';
import { explore, type Explored, replayObserved } from './explore/explore.ts';
import type { StrategyName } from './explore/strategy-names.ts';
import type { Subject } from './subject.ts';

interface Opened {
  readonly subject: Subject;
  readonly evaluated: ReadonlySet<string>;
}

function open(distributed: object, stepsMax = 10_000): Opened {
  const { scenario, problems } = parseScenario(JSON.stringify({ version: 1, name: 'd', distributed }), { strict: true });
  if (scenario?.variant !== 'distributed') throw new Error(JSON.stringify(problems));
  const program = distributedProgram(scenario, { file: 'd.fozzy.json', projectFile: 'd.fozzy.json', stepsMax });
  const evaluated = new Set<string>();
  const subject = builtinSubject({
    program,
    evaluated: (pointer) => evaluated.add(pointer),
    inNextTask: (body) => Promise.resolve().then(body),
  });
  return { subject, evaluated };
}

function search({ subject }: Opened, strategy: StrategyName = 'fifo', runs = 2000): Promise<Explored> {
  return explore(subject, {
    strategy,
    seed: { hi: 0, lo: 7 },
    runs,
    isTimeUp: () => false,
    isTired: () => false,
    breathe: () => true,
  });
}

const put = (node: string, value: string) => ({ type: 'client_put', node, key: 'x', value });
const allEqual = { type: 'kv_all_equal', key: 'x' };

describe('the built-in replicated kv', () => {
  test('converges in every schedule of concurrent puts, and the search says when it has seen them all', async () => {
    const explored = await search(open({ nodes: ['a', 'b', 'c'], steps: [put('a', '1'), put('b', '2')], invariants: [allEqual] }));
    expect(explored.failure).toBeUndefined();
    expect(explored.search).toMatchObject({ exhaustive: true, stoppedBy: 'exhausted' });
  });

  test.each(['fifo', 'random'] as const)('converges after crashes, partitions, doubled and late messages (%s)', async (strategy) => {
    const faults = [{ type: 'crash' }, { type: 'partition' }, { type: 'duplicate' }, { type: 'delay', by: '5ms' }];
    const opened = open({ nodes: ['a', 'b', 'c'], steps: [put('a', '1'), put('b', '2')], invariants: [allEqual], faults });
    const explored = await search(opened, strategy, 1500);
    expect(explored.failure).toBeUndefined();
    expect(explored.faults.map(({ id, type, fired }) => [id, type, fired])).toEqual([
      ['f0', 'crash', true],
      ['f1', 'partition', true],
      ['f2', 'duplicate', true],
      ['f3', 'delay', true],
    ]);
  });

  test('a partition has an effect only if it keeps a message back', async () => {
    const faults = [{ type: 'partition', a: 'a', b: 'b' }];
    const silent = open({ nodes: ['a', 'b', 'c'], steps: [{ type: 'client_get_assert', node: 'a', key: 'x', is_null: true }], faults });
    expect((await search(silent)).faults).toMatchObject([{ type: 'partition', fired: true, effect: false }]);
    const talking = open({ nodes: ['a', 'b', 'c'], steps: [put('a', '1')], faults });
    expect((await search(talking)).faults).toMatchObject([{ type: 'partition', fired: true, effect: true }]);
  });

  test('differs at the end when a message was lost', async () => {
    const opened = open({ nodes: ['a', 'b'], steps: [put('a', '1')], invariants: [allEqual], faults: [{ type: 'loss' }] });
    const { failure, faults } = await search(opened);
    expect(failure?.findings).toMatchObject([
      { kind: 'invariant', title: 'kv_all_equal', message: 'x differs: a=1 b=absent', location: { stepPath: '/distributed/invariants/0' } },
    ]);
    expect(faults).toMatchObject([{ id: 'f0', fired: true, inFailure: true }]);
  });

  test('keeps what it applied over a crash, and messages wait for a node that is down', async () => {
    const steps = [
      put('a', '1'),
      { type: 'crash', node: 'b' },
      put('a', '2'),
      { type: 'restart', node: 'b' },
      { type: 'client_get_assert', node: 'a', key: 'x', equals: '2' },
    ];
    const opened = open({ nodes: ['a', 'b'], steps, invariants: [allEqual, { type: 'kv_node_equals', node: 'b', key: 'x', equals: '2' }] });
    expect((await search(opened)).failure).toBeUndefined();
    expect([...opened.evaluated].sort()).toEqual(['/distributed/invariants/0', '/distributed/invariants/1', '/distributed/steps/4']);
  });
});

describe('a schedule', () => {
  const read = { type: 'client_get_assert', node: 'b', key: 'x', equals: '1' };

  test('in the order in which things came up delivers before the next step of the script', async () => {
    const { search: section } = await search(open({ nodes: ['a', 'b'], steps: [put('a', '1'), read] }), 'fifo', 1);
    expect(section).toMatchObject({ schedules: 1, stoppedBy: 'runs' });
  });

  test('may run the next step before the delivery, and the read is then a finding', async () => {
    const { failure } = await search(open({ nodes: ['a', 'b'], steps: [put('a', '1'), read] }));
    expect(failure?.findings).toMatchObject([
      { kind: 'assertion', title: 'client_get_assert', location: { stepPath: '/distributed/steps/1' } },
    ]);
  });

  test('neither passes nor fails a client whose node is down', async () => {
    const opened = open({ nodes: ['a', 'b'], steps: [{ type: 'crash', node: 'b' }, read] });
    const explored = await search(opened);
    expect([explored.failure, opened.evaluated.size]).toEqual([undefined, 0]);
    const shown = explored.last === undefined ? undefined : await replayObserved(opened.subject, explored.last.log);
    expect(shown?.events.map(({ name }) => name)).toContain('client_unavailable');
  });

  test('delivers nothing between two nodes that are cut off until they are healed', async () => {
    const cut = { type: 'partition', a: 'a', b: 'b' };
    const absent = { type: 'client_get_assert', node: 'b', key: 'x', is_null: true };
    const steps = [cut, put('a', '1'), absent, { type: 'heal', a: 'a', b: 'b' }];
    expect((await search(open({ nodes: ['a', 'b'], steps, invariants: [allEqual] }))).failure).toBeUndefined();
  });

  test('that is cut short is counted and its end is not judged', async () => {
    const opened = open({ nodes: ['a', 'b'], steps: [put('a', '1'), put('a', '2')], invariants: [allEqual] }, 1);
    const { failure, search: section } = await search(opened);
    expect(failure).toBeUndefined();
    expect(section.truncatedSchedules).toBe(section.schedules);
    expect(section.exhaustive).toBe(false);
  });

  test.each([
    ['always', 'kv_present_on_all'],
    ['eventually', 'kv_node_equals'],
  ])('judges the phase %s', async (phase, type) => {
    const more = type === 'kv_node_equals' ? { node: 'b', equals: '3' } : {};
    const invariants = [{ type, key: 'x', phase, ...more }];
    expect((await search(open({ nodes: ['a', 'b'], steps: [put('a', '1')], invariants }))).failure?.findings[0]?.title).toBe(type);
  });
});

describe('the same decisions', () => {
  const faults = [{ type: 'loss' }, { type: 'crash' }];
  const scenario = { nodes: ['a', 'b', 'c'], steps: [put('a', '1'), put('b', '2'), put('c', '3')], invariants: [allEqual], faults };
  const told = ({ events, findings, log, faults: fired }: Outcome) => [events, findings, log.hash.hex(), fired];

  test('of one seed are the same search', async () => {
    const [first, second] = [await search(open(scenario), 'random'), await search(open(scenario), 'random')];
    expect(first.search).toEqual(second.search);
    expect(first.failure && told(first.failure)).toEqual(second.failure && told(second.failure));
  });

  test('repeat a run in every respect', async () => {
    const opened = open(scenario);
    const { failure } = await search(opened);
    if (failure === undefined) throw new Error('nothing failed');
    const again = await replayObserved(opened.subject, failure.log);
    expect([again.mismatch, again.unusedDecisions]).toEqual([undefined, 0]);
    expect(told(again)).toEqual(told(failure));
  });
});

test('a thousand messages in flight are delivered', async () => {
  const nodes = Array.from({ length: 1001 }, (_, index) => `n${index}`);
  const { search: section, failure } = await search(open({ nodes, steps: [put('n0', '1')], invariants: [allEqual] }), 'random', 2);
  expect([failure, section.events]).toEqual([undefined, 2 * 1001]);
});
