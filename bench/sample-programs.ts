/** The scenarios the benchmarks execute; each is a list of steps as a user writes them. */

/** One task that writes constants: what a step costs at least. */
export function constantWrites(rounds: number): readonly object[] {
  return [{ type: 'repeat', times: rounds, steps: [set('a', '1'), set('b', '2'), set('c', '3'), set('d', '4')] }];
}

/** What scenarios are made of: loops, competing tasks, values that flow from step to step, and assertions. */
export function mixedWork(rounds: number): readonly object[] {
  return [
    set('total', '0'),
    { type: 'parallel', tasks: ['a', 'b', 'c'].map((name) => ({ name, steps: [mixedLoop(name, rounds)] })) },
    { type: 'repeat', times: rounds, steps: [set('x', 'value'), get('x', 'value')] },
  ];
}

function mixedLoop(name: string, times: number): object {
  return {
    type: 'repeat',
    times,
    index_key: `i-${name}`,
    steps: [set(`own-${name}`, `\${i-${name}}`), set('total', `\${own-${name}}`), set(`seen-${name}`, name), get(`seen-${name}`, name)],
  };
}

/** As mixedWork, and one decision in ten is a random number. */
export function randomWork(rounds: number): readonly object[] {
  const steps = (name: string) => [
    ...Array.from({ length: 8 }, (_, index) => set(`k${index}`, name)),
    { type: 'rand_u64', key: `r-${name}` },
  ];
  return [
    { type: 'parallel', tasks: ['a', 'b'].map((name) => ({ name, steps: [{ type: 'repeat', times: rounds, steps: steps(name) }] })) },
  ];
}

/** Messages sent in bursts of four and delivered in any order, some of them lost. */
export function networkWork(rounds: number): readonly object[] {
  const nodes = ['n1', 'n2', 'n3', 'n4'];
  const sends = nodes.map((to, index) => ({ type: 'net_send', from: nodes[(index + 1) % 4], to, payload: 'ping' }));
  const deliveries = nodes.map(() => ({ type: 'net_deliver_one', strategy: 'random' }));
  return [
    { type: 'net_set_drop_rate', rate: 0.1 },
    { type: 'repeat', times: rounds, steps: [...sends, ...deliveries] },
  ];
}

function set(key: string, value: string): object {
  return { type: 'set_kv', key, value };
}

function get(key: string, equals: string): object {
  return { type: 'get_kv_assert', key, equals };
}
