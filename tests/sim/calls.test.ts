/** What a node exports can be called from outside, and a call ends with the life of the node. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../support/simulate.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';

describe('a call of what a node exports', () => {
  const slow = (sim: Sim) =>
    sim.node('n', () => ({
      answer: () => new Promise((resolve) => setTimeout(() => resolve('late'), 50)),
      keep: setInterval(() => undefined, 1000),
    }));

  test.each(['process', 'power-loss'] as const)('rejects when the node goes down by %s before it answers', async (mode) => {
    let told: unknown;
    const outcome = await simulate((sim) => {
      const node = slow(sim);
      sim.client('caller', () =>
        node.call('answer').catch((error: unknown) => {
          told = error;
        }),
      );
      sim.client('accident', async () => {
        await sim.sleep(10);
        node.crash(mode);
      });
    });
    expect(outcome.findings).toEqual([]);
    expect(told).toMatchObject({ code: 'ERR_FOZZY_NODE_DOWN', message: "node 'n' went down before it answered" });
  });

  test('rejects while the node is down, and is answered once it is up again', async () => {
    const told: unknown[] = [];
    const outcome = await simulate((sim) => {
      const node = slow(sim);
      sim.client('caller', async () => {
        await sim.sleep(10);
        node.crash();
        told.push(await node.call('answer').catch((error: unknown) => error));
        node.restart();
        told.push(await node.call('answer'));
      });
    });
    expect(outcome.findings).toEqual([]);
    expect(told).toMatchObject([{ code: 'ERR_FOZZY_NODE_DOWN', message: "node 'n' is down" }, 'late']);
  });

  test('rejects when the program of the node has ended', async () => {
    let told: unknown;
    const outcome = await simulate((sim) => {
      const node = sim.node('n', () => ({ answer: () => 1 }));
      sim.client('caller', async () => {
        await sim.sleep(10);
        told = await node.call('answer').catch((error: unknown) => error);
      });
    });
    expect(outcome.findings).toEqual([]);
    expect(told).toMatchObject({ code: 'ERR_FOZZY_NODE_DOWN', message: "node 'n' has ended with exit code 0, so it cannot be called" });
  });

  test('says who ended instead of answering', async () => {
    const outcome = await simulate((sim) => {
      const node = sim.node('n', () => ({ answer: () => new Promise(() => undefined), last: setTimeout(() => undefined, 5) }));
      sim.client('caller', () => node.call('answer'));
    });
    expect(outcome.findings).toMatchObject([{ title: 'client_pending' }]);
    expect(outcome.findings[0]?.message).toContain(
      "node 'n' ended with exit code 0 before it answered call('answer'): a program ends when nothing keeps it alive",
    );
  });

  test('goes to the life that starts, not to the one that is over', async () => {
    const told: unknown[] = [];
    let lives = 0;
    const outcome = await simulate((sim) => {
      const node = sim.node('n', () => {
        const life = (lives += 1);
        setInterval(() => undefined, 1000);
        return { life: () => life };
      });
      sim.client('caller', async () => {
        await sim.sleep(10);
        node.crash();
        node.restart();
        told.push(await node.call('life'));
      });
    });
    expect([outcome.findings, told]).toEqual([[], [2]]);
  });

  test('is answered by a node that goes down only afterwards', async () => {
    let told: unknown;
    const outcome = await simulate((sim) => {
      const node = slow(sim);
      sim.client('caller', async () => {
        told = await node.call('answer');
        node.crash();
      });
    });
    expect([outcome.findings, told]).toEqual([[], 'late']);
  });
});
