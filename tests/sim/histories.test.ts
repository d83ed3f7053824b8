import { describe, expect, test } from 'vitest';
import { linearizable } from '../../src/check/linearizable.ts';
import { register } from '../../src/check/model/register.ts';
import { serializable } from '../../src/check/serializable.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { simulate, titlesOf } from '../support/simulate.ts';

/** A store that answers reads from a copy that lags behind. */
function laggingStore(sim: Sim, lagMs: number, steps?: number): void {
  const history = sim.history(linearizable(register(0), steps === undefined ? {} : { steps }));
  let value = 0;
  let copy = 0;
  sim.client('writer', async () => {
    await history.record('write', [1], async () => {
      value = 1;
      await sim.sleep(1);
      setTimeout(() => {
        copy = value;
      }, lagMs);
    });
  });
  sim.client('reader', async () => {
    await sim.sleep(5);
    await history.record('read', [], () => copy);
  });
}

describe('the history of a simulation', () => {
  test('that no order explains is a finding, which names the operations and where they are in the trace', async () => {
    const outcome = await simulate((sim) => laggingStore(sim, 10));
    expect(titlesOf(outcome)).toEqual(['history_violated']);
    expect(outcome.status).toBe('fail');
    expect(outcome.findings[0]?.message).toContain(
      'reader got 0 from read() at #1, although write(1) by writer at #0 had completed before',
    );
    expect(outcome.findings[0]?.location).toMatchObject({ details: { operations: [0, 1] } });
  });

  test('that has an order is none', async () => {
    const outcome = await simulate((sim) => laggingStore(sim, 1));
    expect(titlesOf(outcome)).toEqual([]);
  });

  test('that was not decided is a warning, and no failure', async () => {
    const outcome = await simulate((sim) => laggingStore(sim, 1, 0));
    expect(titlesOf(outcome)).toEqual(['history_undecided']);
    expect(outcome.status).toBe('pass');
  });

  test('keeps an operation that threw open, unless the test says that it failed', async () => {
    const lost = (failed: boolean) => (sim: Sim) => {
      const history = sim.history(linearizable(register(0)));
      sim.client('writer', async () => {
        const write = () => Promise.reject(new Error('no answer'));
        await history.record('write', [1], write, () => failed).catch(() => undefined);
        await history.record('read', [], () => 1);
      });
    };
    expect(titlesOf(await simulate(lost(false)))).toEqual([]);
    expect(titlesOf(await simulate(lost(true)))).toEqual(['history_violated']);
  });

  test('of transactions takes what was read from the result', async () => {
    const outcome = await simulate((sim) => {
      const history = sim.history(serializable.listAppend());
      const stale = { x: new Array<number>(), y: new Array<number>() };
      sim.client('a', async () => {
        await history.record(
          'txn',
          [
            ['r', 'x'],
            ['append', 'y', 1],
          ],
          () => [
            ['r', 'x', stale.x],
            ['append', 'y', 1],
          ],
        );
      });
      sim.client('b', async () => {
        await history.record(
          'txn',
          [
            ['r', 'y'],
            ['append', 'x', 1],
          ],
          () => [
            ['r', 'y', stale.y],
            ['append', 'x', 1],
          ],
        );
      });
    });
    expect(outcome.findings[0]?.message).toContain('G2-item');
  });
});
