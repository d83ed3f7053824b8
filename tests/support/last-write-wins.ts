/** A planted mistake between two nodes, as users write one: a module, and the scenario that shows it. */

/** Last write wins, whichever is last: a node keeps the old value when the messages change places. */
export const replica = `export default function replica(ctx) {
  const store = new Map();
  return {
    onMessage(_from, { key, value }) {
      store.set(key, value);
    },
    onClient({ op, key, value = '' }) {
      if (op === 'get') return store.get(key) ?? null;
      store.set(key, value);
      for (const node of ctx.nodes) if (node !== ctx.node) ctx.send(node, { key, value });
      return null;
    },
    inspect: (key) => store.get(key) ?? null,
  };
}
`;

/** The module is expected at `src/replica.mjs`. */
export const twoWrites = {
  version: 1,
  name: 'the last write stays',
  distributed: {
    nodes: ['a', 'b'],
    module: '../src/replica.mjs',
    steps: [
      { type: 'client_put', node: 'a', key: 'x', value: 'old' },
      { type: 'client_put', node: 'a', key: 'x', value: 'new' },
    ],
    invariants: [{ type: 'kv_all_equal', key: 'x' }],
  },
};
