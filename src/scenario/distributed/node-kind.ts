/** Names of nodes: each must be part of the topology, and nobody is partitioned from itself. */
import { cutValue } from '../../base/cut-text.ts';
import { nearest } from '../../base/nearest.ts';
import type { Kind, Rule } from '../field.ts';
import { id } from '../kind/plain.ts';

export const nodeName: Kind<string> = {
  label: 'node',
  nullIsValue: false,
  read(node, inspection) {
    const name = id.read(node, inspection);
    const { nodes } = inspection;
    if (name === undefined || nodes === undefined || nodes.has(name)) return name;
    const close = nearest(name, nodes);
    const hint = close === undefined ? `nodes: ${cutValue([...nodes].join(', '))}` : `did you mean "${close}"?`;
    inspection.error('unknown_node', node.start, `there is no node ${JSON.stringify(cutValue(name))}`, hint);
    return undefined;
  },
  schema: (ref) => ref('id'),
};

/** Some of the nodes, each once. */
export const nodeNames: Kind<readonly string[]> = {
  label: '[node]',
  nullIsValue: false,
  read(node, inspection) {
    if (node.kind !== 'array') return inspection.wrongType(node, 'an array of nodes');
    if (node.items.length === 0) return inspection.outOfRange(node, 'the list of nodes is empty');
    const names = node.items.map((item, index) => {
      inspection.enter(index);
      const name = nodeName.read(item, inspection);
      inspection.leave();
      return name;
    });
    const known = new Set(names.filter((name) => name !== undefined));
    return names.includes(undefined) ? undefined : [...known];
  },
  schema: (ref) => ({ type: 'array', items: ref('id'), minItems: 1 }),
};

export const differentNodes: Rule = {
  note: '`a` and `b` are different nodes',
  schema: undefined,
  check(given, _node, inspection) {
    const a = given('a')?.value;
    const b = given('b')?.value;
    if (a?.kind !== 'string' || b?.kind !== 'string' || a.value !== b.value) return;
    const key = a.start > b.start ? 'a' : 'b';
    inspection.enter(key);
    const message = `node ${JSON.stringify(cutValue(a.value))} cannot be partitioned from itself`;
    inspection.error('self_partition', Math.max(a.start, b.start), message, 'name two different nodes');
    inspection.leave();
  },
};
