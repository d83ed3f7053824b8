/** What must become true in a distributed scenario after the last fault: with a healed core and the rest dead, and when the nodes go round in circles instead. */
import { describe, expect, test } from 'vitest';
import { exploreNodes, type NodeFactory } from '../../src/commands/distributed/in-process.ts';
import { parseScenario } from '../../src/scenario/parse-scenario.ts';

const put = { type: 'client_put', node: 'a', key: 'x', value: '1' } as const;
const eventually = { type: 'kv_present_on_all', key: 'x', phase: 'eventually', core: ['b', 'c'] } as const;
const scenario = (distributed: object) =>
  ({ version: 1, name: 'd', distributed: { nodes: ['a', 'b', 'c'], steps: [put], ...distributed } }) as const;

/** Every node tells all others what it knows now and then; or, mistaken, only the writer does. */
function gossip(everybody: boolean): NodeFactory {
  return (ctx) => {
    const known = (): string | null => (ctx.durable.get('x') as string | undefined) ?? null;
    const tell = (): void => {
      const value = known();
      const isWriter = ctx.node === 'a';
      if (value !== null && (everybody || isWriter)) for (const other of ctx.nodes) if (other !== ctx.node) ctx.send(other, value);
      ctx.setTimer('tell', 100);
    };
    return {
      onStart: () => ctx.setTimer('tell', 100),
      onTimer: tell,
      onMessage: (_from, value) => ctx.durable.set('x', String(value)),
      onClient: ({ op, value = '' }) => (op === 'put' ? ctx.durable.set('x', value) : null),
      inspect: known,
      state: () => null,
    };
  };
}

/** A write is sent to b at once, and b passes on what it knows. */
const eager = (everybody: boolean): NodeFactory => {
  const make = gossip(everybody);
  return (ctx) => ({
    ...make(ctx),
    onClient: ({ op, value = '' }) => {
      if (op === 'get') return null;
      ctx.durable.set('x', value);
      return ctx.send('b', value);
    },
  });
};

describe('a core that must be enough', () => {
  test('is, if what one of it knows reaches all of it; the others are dead from then on', async () => {
    const told = await exploreNodes(eager(true), scenario({ invariants: [{ ...eventually, core: ['b', 'c'] }] }), { runs: 30, seed: 1 });
    expect([told.status, told.findings]).toEqual(['pass', []]);
    // Nobody quiesces here, and no schedule is cut for it.
    expect(told.search.truncatedSchedules).toBe(0);
  });

  test('is not, if only the one that is dead would have told; a state that comes back is the proof, and the circle is told', async () => {
    const told = await exploreNodes(eager(false), scenario({ invariants: [eventually] }), { runs: 30, seed: 1 });
    expect(told.status).toBe('timeout');
    expect(told.findings).toMatchObject([
      {
        kind: 'hang',
        title: 'livelock',
        location: { stepPath: '/distributed/invariants/0', details: { everyMs: 100, circle: expect.stringContaining('timer') } },
      },
    ]);
  });

  test('comes back after its own crashes, whatever faults left behind', async () => {
    const faults = [
      { type: 'crash', node: 'c', restart: false },
      { type: 'partition', a: 'b', b: 'c', heal: false },
    ];
    const told = await exploreNodes(eager(true), scenario({ faults, invariants: [eventually] }), { runs: 60, seed: 3 });
    expect([told.status, told.findings]).toEqual(['pass', []]);
  });

  test('has only so much time, and without a state nobody claims that it goes round in circles', async () => {
    const silent: NodeFactory = (ctx) => {
      const handlers = eager(false)(ctx);
      Reflect.deleteProperty(handlers, 'state');
      return handlers;
    };
    const late = scenario({ invariants: [{ ...eventually, within: '2s' }] });
    const told = await exploreNodes(silent, late, { runs: 10, seed: 1 });
    expect(told.findings).toMatchObject([
      {
        kind: 'invariant',
        title: 'kv_present_on_all',
        message: expect.stringMatching(/^not true within 2000 ms after the last fault: x is not/u),
      },
    ]);
  });

  test('of nodes that have nothing to do any more is told at once', async () => {
    const faults = [{ type: 'loss', to: 'b' }];
    const lone = { ...eventually, core: ['b'] };
    const told = await exploreNodes(
      (ctx) => ({ ...eager(false)(ctx), onStart: () => undefined, onTimer: () => undefined }),
      scenario({ steps: [put, { type: 'tick', duration: '1ms' }], faults, invariants: [lone] }),
      { runs: 60, seed: 1 },
    );
    expect(told.findings).toMatchObject([
      { title: 'kv_present_on_all', message: expect.stringMatching(/^not true, and nothing is left/u) },
    ]);
  });
});

test.each([
  [{ ...eventually, phase: 'always' }, '"core" needs phase: "eventually"'],
  [{ type: 'kv_all_equal', key: 'x', within: '1s' }, '"within" needs core'],
  [{ ...eventually, core: [] }, 'the list of nodes is empty'],
  [{ ...eventually, core: ['b', 'z'] }, 'there is no node "z"'],
])('%j is refused: %s', (invariant, message) => {
  const { problems } = parseScenario(JSON.stringify(scenario({ invariants: [invariant] })), { strict: true });
  expect(problems.map((problem) => problem.message)).toContainEqual(expect.stringContaining(message));
});
