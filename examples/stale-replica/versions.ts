/** Every write carries a version, and what is older than what a node has is left alone. What was applied is durable, so a crash loses nothing. */
import type { NodeContext, NodeHandlers } from 'fozzy';

interface Write {
  readonly key: string;
  readonly value: string;
  readonly version: number;
}

function isWrite(payload: unknown): payload is Write {
  return typeof payload === 'object' && payload !== null && 'key' in payload && 'value' in payload && 'version' in payload;
}

export default function replica(ctx: NodeContext): NodeHandlers {
  const known = (key: string): Write | undefined => {
    const stored = ctx.durable.get(key);
    return isWrite(stored) ? stored : undefined;
  };
  const apply = (write: Write): void => {
    if (write.version > (known(write.key)?.version ?? 0)) ctx.durable.set(write.key, write);
  };
  return {
    onMessage(_from, payload) {
      if (isWrite(payload)) apply(payload);
    },
    onClient({ op, key, value = '' }) {
      if (op === 'get') return known(key)?.value ?? null;
      const write = { key, value, version: (known(key)?.version ?? 0) + 1 };
      apply(write);
      for (const node of ctx.nodes) if (node !== ctx.node) ctx.send(node, write);
      return null;
    },
    inspect: (key) => known(key)?.value ?? null,
  };
}
