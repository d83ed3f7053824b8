import { expect, test } from 'vitest';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { simulate, titlesOf } from '../support/simulate.ts';

const LIMIT = { limitMs: 300 };

test('a loop that swallows every error is ended, and so is the run', async () => {
  const outcome = await simulate(
    (sim) => {
      sim.node('n', () => {
        setTimeout(() => {
          for (;;) {
            try {
              for (;;);
            } catch {}
          }
        }, 1);
      });
    },
    undefined,
    LIMIT,
  );
  expect(outcome.status).toBe('timeout');
  expect(outcome.findings).toMatchObject([
    { title: 'event_loop_blocked', message: 'n did not come back from its timer within 300 ms of real time' },
  ]);
});

test('a regular expression that blows up is ended', async () => {
  const outcome = await simulate((sim) => sim.client('c', () => /^(a+)+$/u.test(`${'a'.repeat(40)}b`)), undefined, LIMIT);
  expect(titlesOf(outcome)).toEqual(['event_loop_blocked']);
});

test('a storm of microtasks is ended', async () => {
  const outcome = await simulate(
    (sim) => {
      sim.node('n', () => {
        const storm = (): Promise<void> => Promise.resolve().then(storm);
        void storm();
      });
    },
    undefined,
    LIMIT,
  );
  expect(titlesOf(outcome)).toEqual(['event_loop_blocked']);
});

test('a storm of ticks is ended', async () => {
  const outcome = await simulate(
    (sim) => {
      sim.node('n', () => {
        const storm = () => process.nextTick(storm);
        storm();
      });
    },
    undefined,
    LIMIT,
  );
  expect(titlesOf(outcome)).toEqual(['event_loop_blocked']);
});

test('after all that the host still works, and so does the next simulation', async () => {
  await new Promise((go) => setTimeout(go, 1));
  const outcome = await simulate((sim) => sim.client('c', () => sim.sleep(5)));
  expect(outcome.status).toBe('pass');
  expect(Date.now()).toBeLessThan(1_893_456_000_000);
});

test('a program that waits for its clock gets there', async () => {
  const outcome = await simulate((sim) => {
    sim.client('c', () => {
      const until = Date.now() + 50;
      while (Date.now() < until);
    });
  });
  expect(outcome.status).toBe('pass');
  expect(outcome.virtualTimeMs).toBeGreaterThanOrEqual(50);
});

test('a world that never comes to rest is given up after its transitions', async () => {
  const outcome = await simulate(
    (sim) => {
      sim.node('n', () => {
        const again = () => setImmediate(again);
        again();
      });
      sim.client('c', () => sim.sleep(1_000_000));
    },
    undefined,
    { transitionsMax: 1000 },
  );
  expect(outcome.findings).toMatchObject([{ title: 'hang', kind: 'hang' }]);
});

test('a machine that keeps more and more is ended, and the next run is not', async () => {
  const define = (sim: Sim) => {
    sim.node('n', () => {
      const kept: unknown[] = [];
      const keep = () => {
        kept.push(Array.from({ length: 2000 }, () => ({})));
        setImmediate(keep);
      };
      keep();
    });
    sim.client('c', () => sim.sleep(1_000_000));
  };
  const outcome = await simulate(define, undefined, { memoryMaxMb: 20 });
  expect(outcome.findings).toMatchObject([
    { title: 'memory_growth', message: expect.stringMatching(/^memory grew by \d\d MiB.*immediate of n$/u) },
  ]);
  const next = await simulate((sim) => sim.client('c', () => sim.sleep(5)), undefined, { memoryMaxMb: 20 });
  expect(next.status).toBe('pass');
});

test('a machine that keeps more and more is ended at the same place when it is executed again', async () => {
  const places: unknown[] = [];
  for (let round = 0; round < 3; round += 1) {
    const outcome = await simulate(
      (sim) => {
        sim.node('n', () => {
          const kept: unknown[] = [];
          setInterval(() => kept.push(new Array(400_000).fill(1)), 1);
        });
        sim.client('c', () => sim.sleep(1_000_000));
      },
      undefined,
      { memoryMaxMb: 100 },
    );
    places.push([outcome.findings[0]?.title, outcome.virtualTimeMs]);
  }
  expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
  expect(places[0]).toEqual(['memory_growth', expect.any(Number)]);
});

test('a machine that makes much and keeps nothing goes on', async () => {
  const outcome = await simulate(
    (sim) => {
      sim.client('c', async () => {
        for (let round = 0; round < 600; round += 1) {
          Buffer.alloc(200_000);
          await sim.sleep(1);
        }
      });
    },
    undefined,
    { memoryMaxMb: 20 },
  );
  expect(outcome.status).toBe('pass');
});
