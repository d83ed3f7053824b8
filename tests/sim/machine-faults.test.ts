/** Faults of whole machines and their clocks: each strikes, does what it does to a real process, and says whether it mattered. */
import type * as Net from 'node:net';
import type * as Fs from 'node:fs';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/engine/outcome.ts';
import { builtinModule } from '../../src/sim/builtin/table.ts';
import type { FaultSpec } from '../../src/sim/fault/fault.ts';
import { faults } from '../../src/sim/fault/faults.ts';
import type { NodeHandle } from '../../src/sim/scenario/node-handle.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { run, struck } from './network/small-world.ts';

const fs = builtinModule('node:fs') as typeof Fs;

/** A node that writes a file when it starts, which is where the fault strikes. */
async function node(
  fault: (handle: NodeHandle) => FaultSpec,
  program: () => void,
  look: (sim: Sim, handle: NodeHandle) => void | Promise<void> = () => undefined,
): Promise<Outcome> {
  return run(
    (sim) => {
      const handle = sim.node('n', () => {
        fs.writeFileSync('/tmp/started', 'x');
        program();
      });
      sim.faults(fault(handle));
      sim.client('c', async () => {
        await sim.sleep(20_000);
        await look(sim, handle);
      });
    },
    struck(1),
    { latenessMs: 0 },
  );
}

const forever = (): void => void setInterval(() => undefined, 1000);
const effect = ({ faults: [first] }: Outcome): unknown => first?.fired === true && first.effect;

test('a process that is asked to end may say goodbye, and is killed if it does not end', async () => {
  const seen: unknown[] = [];
  const look = (_sim: Sim, { stdout, state }: NodeHandle): void => void seen.push([stdout, state]);
  const polite = (): void => {
    forever();
    process.on('SIGTERM', () => process.stdout.write('bye'));
  };
  const outcome = await node((handle) => faults.terminate(handle, { graceMs: 3000 }), polite, look);
  expect([seen, effect(outcome)]).toEqual([[['bye', 'stopped']], true]);
});

test('a process that was ended comes back if it should', async () => {
  let state: unknown;
  await node(
    (handle) => faults.terminate(handle, { graceMs: 100, restart: true }),
    forever,
    (_sim, handle) => {
      state = [handle.state, handle.exit];
    },
  );
  expect(state).toEqual(['running', undefined]);
});

test('a process that runs out of memory says so and ends with 134', async () => {
  let seen: unknown;
  const outcome = await node(
    (handle) => faults.outOfMemory(handle),
    forever,
    (_sim, handle) => {
      seen = [handle.exit, handle.stderr];
    },
  );
  expect(seen).toEqual([134, expect.stringContaining('JavaScript heap out of memory')]);
  expect(effect(outcome)).toBe(true);
  expect(
    effect(
      await node(
        (handle) => faults.outOfMemory(handle),
        () => undefined,
      ),
    ),
  ).toBe(false);
});

test('a clock that drifts runs away, and one that swings comes back', async () => {
  const ahead: number[] = [];
  const watching =
    (times: readonly number[]) =>
    async (sim: Sim, handle: NodeHandle): Promise<void> => {
      ahead.length = 0;
      for (const ms of times) {
        await sim.sleep(ms);
        ahead.push(Math.round(sim.clock(handle) - sim.clock()));
      }
    };
  const reading = (): void => void setInterval(() => Date.now(), 1000);
  const drift = (handle: NodeHandle): FaultSpec => faults.clockDrift(handle, { ppm: 10_000 });
  expect(effect(await node(drift, reading, watching([0, 10_000])))).toBe(true);
  expect(ahead).toEqual([200, 300]);
  const swing = (handle: NodeHandle): FaultSpec => faults.clockSwing(handle, { ms: 1000, periodMs: 40_000 });
  expect(effect(await node(swing, reading, watching([0, 10_000, 10_000])))).toBe(true);
  expect(ahead.map((ms) => Math.round(ms / 100) * 100 + 0)).toEqual([0, -1000, 0]);
  expect(effect(await node(drift, forever))).toBe(false);
  expect(effect(await node(swing, forever))).toBe(false);
});

test('a node comes back as another program, on the same disk', async () => {
  let found = '';
  const next = (): void => {
    found = fs.readFileSync('/tmp/started', 'utf8');
    forever();
  };
  await node((handle) => faults.crash(handle, { restart: true, as: next }), forever);
  expect(found).toBe('x');
});

test('a partition by size takes as many machines along as it says', async () => {
  const sides = async (split: number): Promise<unknown> => {
    const net = builtinModule('net') as typeof Net;
    const reached: string[] = [];
    let inTime: readonly string[] = [];
    await run(
      (sim) => {
        for (const name of ['a', 'b', 'c', 'd'])
          sim.node(name, () => {
            net.createServer((socket) => socket.on('error', () => undefined).end()).listen(1);
          });
        sim.faults(faults.partition({ ms: 60_000, split }));
        sim.client('z', async () => {
          net.connect(1, 'd').on('error', () => undefined);
          await sim.sleep(10);
          for (const name of ['a', 'b', 'c', 'd']) net.connect(1, name, () => reached.push(name)).on('error', () => undefined);
          await sim.sleep(1000);
          // What waits gets through as soon as the world heals.
          inTime = [...reached];
        });
      },
      struck(1),
      { latenessMs: 0 },
    );
    return inTime;
  };
  expect(await sides(1)).toEqual([]);
  expect(await sides(3)).toEqual(['a', 'b']);
});

test('a misdirected read gives bytes of another page once, and matters only if there is one', async () => {
  const reads = async (text: string): Promise<readonly [string, Outcome]> => {
    let seen = '';
    const outcome = await run(
      (sim) => {
        sim.node(
          'n',
          () => {
            const fd = fs.openSync('/data/x', 'r');
            const bytes = Buffer.alloc(2);
            for (let round = 0; round < 2; round += 1) {
              fs.readSync(fd, bytes, 0, 2, 0);
              seen += bytes.toString();
            }
          },
          { files: { '/data/x': text } },
        );
        sim.faults(faults.misdirectedReads());
      },
      struck(1),
      { latenessMs: 0 },
    );
    return [seen, outcome];
  };
  const [seen, outcome] = await reads(`aa${'-'.repeat(4094)}bb`);
  expect([seen, effect(outcome)]).toEqual(['bbaa', true]);
  const [intact, idle] = await reads('aa');
  expect([intact, effect(idle)]).toEqual(['aaaa', false]);
});
