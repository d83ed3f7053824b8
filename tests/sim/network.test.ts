/** What the simulated network does to programs: names, links, partitions, faults, machines that go down; and that it is the same every time. */
import type http from 'node:http';
import type net from 'node:net';
import { expect, test } from 'vitest';
import { Decider } from '../../src/decide/decider.ts';
import { Kind } from '../../src/decide/kinds.ts';
import { DecisionLog } from '../../src/decide/log.ts';
import { ScriptedSource } from '../../src/decide/scripted.ts';
import { SeededSource } from '../../src/decide/seeded.ts';
import type { DecisionSource } from '../../src/decide/source.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { builtinModule } from '../../src/sim/builtin/table.ts';
import { faults } from '../../src/sim/fault/faults.ts';
import type { FaultSpec } from '../../src/sim/fault/fault.ts';
import { openServers, unansweredRequests } from '../../src/sim/net/open-ends.ts';
import { insideSimulation } from '../../src/sim/run/session.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import type { SimulationOptions } from '../../src/sim/scenario/simulation.ts';

const simHttp = builtinModule('http') as typeof http;
const simNet = builtinModule('net') as typeof net;

function run(
  define: (sim: Sim) => void,
  source: DecisionSource = new ScriptedSource({}),
  options: SimulationOptions = {},
): Promise<Outcome> {
  const program = { file: 't', projectFile: 't', options, open: () => define, startModule: () => undefined };
  return insideSimulation((session) => session.execute(program, { decider: new Decider(source, new DecisionLog()), sink: undefined }));
}

/** Says yes to the first questions of chance, and takes the given answer of everything else. */
function struck(chances: number, pick = 0): DecisionSource {
  let left = chances;
  return {
    hi: 0,
    lo: 0,
    // The rate of a fault is drawn first: the calm answer would switch it off.
    pick: (offer) =>
      offer.kind === Kind.choice && offer.nameOf(-1).startsWith('swarm') ? offer.count - 1 : Math.min(pick, offer.count - 1),
    draw: () => undefined,
    chance: () => {
      left -= 1;
      return left >= 0;
    },
    recall: () => undefined,
    position: () => 0,
    rewind: () => undefined,
  };
}

const messages = ({ findings }: Outcome) => findings.map(({ message }) => message);

const hello = () => {
  simHttp.createServer((_request, response) => response.end('hello')).listen(80);
};

const cause = (error: unknown): unknown => Reflect.get(Object(Reflect.get(Object(error), 'cause')), 'code');

test('a machine is reached by its name, from every other machine', async () => {
  const seen: unknown[] = [];
  const outcome = await run((sim) => {
    sim.node('bank', hello);
    sim.client('alice', async () => seen.push(await (await fetch('http://bank/')).text()));
    sim.client('bob', async () => seen.push(await (await fetch('http://10.0.0.2/')).text()));
  });
  expect(messages(outcome)).toEqual([]);
  expect(seen).toEqual(['hello', 'hello']);
});

test('a server on loopback is not reached from another machine', async () => {
  let code: unknown;
  await run((sim) => {
    sim.node('bank', () => void simHttp.createServer((_request, response) => response.end()).listen(80, '127.0.0.1'));
    sim.client('alice', async () => {
      code = await fetch('http://bank/').catch(cause);
    });
  });
  expect(code).toBe('ECONNREFUSED');
});

test('a request takes the time of its link, both ways and for the handshake', async () => {
  const times: number[] = [];
  await run((sim) => {
    const bank = sim.node('bank', hello);
    sim.connect('alice', bank, { latencyMs: 100 });
    sim.client('alice', async () => {
      for (let round = 0; round < 2; round += 1) {
        const start = sim.now;
        await (await fetch('http://10.0.0.2/')).text();
        times.push(sim.now - start);
      }
    });
  });
  expect(times).toEqual([400, 200]);
});

test('bandwidth makes bytes wait for each other', async () => {
  let ms = 0;
  await run((sim) => {
    sim.node('bank', () => void simHttp.createServer((_request, response) => response.end(Buffer.alloc(100_000))).listen(80));
    sim.connect('alice', 'bank', { latencyMs: 0, bytesPerSecond: 100_000 });
    sim.client('alice', async () => {
      const start = sim.now;
      await (await fetch('http://bank/')).arrayBuffer();
      ms = sim.now - start;
    });
  });
  expect(ms).toBeGreaterThan(1000);
  expect(ms).toBeLessThan(1100);
});

test('a partition stalls a connection, and healing lets it go on', async () => {
  const seen: unknown[] = [];
  const outcome = await run((sim) => {
    sim.node('bank', hello);
    sim.client('alice', async () => {
      await (await fetch('http://bank/')).text();
      sim.net.partition(['alice'], ['bank']);
      setTimeout(() => sim.net.heal(), 1000);
      const start = sim.now;
      seen.push(await (await fetch('http://bank/')).text(), sim.now - start > 1000);
    });
  });
  expect(messages(outcome)).toEqual([]);
  expect(seen).toEqual(['hello', true]);
});

test('connecting across a partition times out, in the end', async () => {
  const seen: unknown[] = [];
  await run((sim) => {
    sim.node('bank', hello);
    sim.client('alice', async () => {
      sim.net.partition(['alice'], ['bank']);
      seen.push(await fetch('http://bank/').catch(cause), sim.now > 10_000);
      const socket = simNet.connect(80, 'bank');
      seen.push(
        await new Promise((resolve) => socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))),
        sim.now > 120_000,
      );
    });
  });
  expect(seen).toEqual(['UND_ERR_CONNECT_TIMEOUT', true, 'ETIMEDOUT', true]);
});

test('a one-way partition lets the other direction through', async () => {
  let arrived = 0;
  await run((sim) => {
    sim.node('bank', () => {
      simNet
        .createServer((socket) =>
          socket.on('data', () => {
            arrived += 1;
            socket.write('answer');
          }),
        )
        .listen(80);
    });
    sim.client('alice', async () => {
      const socket = simNet.connect(80, 'bank');
      await new Promise((resolve) => socket.on('connect', resolve));
      sim.net.partitionOneWay('bank', 'alice');
      socket.write('question');
      await sim.sleep(100);
      expect(socket.bytesRead).toBe(0);
      sim.net.heal();
      await new Promise((resolve) => socket.on('data', resolve));
      socket.destroy();
    });
  });
  expect(arrived).toBe(1);
});

test('clogged traffic arrives after the clog', async () => {
  let ms = 0;
  await run((sim) => {
    sim.node('bank', hello);
    sim.client('alice', async () => {
      await (await fetch('http://bank/')).text();
      sim.net.clog('alice', 'bank', 500);
      const start = sim.now;
      await (await fetch('http://bank/')).text();
      ms = sim.now - start;
    });
  });
  expect(ms).toBeGreaterThanOrEqual(500);
});

test('a killed process closes its connections, a machine without power does not', async () => {
  const seen: unknown[] = [];
  const down = (mode: 'process' | 'power-loss') =>
    run((sim) => {
      const bank = sim.node('bank', () => void simHttp.createServer(() => undefined).listen(80));
      sim.client('alice', async () => {
        const answer = fetch('http://bank/').catch(cause);
        await sim.sleep(10);
        bank.crash(mode);
        seen.push(await answer, sim.now < 1000);
      });
    });
  await down('process');
  await down('power-loss');
  expect(seen).toEqual(['UND_ERR_SOCKET', true, 'UND_ERR_HEADERS_TIMEOUT', false]);
});

test('what is sent to a machine that came back is reset', async () => {
  const seen: unknown[] = [];
  await run((sim) => {
    const bank = sim.node('bank', () => void simNet.createServer((socket) => socket.resume()).listen(80));
    sim.client('alice', async () => {
      const socket = simNet.connect(80, 'bank');
      await new Promise((resolve) => socket.on('connect', resolve));
      bank.crash('power-loss');
      await sim.sleep(100);
      bank.restart();
      await sim.sleep(100);
      socket.write('anybody there?');
      seen.push(await new Promise((resolve) => socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))));
    });
  });
  expect(seen).toEqual(['ECONNRESET']);
});

test('nothing answers at a machine without power, and a port without a server refuses', async () => {
  const seen: unknown[] = [];
  await run((sim) => {
    const bank = sim.node('bank', hello);
    const shop = sim.node('shop', hello);
    sim.client('alice', async () => {
      bank.crash('power-loss');
      shop.crash('process');
      seen.push(await fetch('http://shop/').catch(cause), await fetch('http://bank/').catch(cause));
    });
  });
  expect(seen).toEqual(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT']);
});

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
