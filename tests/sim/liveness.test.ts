/** What must become true after the last fault: with a healed core and the rest dead, and when the world goes round in circles instead. */
import { describe, expect, test } from 'vitest';
import { faults } from '../../src/sim/fault/faults.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { over } from '../support/wild-runs.ts';
import { simulate, titlesOf } from '../support/simulate.ts';

/** Two who step aside for each other, at the same pace, for ever; unless one of them is more patient. */
function corridor(patience: number): (sim: Sim) => void {
  return (sim) => {
    const side = { a: 'left', b: 'left' };
    let passed = false;
    const walker = (me: 'a' | 'b', other: 'a' | 'b', ms: number) => (): void => {
      setInterval(() => {
        const isInMyWay = side[other] === side[me];
        setTimeout(() => {
          if (!isInMyWay) passed = true;
          else side[me] = side[me] === 'left' ? 'right' : 'left';
        }, 10);
      }, ms);
    };
    sim.node('a', walker('a', 'b', 100));
    sim.node('b', walker('b', 'a', 100 * patience));
    sim.eventually('they pass', () => passed, { within: 60_000, state: () => [side, passed] });
  };
}

describe('a world that comes back to the same state', () => {
  test('is a livelock, and the circle is told', async () => {
    const outcome = await simulate(corridor(1));
    expect(outcome.status).toBe('timeout');
    expect(outcome.findings).toMatchObject([
      {
        kind: 'hang',
        title: 'livelock',
        location: { details: { everyMs: 200, circle: expect.stringMatching(/^b interval\na timer\nb timer\n/u) } },
      },
    ]);
    expect(outcome.virtualTimeMs).toBeLessThan(2000);
  });

  test('is none if what must become true does', async () => {
    expect(titlesOf(await simulate(corridor(3)))).toEqual([]);
  });

  test('is none while something changes, however slowly', async () => {
    const counting = (sim: Sim): void => {
      let n = 0;
      sim.node('a', () => void setInterval(() => (n += 1), 100));
      sim.eventually('it counts to 50', () => n >= 50, { state: () => n });
    };
    expect(titlesOf(await simulate(counting))).toEqual([]);
  });

  test('needs a state that can be compared', async () => {
    const outcome = await simulate((sim) => {
      sim.node('a', () => void setInterval(() => undefined, 100));
      sim.eventually('never', () => false, { state: () => undefined });
    });
    expect(outcome.findings).toMatchObject([{ title: 'check_threw', message: expect.stringContaining('must return data') }]);
  });
});

/** A standby that takes over when it has not heard of the leader for a second; or, mistaken, only after a word of farewell. */
function cluster(watches: boolean): (sim: Sim) => void {
  return (sim) => {
    let leader = '';
    let heardAt = 0;
    const primary = sim.node('primary', () => {
      leader = 'primary';
      setInterval(() => (heardAt = sim.now), 200);
      process.once('SIGTERM', () => (leader = ''));
    });
    const standby = sim.node('standby', () => {
      setInterval(() => {
        if (watches && sim.now - heardAt > 1000) leader = 'standby';
      }, 200);
    });
    sim.faults(faults.crash(standby));
    sim.client('operator', () => sim.sleep(500));
    sim.eventually('the standby leads', () => leader === 'standby', { within: 5000, core: [standby] });
    expect(primary.name).toBe('primary');
  };
}

describe('a healed core', () => {
  test('has to do without the others, which are dead from then on', async () => {
    expect(titlesOf(await simulate(cluster(false)))).toEqual(['eventually_violated']);
    expect(titlesOf(await simulate(cluster(true)))).toEqual([]);
  });

  test('is brought back if faults had taken it down', async () => {
    const seen = await over(20, (sim, saw) => {
      const node = sim.node('n', () => {
        process.stdout.write('up');
        setInterval(() => undefined, 100);
      });
      sim.client('c', () => node.crash());
      sim.eventually('it is up', () => node.state === 'running' && node.stdout === 'upup', { within: 1000, core: [node] });
      sim.finally('it came back', () => {
        saw(node.stdout);
        return true;
      });
    });
    expect(seen).toEqual(new Set(['upup']));
  });
});
