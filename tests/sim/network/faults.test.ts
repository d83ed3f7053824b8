/** Faults of the network: each strikes, is felt and is reported; and the same decisions give the same run, whichever way HTTP travels. */
import { expect, test } from 'vitest';
import { SeededSource } from '../../../src/decide/seeded.ts';
import type { Outcome } from '../../../src/engine/outcome.ts';
import { faults } from '../../../src/sim/fault/faults.ts';
import type { FaultSpec } from '../../../src/sim/fault/fault.ts';
import { openServers, unansweredRequests } from '../../../src/sim/net/open-ends.ts';
import { cause, hello, messages, run, simHttp, struck } from './small-world.ts';

/** One exchange on a network on which one fault strikes once. */
async function exchange(fault: FaultSpec, pick = 0): Promise<{ readonly seen: unknown; readonly outcome: Outcome; readonly ms: number }> {
  let seen: unknown;
  let ms = 0;
  const outcome = await run(
    (sim) => {
      sim.node('bank', hello);
      sim.faults(fault);
      sim.client('alice', async () => {
        seen = await fetch('http://bank/').then((response) => response.text(), cause);
        ms = sim.now;
      });
    },
    struck(1, pick),
    { latenessMs: 0 },
  );
  return { seen, outcome, ms };
}

test.each([
  ['reset', faults.reset(), 'ECONNRESET'],
  ['fin', faults.fin(), 'UND_ERR_SOCKET'],
  ['half_open', faults.halfOpen(), 'ETIMEDOUT'],
  ['refuse', faults.refuse(), 'ECONNREFUSED'],
  ['dns_failure', faults.dnsFailure(), 'EAI_AGAIN'],
  ['latency', faults.latency({ ms: 700 }), 'hello'],
  ['loss', faults.loss(), 'hello'],
  ['backlog', faults.backlog(), 'hello'],
  ['segmentation', faults.segmentation(), 'hello'],
  ['partition', faults.partition({ ms: 3000 }), 'hello'],
  ['clog', faults.clog({ ms: 400 }), 'hello'],
] as const)('the fault %s strikes, is felt and is reported', async (type, fault, expected) => {
  const { seen, outcome, ms } = await exchange(fault);
  expect(seen).toBe(expected);
  expect(outcome.faults).toMatchObject([{ type, armed: true, fired: true, count: 1, effect: true }]);
  if (expected === 'hello' && type !== 'segmentation') expect(ms).toBeGreaterThan(100);
});

test('partitions made by faults end when the world heals', async () => {
  let seen: unknown;
  const outcome = await run(
    (sim) => {
      sim.node('bank', hello);
      sim.node('shop', () => {
        setTimeout(
          () =>
            void fetch('http://bank/')
              .then((response) => response.text())
              .then((text) => (seen = text)),
          5,
        );
      });
      sim.faults(faults.partition({ ms: 10_000_000 }));
      sim.client('alice', () => sim.sleep(50));
      sim.eventually('the shop gets its answer', () => seen === 'hello');
    },
    struck(1),
    { latenessMs: 0 },
  );
  expect(messages(outcome)).toEqual([]);
});

test('a request that nobody answers, and what a machine listens on, can be found', async () => {
  const seen: unknown[] = [];
  await run((sim) => {
    const bank = sim.node('bank', () => void simHttp.createServer(() => undefined).listen(80));
    sim.client('alice', async () => {
      const controller = new AbortController();
      const answer = fetch('http://bank/forgotten', { signal: controller.signal }).catch(() => undefined);
      await sim.sleep(50);
      seen.push(
        unansweredRequests(bank.machine).map(({ method, url }) => `${method} ${url}`),
        openServers(bank.machine),
        sim.net.connections().length,
      );
      controller.abort();
      await answer;
      await sim.sleep(50);
      seen.push(unansweredRequests(bank.machine), sim.net.connections().length);
    });
  });
  expect(seen).toEqual([['GET /forgotten'], ['80'], 2, [], 0]);
});

test('many seeds of a faulty network give the same run twice, on both paths', async () => {
  const once = async (seed: number, httpPath: 'fast' | 'wire') => {
    const log: unknown[] = [];
    const outcome = await run(
      (sim) => {
        sim.node('bank', hello, { restart: true });
        sim.faults(
          faults.latency(),
          faults.reset(),
          faults.refuse(),
          faults.partition(),
          faults.fin(),
          faults.loss(),
          faults.dnsFailure(),
          faults.halfOpen(),
        );
        for (const name of ['alice', 'bob']) {
          sim.client(name, async () => {
            for (let round = 0; round < 3; round += 1)
              log.push([name, await fetch('http://bank/').then((response) => response.text(), cause), sim.now]);
          });
        }
      },
      new SeededSource({ hi: 0, lo: seed }),
      { httpPath },
    );
    return JSON.stringify([log, outcome.stepsExecuted, outcome.virtualTimeMs, outcome.log.length, messages(outcome)]);
  };
  for (let seed = 0; seed < 60; seed += 1) {
    const fast = await once(seed, 'fast');
    expect(await once(seed, 'fast')).toBe(fast);
    // What is decided does not depend on how messages travel.
    expect(await once(seed, 'wire')).toBe(fast);
  }
});
