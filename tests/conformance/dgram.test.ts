/** `node:dgram`: the same bodies over real loopback and on the simulated network. */
import type dgram from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { faults } from '../../src/sim/fault/faults.ts';
import { type Load, sameInBothWorlds, simulate, told } from '../support/both-worlds.ts';

async function bound(load: Load): Promise<dgram.Socket> {
  const socket = load('dgram').createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

sameInBothWorlds({
  'a message arrives with its sender': async (load) => {
    const [a, b] = [await bound(load), await bound(load)];
    const arrived = once(b, 'message');
    const sent = await new Promise((resolve) => {
      a.send('hello', b.address().port, '127.0.0.1', (error, bytes) => resolve([error, bytes]));
    });
    const [bytes, from] = (await arrived) as [Buffer, dgram.RemoteInfo];
    const facts = [String(bytes), from.address, from.family, from.size, from.port === a.address().port, sent];
    a.close();
    b.close();
    await Promise.all([once(a, 'close'), once(b, 'close')]);
    return facts;
  },

  'ranges, lists and bytes are sent as one message': async (load) => {
    const [a, b] = [await bound(load), await bound(load)];
    const { port } = b.address();
    const got: string[] = [];
    const done = new Promise<void>((resolve) => {
      b.on('message', (bytes) => {
        got.push(String(bytes));
        if (got.length === 3) resolve();
      });
    });
    a.send(Buffer.from('abcdef'), 1, 3, port, '127.0.0.1');
    a.send([Buffer.from('one '), 'two'], port, '127.0.0.1');
    a.send(new Uint8Array([104, 105]), port, '127.0.0.1');
    await done;
    a.close();
    b.close();
    return got.sort();
  },

  'a connected socket knows its peer': async (load) => {
    const [a, b] = [await bound(load), await bound(load)];
    a.connect(b.address().port, '127.0.0.1');
    await once(a, 'connect');
    const arrived = once(b, 'message');
    a.send('hi');
    const [bytes] = (await arrived) as [Buffer];
    const known = a.remoteAddress().port === b.address().port;
    a.disconnect();
    let error: unknown;
    try {
      a.remoteAddress();
    } catch (failure) {
      error = failure;
    }
    a.close();
    b.close();
    return [String(bytes), known, told(error)];
  },

  'a port can be bound once': async (load) => {
    const a = await bound(load);
    const b = load('dgram').createSocket('udp4');
    const failed = once(b, 'error').catch((error: unknown) => [error]);
    b.bind(a.address().port, '127.0.0.1');
    const [error] = await failed;
    const { code, syscall } = Object(error) as NodeJS.ErrnoException;
    a.close();
    b.close();
    return [code, syscall];
  },

  'sending binds a socket by itself': async (load) => {
    const b = await bound(load);
    const a = load('dgram').createSocket('udp4');
    const arrived = once(b, 'message');
    a.send('x', b.address().port, '127.0.0.1');
    await arrived;
    const { address } = a.address();
    a.close();
    b.close();
    return address;
  },

  'a closed socket refuses everything': async (load) => {
    const a = await bound(load);
    a.close();
    await once(a, 'close');
    return [() => a.close(), () => a.send('x', 1), () => a.address(), () => a.bind()].map((attempt) => {
      try {
        attempt();
        return 'fine';
      } catch (error) {
        return Reflect.get(Object(error), 'code');
      }
    });
  },

  'bad types and ports are refused': (load) => {
    const { createSocket } = load('dgram');
    const socket = createSocket('udp4');
    const results = [
      () => createSocket('tcp' as never),
      () => socket.send('x', 0),
      () => socket.send('x', 70_000),
      () => socket.send(1 as never, 1),
    ].map((attempt) => {
      try {
        attempt();
        return 'fine';
      } catch (error) {
        return Reflect.get(Object(error), 'code');
      }
    });
    socket.close();
    return results;
  },
});

/** How many of ten messages arrive, and in which order, on a network with one fault. */
async function withFault(fault: (typeof faults)['loss' | 'duplicate' | 'reorder'], picks: 'always' | 'never'): Promise<unknown> {
  const { result } = await simulate(
    async (load) => {
      const [a, b] = [await bound(load), await bound(load)];
      const got: number[] = [];
      b.on('message', (bytes) => got.push(bytes[0] ?? -1));
      for (let number = 0; number < 3; number += 1) {
        a.send(Buffer.from([number]), b.address().port, '127.0.0.1');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      return got;
    },
    {
      declare: (sim) => sim.faults(fault({ rate: picks === 'always' ? 1 : 0.0001, times: 1 })),
      source: {
        hi: 0,
        lo: 0,
        pick: ({ count }) => count - 1,
        draw: () => undefined,
        chance: () => picks === 'always',
        recall: () => undefined,
        position: () => 0,
        rewind: () => undefined,
      },
      options: { latenessMs: 0 },
    },
  );
  return result;
}

test('datagrams are lost, doubled and overtaken only by faults', async () => {
  expect(await withFault(faults.loss, 'never')).toEqual([0, 1, 2]);
  expect(await withFault(faults.loss, 'always')).toEqual([1, 2]);
  expect(await withFault(faults.duplicate, 'always')).toEqual([0, 0, 1, 2]);
  expect(await withFault(faults.reorder, 'always')).toEqual([1, 2, 0]);
});
