/** The scenario that is written for a smaller program is that program: what is left out, what is shorter, and what everything was called. */
import { expect, test } from 'vitest';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { JsonObject } from '../../base/json.ts';
import { distributedProgram } from '../../engine/distributed/program.ts';
import { hasEnough, smallerProgram } from '../../engine/distributed/smaller-program.ts';
import type { RunEdits } from '../../engine/run-edits.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import { smallerScenario } from './smaller-scenario.ts';

const names = { nodes: ['n0', 'n1', 'n2', 'n3'] };
const counted = { node_count: 4 };

function scenario(topology: JsonObject): JsonObject {
  return {
    version: 1,
    name: 'all kinds of parts',
    distributed: {
      ...topology,
      steps: [
        { type: 'client_put', node: 'n0', key: 'x', value: '1' },
        { type: 'partition', a: 'n0', b: 'n1' },
        { type: 'tick', duration: '2s' },
        { type: 'crash', node: 'n2' },
        { type: 'heal', a: 'n0', b: 'n1' },
        { type: 'client_get_assert', node: 'n3', key: 'x', equals: '1' },
      ],
      invariants: [
        { type: 'kv_all_equal', key: 'x' },
        { type: 'kv_node_equals', node: 'n1', key: 'x', equals: '1' },
        { type: 'kv_node_equals', node: 'n3', key: 'x', equals: '1' },
      ],
      faults: [
        { type: 'crash', node: 'n1' },
        { type: 'loss', from: 'n0', to: 'n3' },
        { type: 'delay', by: '50ms' },
        { type: 'partition', b: 'n2' },
      ],
    },
  };
}

function programOf(json: JsonObject, origins: ReadonlyMap<string, string> = new Map()) {
  const parsed = parseScenario(canonicalJson(json), { strict: true });
  if (parsed.scenario?.variant !== 'distributed') throw new Error(JSON.stringify(parsed.problems));
  return distributedProgram(parsed.scenario, { file: 'd', projectFile: 'd', stepsMax: 10, origins });
}

/** But for the places of its parts in the text. */
function partsOf({ nodes, steps, invariants, faults }: ReturnType<typeof programOf>): unknown {
  const bare = [...steps, ...invariants, ...faults].map((part) => ({ ...part, pointer: '', line: 0, column: 0 }));
  return { nodes, bare };
}

const edits: readonly (readonly [string, RunEdits])[] = [
  ['nothing', {}],
  ['a step', { withoutClients: new Set(['/distributed/steps/2']) }],
  ['a node', { withoutNodes: new Set(['n1']) }],
  ['two nodes and a step', { withoutNodes: new Set(['n0', 'n2']), withoutClients: new Set(['/distributed/steps/5']) }],
  [
    'time',
    {
      durations: new Map([
        ['/distributed/steps/2', 0],
        ['/distributed/faults/2', 1500],
      ]),
    },
  ], // prettier-ignore
];

test.each(edits)('without %s it is the same program', (_name, given) => {
  for (const topology of [names, counted]) {
    const json = scenario(topology);
    const smaller = smallerScenario(json, given, new Map());
    expect(partsOf(programOf(smaller.json, smaller.origins))).toEqual(partsOf(smallerProgram(programOf(json), given)));
    // And again from there: edits speak of the scenario that was written.
    const more: RunEdits = { withoutNodes: new Set(['n3']), withoutClients: new Set(['/distributed/steps/0']) };
    const least = smallerScenario(smaller.json, more, smaller.origins);
    const program = programOf(smaller.json, smaller.origins);
    expect(partsOf(programOf(least.json, least.origins))).toEqual(partsOf(smallerProgram(program, more)));
  }
});

test('what names a node goes with it, and the numbers of the others move up', () => {
  const { nodes, steps, faults, invariants } = smallerProgram(programOf(scenario(names)), { withoutNodes: new Set(['n1']) });
  expect(nodes).toEqual(['n0', 'n2', 'n3']);
  expect(steps.map(({ type, node }) => [type, node])).toEqual([
    ['client_put', 0],
    ['tick', 0],
    ['crash', 1],
    ['client_get_assert', 2],
  ]);
  expect(faults.map(({ id, a, b }) => [id, a, b])).toEqual([
    ['f1', 0, 2],
    ['f2', undefined, undefined],
    ['f3', undefined, 1],
  ]);
  expect(invariants.map(({ node }) => node)).toEqual([undefined, 2]);
});

test('a scenario without nodes or without steps is none', () => {
  const program = programOf(scenario(names));
  expect(hasEnough(program)).toBe(true);
  expect(hasEnough(smallerProgram(program, { withoutNodes: new Set(names.nodes) }))).toBe(false);
  expect(hasEnough(smallerProgram(program, { withoutClients: new Set(program.steps.map(({ origin }) => origin)) }))).toBe(false);
});

test('times that are written can be shorter, those that are none cannot', () => {
  const program = programOf(scenario(names));
  expect([...program.durations]).toEqual([
    ['/distributed/steps/2', 2000],
    ['/distributed/faults/2', 50],
  ]);
  expect([...smallerProgram(program, { durations: new Map([['/distributed/steps/2', 0]]) }).durations]).toEqual([
    ['/distributed/faults/2', 50],
  ]);
});
