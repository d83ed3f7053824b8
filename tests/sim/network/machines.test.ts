/** What machines notice of each other: names, links, partitions, and what becomes of connections when one goes down. */
import { expect, test } from 'vitest';
import { cause, hello, messages, run, simHttp, simNet } from './small-world.ts';

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
