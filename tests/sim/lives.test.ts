import { describe, expect, test } from 'vitest';
import { replay, simulate, titlesOf, walk } from '../support/simulate.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';

describe('a process', () => {
  test('ends when it has nothing left to wait for', async () => {
    let exit: number | undefined = -1;
    const outcome = await simulate((sim) => {
      const job = sim.node('job', () => {
        setTimeout(() => undefined, 20);
        setTimeout(() => undefined, 1_000_000).unref();
      });
      sim.finally('exited', () => {
        exit = job.exit;
      });
    });
    expect(outcome.status).toBe('pass');
    expect(exit).toBe(0);
    expect(outcome.virtualTimeMs).toBe(20);
  });

  test('that leaves with another code than 0 is a finding', async () => {
    const outcome = await simulate((sim) => sim.node('n', () => setTimeout(() => process.exit(3), 1)));
    expect(outcome.findings).toMatchObject([{ title: 'nonzero_exit', message: 'n ended with exit code 3' }]);
  });

  test('hears beforeExit and exit, as in Node', async () => {
    const heard: string[] = [];
    await simulate((sim) => {
      sim.node('n', () => {
        let again = true;
        process.on('beforeExit', () => {
          heard.push('beforeExit');
          if (again) setTimeout(() => heard.push('more work'), 1);
          again = false;
        });
        process.on('exit', (code) => heard.push(`exit ${code}`));
      });
    });
    expect(heard).toEqual(['beforeExit', 'more work', 'beforeExit', 'exit 0']);
  });

  test('that does not catch an error dies of it', async () => {
    const outcome = await simulate((sim) => {
      sim.node('n', () => {
        setTimeout(function explode() {
          throw new TypeError('no such thing');
        }, 1);
      });
    });
    expect(outcome.status).toBe('crash');
    expect(outcome.findings).toMatchObject([
      { kind: 'target_behavior', title: 'uncaught_error', message: 'n did not catch TypeError: no such thing' },
    ]);
  });

  test('that does not handle a rejection dies of it', async () => {
    const outcome = await simulate((sim) => {
      sim.node('n', () => {
        setTimeout(() => void Promise.reject(new Error('lost')), 1);
      });
    });
    expect(titlesOf(outcome)).toEqual(['unhandled_rejection']);
  });

  test('that listens for its errors lives on', async () => {
    const heard: unknown[] = [];
    const outcome = await simulate((sim) => {
      sim.node('n', () => {
        process.on('uncaughtException', (error) => heard.push(error.message));
        process.on('unhandledRejection', (reason) => heard.push(reason));
        setTimeout(() => {
          throw new Error('caught');
        }, 1);
        setTimeout(() => void Promise.reject('handled'), 2);
      });
    });
    expect(outcome.status).toBe('pass');
    expect(heard).toEqual(['caught', 'handled']);
  });

  test('that crashes takes what was pending along, and comes back anew', async () => {
    const seen: string[] = [];
    const outcome = await simulate((sim) => {
      let lives = 0;
      const node = sim.node(
        'n',
        () => {
          lives += 1;
          const life = lives;
          seen.push(`start ${life}`);
          setTimeout(() => seen.push(`timer ${life}`), 50);
        },
        { restart: { delayMs: 10 } },
      );
      sim.client('c', async () => {
        await sim.sleep(20);
        node.crash();
        await sim.sleep(70);
      });
    });
    expect(outcome.findings).toEqual([]);
    expect(seen.slice(0, 3)).toEqual(['start 1', 'start 2', 'timer 2']);
  });

  test('is ended by a signal, unless it listens', async () => {
    const seen: string[] = [];
    await simulate((sim) => {
      const deaf = sim.node('deaf', () => setInterval(() => undefined, 1000));
      const polite = sim.node('polite', () => {
        const timer = setInterval(() => undefined, 1000);
        process.on('SIGTERM', () => {
          seen.push('goodbye');
          clearInterval(timer);
        });
      });
      sim.client('c', async () => {
        await sim.sleep(5);
        deaf.kill('SIGTERM');
        polite.kill('SIGTERM');
        await sim.until(() => deaf.state !== 'running' && polite.state !== 'running');
        seen.push(`deaf ${deaf.exit}`, `polite ${polite.exit}`);
      });
    });
    expect(seen).toEqual(['goodbye', 'deaf 143', 'polite 0']);
  });

  test('has clocks of its own', async () => {
    const seen: Record<string, number> = {};
    await simulate((sim) => {
      for (const [name, skewMs] of [
        ['ahead', 5000],
        ['right', 0],
      ] as const) {
        sim.node(name, () => setTimeout(() => (seen[name] = Date.now()), 100), { clock: { skewMs } });
      }
    });
    expect((seen['ahead'] ?? 0) - (seen['right'] ?? 0)).toBe(5000);
  });

  test('draws its own randomness, the same for the same seed', async () => {
    const draws = async (seed: number) => {
      const drawn: Record<string, number> = {};
      await simulate((sim) => {
        for (const name of ['a', 'b']) sim.node(name, () => (drawn[name] = Math.random()));
      }, walk(seed));
      return drawn;
    };
    const [first, again, other] = [await draws(1), await draws(1), await draws(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(first['a']).not.toBe(first['b']);
  });
});

describe('the test itself', () => {
  test('sees who waits for ever', async () => {
    const outcome = await simulate((sim) => sim.client('c', () => new Promise(() => undefined)));
    expect(outcome).toMatchObject({ status: 'timeout', findings: [{ title: 'client_pending' }] });
  });

  test('sees a client that fails, unless it may', async () => {
    const fail = () => Promise.reject(new Error('no'));
    expect(titlesOf(await simulate((sim) => sim.client('c', fail)))).toEqual(['client_failed']);
    expect(titlesOf(await simulate((sim) => sim.client('c', fail, { mayFail: true })))).toEqual([]);
  });

  test('may switch a finding off', async () => {
    const outcome = await simulate((sim) => {
      sim.allow('nonzero_exit');
      sim.node('n', () => process.exit(1));
    });
    expect(outcome.status).toBe('pass');
  });

  test('judges always, eventually and finally', async () => {
    const world = (sim: Sim) => {
      let value = 0;
      sim.node('n', () => {
        setTimeout(() => (value = 1), 10);
        setTimeout(() => (value = 2), 20);
      });
      return { value: () => value };
    };
    const titles = async (define: (sim: Sim, value: () => number) => void) =>
      titlesOf(await simulate((sim) => define(sim, world(sim).value)));
    expect(await titles((sim, value) => sim.always('below 2', () => value() < 2))).toEqual(['always_violated']);
    expect(await titles((sim, value) => sim.always('below 3', () => value() < 3))).toEqual([]);
    expect(await titles((sim, value) => sim.eventually('becomes 2', () => value() === 2))).toEqual([]);
    expect(await titles((sim, value) => sim.eventually('becomes 3', () => value() === 3, { within: 1000 }))).toEqual([
      'eventually_violated',
    ]);
    expect(await titles((sim, value) => sim.finally('is 1', () => value() === 1))).toEqual(['finally_violated']);
    expect(await titles((sim, value) => sim.finally('is 2, later', async () => value() === 2))).toEqual([]);
  });
});

test('the same decisions give the same run, and a replay repeats it', async () => {
  const define = (sim: Sim) => {
    let value = 0;
    for (const name of ['a', 'b', 'c']) {
      sim.client(name, async () => {
        for (let round = 0; round < 5; round += 1) {
          const read = value;
          await sim.sleep(1 + Math.floor(Math.random() * 5));
          value = read + 1;
        }
      });
    }
    sim.finally('nothing was lost', () => value === 15);
  };
  for (let seed = 0; seed < 20; seed += 1) {
    const [once, twice] = [await simulate(define, walk(seed)), await simulate(define, walk(seed))];
    expect(twice.log.hash.hex()).toBe(once.log.hash.hex());
    expect(twice.events).toEqual(once.events);
    const again = await replay(define, once.log);
    expect(again.mismatch).toBeUndefined();
    expect(again.unusedDecisions).toBe(0);
    expect(again.findings).toEqual(once.findings);
    expect(again.events).toEqual(once.events);
  }
});
