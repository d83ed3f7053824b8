/**
 * Failures that need nothing special, because the calm run has them already: they shrink as well, and still nobody is left out on whom a
 * check may count.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { simulation, type Simulation } from '../../src/sim/scenario/simulation.ts';
import { performCommand } from '../support/built.ts';
import { project } from '../cli/run-cli.ts';
import { findFailure, shrinkFound } from '../support/simulation-subject.ts';

async function shrunk(sim: Simulation) {
  const { best, inDoubt, stoppedBy } = await shrinkFound(sim, await findFailure(sim, 1));
  expect(stoppedBy).toBe('minimal');
  return { clients: best.ran.clients, nodes: best.ran.nodes, answers: best.answers.length, inDoubt };
}

/** Reads, waits and writes: two of them at once sell the same thing twice. `auditMs` is longer than anything may be late. */
function shop(auditMs: number): Simulation {
  return simulation('a shop', (sim) => {
    let [left, sold] = [3, 0];
    const buy = async () => {
      const before = left;
      if (before <= 0) return;
      await sim.sleep(auditMs);
      left = before - 1;
      sold += 1;
    };
    sim.node('shop', () => undefined);
    sim.node('elsewhere', () => undefined);
    sim.client('looks', () => sim.sleep(3));
    sim.client('a', async () => {
      await buy();
      await buy();
    });
    sim.client('looks-again', () => sim.sleep(3));
    sim.client('b', async () => {
      await buy();
      await buy();
    });
    sim.client('leaves', () => undefined);
    sim.finally('no more are sold than there are', () => sold <= 3);
  });
}

describe('a failure that the calm run has', () => {
  test.each([2, 300])('shrinks to the clients that race, when their work takes %i ms', async (auditMs) => {
    expect(await shrunk(shop(auditMs))).toEqual({ clients: ['a', 'b'], nodes: [], answers: 0, inDoubt: [] });
  });

  test('keeps the client whose work the check counts on, and loses the one it does not', async () => {
    const scene = simulation('orders', (sim) => {
      let [orders, confirmations] = [0, 0];
      sim.client('idle', () => sim.sleep(4));
      sim.client('orders', async () => {
        await sim.sleep(5);
        orders += 1;
      });
      // The mistake: it looks once, and too early.
      sim.client('confirms', async () => {
        const seen = orders;
        await sim.sleep(5);
        confirmations = seen;
      });
      sim.finally('every order is confirmed', () => orders === confirmations);
    });
    expect(await shrunk(scene)).toEqual({ clients: ['orders', 'confirms'], nodes: [], answers: 0, inDoubt: ['confirms'] });
  });

  test('keeps the client that several others count on together', async () => {
    const scene = simulation('a queue', (sim) => {
      let waiting = 0;
      const add = () => {
        waiting += 1;
      };
      sim.client('one', add);
      sim.client('two', add);
      // The mistake: it never takes anything out.
      sim.client('takes', () => sim.sleep(5));
      sim.finally('nearly nothing is left over', () => waiting <= 1);
    });
    expect(await shrunk(scene)).toEqual({ clients: ['one', 'two', 'takes'], nodes: [], answers: 0, inDoubt: ['takes'] });
  });

  test('of a mistake that every order shows names who could go, and leaves it at that', async () => {
    const scene = simulation('an order', (sim) => {
      let sold = 0;
      const buy = async () => {
        await sim.sleep(1);
        sold += 1;
      };
      sim.client('a', buy);
      sim.client('idle', () => sim.sleep(2));
      sim.client('b', buy);
      sim.finally('nothing is sold', () => sold === 0);
    });
    expect(await shrunk(scene)).toEqual({ clients: ['a', 'idle', 'b'], nodes: [], answers: 0, inDoubt: ['idle', 'b'] });
  });

  test('does not wait for a client that waits for those behind it', async () => {
    const scene = simulation('a meeting', (sim) => {
      let [here, counted] = [0, 0];
      const arrive = async () => {
        here += 1;
        await sim.until(() => here >= 2);
        const before = counted;
        await sim.sleep(2);
        counted = before + 1;
      };
      sim.client('first', arrive);
      sim.client('second', arrive);
      sim.client('visitor', () => sim.sleep(10));
      sim.finally('nobody is forgotten', () => counted === here);
    });
    // They meet in every run, so nothing shows that the check does not count on the visitor.
    expect(await shrunk(scene)).toEqual({ clients: ['first', 'second', 'visitor'], nodes: [], answers: 0, inDoubt: ['visitor'] });
  });
});

/** Adds with a pause between reading and writing, which is far longer than a message takes. */
const adder = `
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  export default function () {
    let [asked, answered, count] = [0, 0, 0];
    const add = async () => {
      const before = count;
      await sleep(30);
      count = before + 1;
      answered += 1;
    };
    return {
      onMessage() {},
      onClient({ op, key }) {
        if (op === 'get' || key !== 'count') return null;
        asked += 1;
        void add();
      },
      inspect: (key) => (key === 'lost' ? String(asked === answered && count !== asked) : null),
    };
  }
  export function invariant(view) {
    for (const inspect of Object.values(view)) if (inspect('lost') === 'true') throw new Error('an update was lost');
  }
`;

test('of a distributed scenario it loses the steps and nodes that have no part in it', async () => {
  const put = (node: string, key: string, value: string) => ({ type: 'client_put', node, key, value });
  const noise = put('b', 'noise', '1');
  const steps = [noise, put('a', 'count', '1'), noise, put('a', 'count', '1'), noise];
  const distributed = { nodes: ['a', 'b'], module: './adder.ts', steps };
  const cwd = project({ 'd.fozzy.json': { version: 1, name: 'd', distributed }, 'adder.ts': adder });
  const { document } = await performCommand('explore', { scenario: 'd.fozzy.json', seed: '1', shrink: true, record: 't.fozzy' }, { cwd });
  expect(document).toMatchObject({ search: { schedules: 1 }, shrink: { minimal: true } });
  const trace = JSON.parse(readFileSync(join(cwd, 't.fozzy'), 'utf8'));
  expect(trace.scenario.distributed).toMatchObject({ nodes: ['a'], steps: [steps[1], steps[3]] });
});
