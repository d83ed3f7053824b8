/** Small distributed systems with one planted mistake each, and their corrected twins: what every search must find, and must not. */

export interface Planted {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly steps: readonly object[];
  readonly faults?: readonly object[];
  readonly invariants?: readonly object[];
  readonly wrong: string;
  readonly right: string;
  readonly title: string;
  /** What a shrunk failure needs: script steps, and answers that are not calm. */
  readonly minimum: { readonly steps: number; readonly answers: number };
}

function put(node: string, key: string, value: string): object {
  return { type: 'client_put', node, key, value };
}

const noise = put('a', 'noise', '0');

const replica = (accepts: string) => `
  interface Write { key: string; value: string; version: number }
  export default function (ctx) {
    const store = new Map<string, Write>();
    const apply = (write: Write): void => { if (${accepts}) store.set(write.key, write); };
    return {
      onMessage: (_from: string, write: Write) => apply(write),
      onClient({ op, key, value }) {
        if (op === 'get') return store.get(key)?.value ?? null;
        const write = { key, value, version: (store.get(key)?.version ?? 0) + 1 };
        apply(write);
        for (const node of ctx.nodes) if (node !== ctx.node) ctx.send(node, write);
      },
      inspect: (key: string) => store.get(key)?.value ?? null,
    };
  }
`;

const leaders = (grants: string) => `
  export default function (ctx) {
    let leader: string | null = null;
    const elect = (node: string): void => {
      if (leader !== null) return;
      leader = node;
      for (const other of ctx.nodes) if (other !== ctx.node) ctx.send(other, { leader: node });
    };
    return {
      onMessage(_from: string, message) {
        if (message.wants !== undefined) elect(message.wants);
        else leader ??= message.leader;
      },
      onClient({ op }) {
        if (op === 'get') return leader;
        ${grants}
      },
      inspect: () => leader,
    };
  }
  export function invariant(view) {
    const known = new Set(Object.values(view).map((inspect) => inspect('leader')).filter((leader) => leader !== null));
    if (known.size > 1) throw new Error('two leaders: ' + [...known].join(' and '));
  }
`;

const keeper = (keep: string, find: string) => `
  export default function (ctx) {
    const memory = new Map<string, string>();
    return {
      onMessage(from: string, { key, value, done }) {
        if (done === true) return ctx.durable.set('done ' + key, value);
        ${keep};
        ctx.send(from, { key, value, done: true });
      },
      onClient: ({ op, key, value }) => (op === 'get' ? null : ctx.send('b', { key, value })),
      inspect: (key: string) => ${find} ?? null,
    };
  }
  export function invariant({ a, b }) {
    const done = a?.('done x') ?? null;
    if (done !== null && b !== undefined && b('x') !== done) throw new Error('b has lost what it said it has');
  }
`;

const adder = (isNew: string) => `
  export default function (ctx) {
    let count = 0;
    let next = 0;
    const seen = new Set<number>();
    return {
      onMessage(from: string, message) {
        if (message.done !== undefined) return ctx.clearTimer('retry ' + message.done);
        if (${isNew}) count += 1;
        seen.add(message.id);
        ctx.send(from, { done: message.id });
      },
      onTimer(name: string) { this.ask(Number(name.slice('retry '.length))); },
      ask(id: number) {
        ctx.send('s', { id });
        ctx.setTimer('retry ' + id, 20);
      },
      onClient({ op }) {
        if (op === 'get') return String(count);
        this.ask(next++);
      },
      inspect: () => String(count),
    };
  }
`;

const sleeper = (add: string) => `
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  export default function () {
    let count = 0;
    const work = async (): Promise<void> => { ${add} };
    return {
      onMessage() {},
      onClient({ op }) {
        if (op === 'get') return String(count);
        void work();
      },
      inspect: () => String(count),
    };
  }
`;

export const planted: readonly Planted[] = [
  {
    name: 'messages that overtake each other',
    nodes: ['a', 'b'],
    steps: [noise, put('a', 'x', '1'), put('a', 'x', '2')],
    invariants: [{ type: 'kv_all_equal', key: 'x' }],
    wrong: replica('true'),
    right: replica('write.version > (store.get(write.key)?.version ?? 0)'),
    title: 'kv_all_equal',
    minimum: { steps: 2, answers: 2 },
  },
  {
    name: 'a split brain',
    nodes: ['a', 'b', 'c'],
    steps: [put('a', 'leader', 'me'), { type: 'tick', duration: '5ms' }, put('b', 'leader', 'me')],
    wrong: leaders('elect(ctx.node);'),
    right: leaders("if (ctx.node === 'c') elect('c'); else ctx.send('c', { wants: ctx.node });"),
    title: 'module_invariant',
    minimum: { steps: 2, answers: 1 },
  },
  {
    name: 'an answer before the disk',
    nodes: ['a', 'b'],
    steps: [noise, put('a', 'x', '1'), { type: 'tick', duration: '5ms' }],
    faults: [
      { type: 'crash', node: 'b' },
      { type: 'delay', by: '10ms' },
    ],
    wrong: keeper('memory.set(key, value)', '(memory.get(key) ?? ctx.durable.get(key))'),
    right: keeper('ctx.durable.set(key, value)', 'ctx.durable.get(key)'),
    title: 'module_invariant',
    minimum: { steps: 1, answers: 1 },
  },
  {
    name: 'a retry that counts twice',
    nodes: ['c', 's'],
    steps: [{ type: 'client_get_assert', node: 'c', key: 'n' }, put('c', 'n', '1')],
    faults: [{ type: 'loss' }, { type: 'partition' }],
    invariants: [{ type: 'kv_node_equals', node: 's', key: 'n', equals: '1' }],
    wrong: adder('true'),
    right: adder('!seen.has(message.id)'),
    title: 'kv_node_equals',
    minimum: { steps: 1, answers: 1 },
  },
  {
    name: 'an update that is lost between reading and writing',
    nodes: ['a', 'b'],
    steps: [put('a', 'n', '+'), { type: 'tick', duration: '10ms' }, put('a', 'n', '+'), { type: 'tick', duration: '10ms' }],
    invariants: [{ type: 'kv_node_equals', node: 'a', key: 'n', equals: '2' }],
    wrong: sleeper('const before = count; await sleep(5); count = before + 1;'),
    right: sleeper('await sleep(5); count += 1;'),
    title: 'kv_node_equals',
    // Without the first tick the additions would meet in the calm schedule, too.
    minimum: { steps: 3, answers: 1 },
  },
];

/** The files of a project with the scenario and one of the two modules. */
export function plantedProject(
  { name, nodes, steps, faults, invariants }: Planted,
  module: string,
): Readonly<Record<string, string | object>> {
  const distributed = {
    nodes,
    module: './nodes.ts',
    steps,
    ...(faults === undefined ? {} : { faults }),
    ...(invariants === undefined ? {} : { invariants }),
  };
  return { 'd.fozzy.json': { version: 1, name, distributed }, 'nodes.ts': module };
}
