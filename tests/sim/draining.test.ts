import { expect, test } from 'vitest';
import { simulate, simulatePortably, walk } from '../support/simulate.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';

/** Every kind of callback, many of them setting others, with its name written down as it runs. */
function busy(seen: string[]): (sim: Sim) => void {
  return (sim) => {
    sim.node('n', () => {
      const see = (name: string) => () => void seen.push(name);
      process.nextTick(see('tick'));
      void Promise.resolve().then(() => {
        seen.push('promise');
        process.nextTick(see('tick of promise'));
        queueMicrotask(see('microtask of promise'));
      });
      queueMicrotask(see('microtask'));
      setImmediate(() => {
        seen.push('immediate');
        process.nextTick(see('tick of immediate'));
        void Promise.resolve().then(see('promise of immediate'));
      });
      setImmediate(see('second immediate'));
      const wait = async () => {
        seen.push('timer');
        await Promise.resolve();
        seen.push('after await');
        await new Promise((go) => setTimeout(go, 3));
        seen.push('after wait');
      };
      setTimeout(() => void wait(), 2);
    });
  };
}

test('ticks run before promises, and both before the next task, as in Node', async () => {
  const seen: string[] = [];
  await simulate(busy(seen));
  expect(seen).toEqual([
    'tick',
    'promise',
    'microtask',
    'microtask of promise',
    'tick of promise',
    'immediate',
    'tick of immediate',
    'promise of immediate',
    'second immediate',
    'timer',
    'after await',
    'after wait',
  ]);
});

test('the same order comes out of real Node', async () => {
  const seen: string[] = [];
  const define = busy(seen);
  let entry: (() => void) | undefined;
  // Reason for the cast: only `node` is used here.
  define({ node: (_name: string, start: () => void) => (entry = start) } as unknown as Sim);
  await new Promise<void>((done) => {
    setImmediate(() => {
      entry?.();
      setTimeout(done, 50);
    });
  });
  const simulated: string[] = [];
  await simulate(busy(simulated));
  expect(simulated).toEqual(seen);
});

test('a host that cannot drain on request gives the same runs, slowly', async () => {
  for (const seed of [1, 2, 3]) {
    const [atOnce, portable]: [string[], string[]] = [[], []];
    const left = await simulate(busy(atOnce), walk(seed));
    const right = await simulatePortably(busy(portable), walk(seed));
    expect(portable).toEqual(atOnce);
    expect(right.log.hash.hex()).toBe(left.log.hash.hex());
    expect(right.events).toEqual(left.events);
  }
});

test('an error that unwinds through the queues of Node ends its process and nothing else', async () => {
  const outcome = await simulate((sim) => {
    sim.node('n', () => {
      setTimeout(
        () =>
          process.nextTick(() => {
            throw new RangeError('out of a tick');
          }),
        1,
      );
    });
    sim.client('c', () => sim.sleep(100));
  });
  expect(outcome.findings).toMatchObject([{ title: 'uncaught_error', message: 'n did not catch RangeError: out of a tick' }]);
  // The host is whole: its own queues, timers and promises go on.
  await new Promise((go) => setTimeout(go, 1));
});
