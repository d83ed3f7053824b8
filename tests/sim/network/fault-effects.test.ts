/** Whether a fault that struck made a difference: each of them with one, and in a situation in which it makes none. */
import type dgram from 'node:dgram';
import { expect, test } from 'vitest';
import { builtinModule } from '../../../src/sim/builtin/table.ts';
import type { FaultSpec } from '../../../src/sim/fault/fault.ts';
import { faults } from '../../../src/sim/fault/faults.ts';
import type { NodeHandle } from '../../../src/sim/scenario/node-handle.ts';
import type { Sim } from '../../../src/sim/scenario/sim.ts';
import { run, simNet, struck } from './small-world.ts';

const simDgram = builtinModule('dgram') as typeof dgram;
const simFs = builtinModule('node:fs') as { writeFileSync(path: string, data: string): void; readFileSync(path: string): unknown };

type Scene = (sim: Sim) => void;

/** What became of the first fault when it struck once; `pick` is the answer to everything else that is asked. */
async function effectOf(scene: Scene, pick = 0, chances = 1): Promise<unknown> {
  const { faults: told } = await run(scene, struck(chances, pick), { latenessMs: 0 });
  expect(told[0]).toMatchObject({ armed: true, fired: true });
  return told[0]?.effect;
}

const forever = (): void => void setInterval(() => undefined, 1000);

/** A node that writes a file now and then. */
function writer(fault: (node: NodeHandle) => FaultSpec, after: () => void): Scene {
  return (sim) => {
    const node = sim.node('a', () => {
      simFs.writeFileSync('/tmp/x', 'x');
      after();
    });
    sim.client('c', () => sim.sleep(5000));
    sim.faults(fault(node));
  };
}

test.each([
  [
    'a crash',
    writer((node) => faults.crash(node), forever),
    writer(
      (node) => faults.crash(node),
      () => undefined,
    ),
  ],
  ['a pause', writer((node) => faults.pause(node, { ms: 2000 }), forever), writer((node) => faults.pause(node, { ms: 20 }), forever)],
  [
    'a clock that jumps',
    writer(
      (node) => faults.clockStep(node, { ms: 1000 }),
      () => void setInterval(() => Date.now(), 1000),
    ),
    writer((node) => faults.clockStep(node, { ms: 1000 }), forever),
  ],
] as const)('%s matters if there was something to lose, to delay or to see', async (_name, mattering, idle) => {
  expect(await effectOf(mattering)).toBe(true);
  expect(await effectOf(idle)).toBe(false);
});

/** Bytes for somebody who may have hung up by the time they come. */
function bytes(fault: FaultSpec, hangsUpMs: number | undefined): Scene {
  return (sim) => {
    sim.node('server', () => {
      simNet
        .createServer((socket) => {
          socket.on('error', () => undefined);
          setTimeout(() => socket.write('late'), 100);
        })
        .listen(80);
    });
    sim.client('c', async () => {
      const socket = simNet.connect(80, 'server');
      socket.on('error', () => undefined);
      if (hangsUpMs !== undefined) setTimeout(() => socket.destroy(), hangsUpMs);
      await sim.sleep(8000);
      socket.destroy();
    });
    sim.faults(fault);
  };
}

test.each([
  ['latency', { ms: 1000 }],
  ['loss', {}],
] as const)('%s on a connection matters if somebody is there when the bytes come', async (type, options) => {
  // The request for the connection is the first place where it could strike; the bytes of the server are the second.
  const fault = (): FaultSpec => ({ ...faults[type](options), sites: ['net.send'] });
  expect(await effectOf(bytes(fault(), undefined))).toBe(true);
  expect(await effectOf(bytes(fault(), 101))).toBe(false);
});

/** `count` datagrams a millisecond apart to a machine that listens, or does not. */
function datagrams(fault: FaultSpec, count: number, listens = true): Scene {
  return (sim) => {
    sim.node('b', () => {
      if (listens) simDgram.createSocket('udp4').bind(9);
      else forever();
    });
    sim.client('c', async () => {
      const socket = simDgram.createSocket('udp4');
      for (let at = 0; at < count; at += 1) {
        socket.send('x', 9, 'b');
        await sim.sleep(1);
      }
      await sim.sleep(6000);
      socket.close();
    });
    sim.faults(fault);
  };
}

test.each([
  ['a lost datagram', faults.loss(), 1],
  ['a doubled one', faults.duplicate(), 1],
  ['a late one', faults.latency({ ms: 5 }), 1],
] as const)('%s matters if somebody listens', async (_name, fault, count) => {
  expect(await effectOf(datagrams(fault, count))).toBe(true);
  expect(await effectOf(datagrams(fault, count, false))).toBe(false);
});

test('a datagram that is overtaken matters only if there is one to overtake it', async () => {
  expect(await effectOf(datagrams(faults.reorder(), 3))).toBe(true);
  expect(await effectOf(datagrams(faults.reorder(), 1))).toBe(false);
});

test('a partition matters if something could not pass', async () => {
  const cut = (oneWay: boolean): FaultSpec => ({ ...faults.partition({ ms: 3000, oneWay }), sites: ['net.send'] });
  expect(await effectOf(bytes(cut(false), undefined))).toBe(true);
  // One way, from the receiver: it has nothing to say while it lasts.
  expect(await effectOf(bytes(cut(true), undefined))).toBe(false);
});

test('a fault whose rate was drawn as 0 is told as not armed', async () => {
  const { faults: told } = await run(writer((node) => faults.crash(node), forever));
  expect(told).toMatchObject([{ armed: false, fired: false, count: 0, effect: false }]);
});
