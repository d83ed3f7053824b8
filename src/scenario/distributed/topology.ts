/** The nodes of a distributed scenario, listed or counted. It is never made up: without one there is nothing to explore. */
import { cutValue } from '../../base/cut-text.ts';
import type { JsonNode } from '../../base/json-text.ts';
import type { Kind, Rule } from '../field.ts';
import type { Inspection } from '../inspection.ts';
import { whole } from '../kind/integer.ts';
import { id } from '../kind/plain.ts';
import { written } from '../rule.ts';

/** A schedule is about the meeting of a few nodes; this many fill a memory without finding more. */
const nodesMax = 10_000;

const topologyMissing = 'distributed requires either nodes:[...] or node_count';

/** Reading them makes them known to every field after this one. */
export const nodes: Kind<readonly string[]> = {
  label: '[id], not empty, unique',
  nullIsValue: false,
  read: readNodes,
  schema: (ref) => ({ type: 'array', items: ref('id'), minItems: 1, uniqueItems: true }),
};

const numberOfNodes = whole({ min: 1, max: nodesMax });

export const nodeCount: Kind<number> = {
  ...numberOfNodes,
  read(node, inspection) {
    const value = numberOfNodes.read(node, inspection);
    // Given both, neither can be trusted to judge node names by.
    if (value !== undefined) inspection.nodes = inspection.nodes === undefined ? new Set(numberedNodes(value)) : undefined;
    return value;
  },
};

export const hasTopology: Rule = {
  note: topologyMissing,
  schema: { anyOf: [written('nodes'), written('node_count')] },
  check(given, node, inspection) {
    if (given('nodes') === undefined && given('node_count') === undefined) {
      inspection.error('topology_missing', node.start, topologyMissing, inspection.example());
    }
  },
};

function readNodes(node: JsonNode, inspection: Inspection): readonly string[] | undefined {
  if (node.kind !== 'array') return inspection.wrongType(node, 'an array of node names');
  if (node.items.length === 0) {
    inspection.error('topology_missing', node.start, `${topologyMissing}; the list is empty`, inspection.example());
    return undefined;
  }
  const names = new Set<string>();
  for (const [index, item] of node.items.entries()) {
    inspection.enter(index);
    const name = id.read(item, inspection);
    if (name !== undefined && names.has(name)) {
      inspection.error('duplicate_node', item.start, `the node ${JSON.stringify(cutValue(name))} is listed twice`, 'name every node once');
    }
    if (name !== undefined) names.add(name);
    inspection.leave();
  }
  if (names.size > nodesMax) inspection.outOfRange(node, `more than ${nodesMax} nodes`);
  inspection.nodes = names;
  return [...names];
}

export function numberedNodes(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `n${index}`);
}
