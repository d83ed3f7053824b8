import { describe, expect, test } from 'vitest';
import { type ParseOptions, parseScenario } from '../parse-scenario.ts';
import type { DistributedScenario, ParseOutcome } from '../scenario.ts';
import { faultTypes } from './fault-types.ts';
import { invariantTypes } from './invariant-types.ts';
import { distributedStepTypes } from './step-types.ts';

const tick = { type: 'tick', duration: '1ms' };

function parse(distributed: object, options: Partial<ParseOptions> = {}): ParseOutcome {
  return parseScenario(JSON.stringify({ version: 1, name: 'x', distributed }), { strict: true, ...options });
}

function valid(distributed: object, options: Partial<ParseOptions> = {}): DistributedScenario {
  const { scenario, problems } = parse(distributed, options);
  expect(problems).toEqual([]);
  if (scenario?.variant !== 'distributed') throw new Error('the scenario is valid');
  return scenario;
}

const codes = (outcome: ParseOutcome): readonly string[] => outcome.problems.map((problem) => `${problem.code} ${problem.pointer}`);

describe('the types of a distributed scenario', () => {
  test.each(distributedStepTypes.types.map((entry) => [entry.type, entry.example]))(
    'the example of the step %s validates',
    (type, example) => {
      expect(valid({ node_count: 2, steps: [example] }).steps[0]).toMatchObject({ record: { type }, pointer: '/distributed/steps/0' });
    },
  );

  test.each(invariantTypes.types.map((entry) => [entry.type, entry.example]))(
    'the example of the invariant %s validates',
    (type, example) => {
      expect(valid({ node_count: 2, steps: [tick], invariants: [example] }).invariants[0]?.record).toMatchObject({
        type,
        phase: 'quiescence',
      });
    },
  );

  test.each(faultTypes.types.map((entry) => [entry.type, entry.example]))('the example of the fault %s validates', (type, example) => {
    expect(valid({ node_count: 2, steps: [tick], faults: [example] }).faults[0]?.record).toMatchObject({ type, max: 1 });
  });
});

describe('a distributed scenario', () => {
  test('counts what it holds and names its nodes', () => {
    const scenario = valid({
      node_count: 3,
      module: './replica.ts',
      steps: [tick, tick],
      invariants: [{ type: 'kv_all_equal', key: 'x' }],
    });
    expect(scenario).toMatchObject({ nodes: ['n0', 'n1', 'n2'], module: './replica.ts', stepCount: 2, invariantCount: 1, faults: [] });
  });

  test('may name nodes after the steps that use them', () => {
    expect(valid({ steps: [{ type: 'crash', node: 'a' }], nodes: ['a'] }).nodes).toEqual(['a']);
  });

  test('is not blamed for node names while its topology is unknown', () => {
    expect(codes(parse({ steps: [{ type: 'crash', node: 'a' }] }))).toEqual(['topology_missing /distributed']);
    expect(codes(parse({ nodes: ['a'], node_count: 2, steps: [{ type: 'crash', node: 'n1' }] }))).toEqual([
      'conflicting_fields /distributed/node_count',
    ]);
  });

  test('refers to the fuzz input and to nothing else', () => {
    const put = (value: string): object => ({ type: 'client_put', node: 'n0', key: 'k', value });
    valid({ node_count: 1, steps: [put('${fuzz.input} ${fuzz.input_hex} $${price}')] });
    const get = { type: 'client_get_assert', node: 'n0', key: 'k', equals: { contains: '${a}' } };
    const invariant = { type: 'kv_node_equals', node: 'n0', key: 'k', equals: '${b}' };
    expect(codes(parse({ node_count: 1, steps: [get], invariants: [invariant] }))).toEqual([
      'unknown_reference /distributed/steps/0/equals/contains',
      'unknown_reference /distributed/invariants/0/equals',
    ]);
  });

  test('is checked as a whole, whatever part is malformed', () => {
    const outcome = parse({
      nodes: 'a',
      module: 7,
      steps: [7, { type: 'tick', duration: 'x' }],
      invariants: {},
      faults: [{ type: 'delay' }],
    });
    expect(codes(outcome)).toEqual([
      'wrong_type /distributed/nodes',
      'wrong_type /distributed/module',
      'wrong_type /distributed/steps/0',
      'invalid_duration /distributed/steps/1/duration',
      'wrong_type /distributed/invariants',
      'missing_field /distributed/faults/0',
    ]);
    expect(outcome.variant).toBe('distributed');
  });
});

describe('overrides come before validation', () => {
  const crash = { type: 'crash', node: 'n1' };

  test('a node count replaces the topology, missing or not', () => {
    expect(valid({ steps: [crash] }, { overrides: { nodeCount: 2 } }).nodes).toEqual(['n0', 'n1']);
    expect(valid({ nodes: ['a'], node_count: 1, steps: [crash] }, { overrides: { nodeCount: 2 } }).nodes).toEqual(['n0', 'n1']);
    expect(codes(parse({ nodes: ['n1'], steps: [crash] }, { overrides: { nodeCount: 1 } }))).toEqual([
      'unknown_node /distributed/steps/0/node',
    ]);
  });

  test('replaced faults and invariants are not looked at', () => {
    const lists = { faults: [{ type: 'nope' }], invariants: 7 };
    const overrides = { replaceFaults: true, replaceInvariants: true };
    expect(valid({ node_count: 2, steps: [crash], ...lists }, { overrides })).toMatchObject({
      faults: [],
      invariants: [],
      invariantCount: 0,
    });
  });
});
