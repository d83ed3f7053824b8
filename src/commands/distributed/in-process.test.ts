import { expect, test } from 'vitest';
import { DistributedScenarioBuilder } from '../../sdk/builders.ts';
import type { NodeViews } from '../../sim/distributed/node-api.ts';
import { exploreNodes, type NodeFactory } from './in-process.ts';

const put = (node: string, value: string) => ({ type: 'client_put', node, key: 'x', value }) as const;
const scenario = new DistributedScenarioBuilder('two puts', ['a', 'b'])
  .step(put('a', '1'), put('b', '2'))
  .invariant({ type: 'kv_all_equal', key: 'x' });

/** The last message wins, so two writes at once end differently on two nodes. */
const lastWins: NodeFactory = (ctx) => {
  const kept = new Map<string, string>();
  return {
    onClient({ op, key, value = '' }) {
      if (op === 'get') return kept.get(key) ?? null;
      kept.set(key, value);
      for (const other of ctx.nodes) if (other !== ctx.node) ctx.send(other, { key, value });
      return undefined;
    },
    onMessage(_from, payload) {
      const { key, value } = payload as { readonly key: string; readonly value: string };
      kept.set(key, value);
    },
    inspect: (key) => kept.get(key) ?? null,
  };
};

/** The greatest value wins everywhere, in whatever order it comes. */
const greatestWins: NodeFactory = (ctx) => {
  const kept = new Map<string, string>();
  const keep = (key: string, value: string) => void (value > (kept.get(key) ?? '') && kept.set(key, value));
  return {
    ...lastWins(ctx),
    onClient({ op, key, value = '' }) {
      if (op === 'get') return kept.get(key) ?? null;
      keep(key, value);
      for (const other of ctx.nodes) if (other !== ctx.node) ctx.send(other, { key, value });
      return undefined;
    },
    onMessage(_from, payload) {
      const { key, value } = payload as { readonly key: string; readonly value: string };
      keep(key, value);
    },
    inspect: (key) => kept.get(key) ?? null,
  };
};

test('nodes that are a function are searched like those of a module', async () => {
  const found = await exploreNodes(lastWins, scenario, { strategy: 'dfs', seed: 1 });
  expect(found).toMatchObject({ status: 'fail', name: 'two puts', findings: [{ kind: 'invariant', title: 'kv_all_equal' }] });
  expect(found.story.length).toBeGreaterThan(0);
  expect(await exploreNodes(lastWins, scenario.toJSON(), { strategy: 'dfs', seed: 1 })).toEqual(found);
  const good = await exploreNodes(greatestWins, scenario, { strategy: 'dfs' });
  expect([good.status, good.search.exhaustive, good.findings]).toEqual(['pass', true, []]);
});

test('an invariant in code looks into every node', async () => {
  const seen = new Set<string>();
  const invariant = (nodes: NodeViews): void => {
    for (const [name, look] of Object.entries(nodes)) {
      seen.add(name);
      if (look('x') === '2') throw new Error(`${name} holds two`);
    }
  };
  const found = await exploreNodes(greatestWins, scenario, { runs: 5, invariant });
  expect([found.status, found.findings[0]?.title, [...seen].sort()]).toEqual(['fail', 'module_invariant', ['a', 'b']]);
});

test('what cannot be searched is refused, and a signal ends the search', async () => {
  const steps = { version: 1, name: 's', steps: [{ type: 'unfreeze' }] };
  await expect(exploreNodes(lastWins, steps)).rejects.toMatchObject({ code: 'wrong_variant' });
  await expect(exploreNodes(lastWins, { version: 1 })).rejects.toMatchObject({ code: 'scenario_invalid' });
  const withModule = { version: 1, name: 'm', distributed: { nodes: ['a'], steps: [put('a', '1')], module: './nodes.ts' } };
  await expect(exploreNodes(lastWins, withModule)).rejects.toMatchObject({ code: expect.stringMatching(/usage|scenario_invalid/u) });
  const ended = await exploreNodes(greatestWins, scenario, { strategy: 'random', runs: 1_000_000, signal: AbortSignal.abort() });
  expect(ended.interrupted).toBe(true);
});
