/** The value of the key `distributed`: topology first, because everything after it names nodes. */
import type { JsonNode } from '../../base/json-text.ts';
import { cutValue } from '../../base/cut-text.ts';
import { fallback, type Kind, optional, required, shape } from '../field.ts';
import type { Inspection } from '../inspection.ts';
import { id } from '../kind/plain.ts';
import type { ObjectNode } from '../node.ts';
import { type RecordTable, exampleHint } from '../record-type.ts';
import { excludes } from '../rule.ts';
import { faultTypes } from './fault-types.ts';
import { invariantTypes } from './invariant-types.ts';
import type { DistributedStep, Fault, Invariant, Placed } from './record.ts';
import { distributedStepTypes } from './step-types.ts';
import { hasTopology, nodeCount, nodes } from './topology.ts';

export interface DistributedParts {
  readonly nodes?: readonly string[];
  readonly nodeCount?: number;
  readonly module?: string;
  readonly steps: readonly Placed<DistributedStep>[];
  readonly invariants: readonly Placed<Invariant>[];
  readonly faults: readonly Placed<Fault>[];
}

const modulePath: Kind<string> = {
  ...id,
  label: 'path',
  read(node, inspection) {
    const path = id.read(node, inspection);
    const status = path === undefined ? 'ok' : (inspection.surroundings.environment?.moduleStatus(path) ?? 'ok');
    if (status === 'missing') {
      const hint = 'the path is relative to the scenario file';
      inspection.error('module_not_found', node.start, `the module ${JSON.stringify(cutValue(path ?? ''))} does not exist`, hint);
    } else if (status !== 'ok') {
      const hint = 'the module needs `export default function (ctx) { return handlers }`';
      inspection.error(
        'module_invalid',
        node.start,
        `the module ${JSON.stringify(cutValue(path ?? ''))} is invalid: ${status.invalid}`,
        hint,
      );
    }
    return path;
  },
};

/** Also the content of a file that replaces the list. */
export const faults = recordsOf(faultTypes, 'fault', 0);

export const distributedShape = shape<DistributedParts>({
  name: '`distributed`',
  fields: {
    nodes: optional('nodes', nodes, 'names of the nodes'),
    nodeCount: optional('node_count', nodeCount, 'number of nodes, called n0, n1, …'),
    module: optional('module', modulePath, 'code of the nodes, relative to the scenario file; a built-in replicated kv without it'),
    steps: required('steps', recordsOf(distributedStepTypes, 'distributedStep', 1), 'the client and fault script'),
    invariants: fallback('invariants', recordsOf(invariantTypes, 'invariant', 0), [], [], 'what must hold'),
    faults: fallback('faults', faults, [], [], 'faults the explorer may inject'),
  },
  rules: [excludes('nodes', 'node_count'), hasTopology],
});

const minimal = { node_count: 2, steps: [{ type: 'client_put', node: 'n0', key: 'x', value: '1' }] };

export const distributed: Kind<DistributedParts> = {
  label: 'object',
  nullIsValue: false,
  read(node, inspection) {
    if (node.kind !== 'object') return inspection.wrongType(node, 'an object');
    const outer = inspection.example;
    inspection.example = () => exampleHint('`distributed`', minimal);
    const parts = distributedShape.read(overridden(node, inspection), inspection);
    inspection.example = outer;
    return parts;
  },
  schema: (ref) => ref('distributed'),
};

/** Command line overrides take the place of what the file says before anything is judged. */
function overridden(node: ObjectNode, inspection: Inspection): ObjectNode {
  const { nodeCount: replacement, replaceFaults, replaceInvariants } = inspection.surroundings.overrides;
  const kept = node.members.filter(({ key }) => {
    if (key === 'nodes' || key === 'node_count') return replacement === undefined;
    return !(key === 'faults' && replaceFaults === true) && !(key === 'invariants' && replaceInvariants === true);
  });
  if (replacement === undefined) return { ...node, members: kept };
  const { start, end } = node;
  const value: JsonNode = { kind: 'number', start, end: start, raw: String(replacement), value: replacement };
  return { ...node, members: [...kept, { key: 'node_count', keyStart: start, keyEnd: end, value }] };
}

function recordsOf<R>(table: RecordTable<R>, definition: string, itemsMin: number): Kind<readonly Placed<R>[]> {
  return {
    label: `[${table.noun}]`,
    nullIsValue: false,
    read: (node, inspection) => readRecords(node, inspection, table, itemsMin),
    schema: (ref) => ({ type: 'array', items: ref(definition), minItems: itemsMin }),
  };
}

function readRecords<R>(node: JsonNode, inspection: Inspection, table: RecordTable<R>, itemsMin: number): readonly Placed<R>[] | undefined {
  if (node.kind !== 'array') return inspection.wrongType(node, `an array of ${table.noun}s`);
  if (node.items.length < itemsMin) {
    inspection.error(
      'empty_steps',
      node.start,
      'a list of steps must not be empty: a scenario that does nothing must not pass',
      inspection.example(),
    );
    return undefined;
  }
  const placed: Placed<R>[] = [];
  for (const [index, item] of node.items.entries()) {
    inspection.enter(index);
    const record = table.read(item, inspection);
    if (record !== undefined) placed.push({ record, ...inspection.placeOf(item.start) });
    inspection.leave();
  }
  return placed.length === node.items.length ? placed : undefined;
}
