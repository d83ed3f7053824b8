/** Every node applies writes as they arrive. Two of them can arrive in the wrong order, and then a node keeps the old value for good. */
import type { NodeContext, NodeHandlers } from 'fozzy';

interface Write {
  readonly key: string;
  readonly value: string;
}

function isWrite(payload: unknown): payload is Write {
  return typeof payload === 'object' && payload !== null && 'key' in payload && 'value' in payload;
}

export default function replica(ctx: NodeContext): NodeHandlers {
  const store = new Map<string, string>();
  return {
    onMessage(_from, payload) {
      if (isWrite(payload)) store.set(payload.key, payload.value);
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
