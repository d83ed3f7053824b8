/** What becomes of the disks of simulated machines when they crash, and what else can go wrong on them. */
import type * as Fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { builtinModule } from '../../src/sim/builtin/table.ts';
import type { FaultSpec } from '../../src/sim/fault/fault.ts';
import { faults } from '../../src/sim/fault/faults.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { simulate } from '../support/simulate.ts';
import { over, wildWalk } from '../support/wild-runs.ts';

// The simulated module has the functions of the real one; its types are deliberately looser.
const fs = builtinModule('node:fs') as typeof Fs;

describe('a crash', () => {
  function store(write: () => void): (sim: Sim, saw: (value: unknown) => void) => void {
    return (sim, saw) => {
      const db = sim.node(
        'db',
        () => {
          if (fs.existsSync('/data/started')) saw(fs.readFileSync('/data/a.json', 'utf8'));
          else {
            fs.writeFileSync('/data/started', '', { flush: true });
            const fd = fs.openSync('/data', 'r');
            fs.fsyncSync(fd);
            write();
          }
          setInterval(() => undefined, 1000);
        },
        { files: { '/data/a.json': 'old' } },
      );
      sim.client('operator', async () => {
        await sim.sleep(10);
        db.crash('power-loss');
        db.restart();
        await sim.sleep(10);
      });
    };
  }

  test('can leave an unsynced file old, new, empty or full of zeros after a power loss', async () => {
    const seen = await over(
      80,
      store(() => fs.writeFileSync('/data/a.json', 'new')),
    );
    expect(seen).toEqual(new Set(['old', 'new', '', '\0\0\0']));
  });

  test('leaves a file that was written aside, synced and renamed either old or new', async () => {
    const seen = await over(
      80,
      store(() => {
        fs.writeFileSync('/data/tmp', 'new', { flush: true });
        fs.renameSync('/data/tmp', '/data/a.json');
      }),
    );
    expect(seen).toEqual(new Set(['old', 'new']));
  });

  test('of the process alone keeps what was written, and frees its descriptors', async () => {
    let after: unknown;
    await simulate((sim) => {
      const app = sim.node(
        'app',
        () => {
          if (fs.existsSync('/data/b')) after = [fs.readFileSync('/data/b', 'utf8'), fs.openSync('/data/b', 'r')];
          else fs.writeSync(fs.openSync('/data/b', 'w'), 'written');
          setInterval(() => undefined, 1000);
        },
        { files: { '/data/a': '' } },
      );
      sim.client('operator', async () => {
        await sim.sleep(5);
        app.crash('process');
        app.restart();
        await sim.sleep(5);
      });
    });
    expect(after).toEqual(['written', 3]);
  });
});

describe('disk faults', () => {
  async function firstError(spec: FaultSpec, act: () => unknown): Promise<{ codes: Set<unknown>; fired: number }> {
    const codes = new Set<unknown>();
    let fired = 0;
    for (let seed = 1; seed <= 25; seed += 1) {
      const outcome = await simulate((sim) => {
        sim.faults(spec);
        sim.node(
          'app',
          () => {
            try {
              codes.add(act());
            } catch (error) {
              codes.add(Reflect.get(Object(error), 'code'));
            }
          },
          { files: { '/data/a': 'abcdef' } },
        );
      }, wildWalk(seed));
      fired += outcome.faults[0]?.count ?? 0;
    }
    return { codes, fired };
  }

  const often = { rate: 0.5, times: 1 };

  test('fail reads, writes and syncs, and count themselves', async () => {
    const { codes, fired } = await firstError(faults.diskErrors(often), () => fs.readFileSync('/data/a', 'utf8'));
    expect(codes).toEqual(new Set(['abcdef', 'EIO']));
    expect(fired).toBeGreaterThan(0);
  });

  test('fill the disk', async () => {
    const { codes } = await firstError(faults.diskFull(often), () => fs.writeFileSync('/data/a', 'x'));
    expect(codes).toEqual(new Set([undefined, 'ENOSPC']));
  });

  test('shorten single reads and writes, but not whole files', async () => {
    const reads = await firstError(faults.shortReads(often), () => {
      const buffer = Buffer.alloc(6);
      return fs.readSync(fs.openSync('/data/a', 'r'), buffer);
    });
    expect(reads.codes).toEqual(new Set([6, 5, 3, 1]));
    const whole = await firstError(faults.shortReads(often), () => fs.readFileSync('/data/a', 'utf8'));
    expect(whole.codes).toEqual(new Set(['abcdef']));
    const writes = await firstError(faults.shortWrites(often), () => fs.writeSync(fs.openSync('/data/a', 'w'), 'four'));
    expect(writes.codes).toEqual(new Set([4, 3, 2, 1]));
  });

  test('give wrong bytes once, and the right ones again', async () => {
    const { codes } = await firstError(faults.corruptReads(often), () => {
      const first = fs.readFileSync('/data/a', 'utf8');
      return `${first === 'abcdef'} ${fs.readFileSync('/data/a', 'utf8')}`;
    });
    expect(codes).toContain('false abcdef');
  });

  test('make what is waited for late, so that others overtake it', async () => {
    const orders = await over(60, (sim, saw) => {
      sim.faults(faults.diskLatency({ rate: 0.3, ms: 50 }));
      sim.node(
        'app',
        async () => {
          const seen: string[] = [];
          const first = fs.promises.readFile('/data/a', 'utf8').then(() => seen.push('first'));
          await new Promise((resolve) => {
            setTimeout(resolve, 20);
          });
          const second = fs.promises.readFile('/data/a', 'utf8').then(() => seen.push('second'));
          await Promise.all([first, second]);
          saw(seen.join());
        },
        { files: { '/data/a': 'x' } },
      );
    });
    expect(orders).toEqual(new Set(['first,second', 'second,first']));
  });

  test('that were late count as effect, and calls that do not wait are never late', async () => {
    const reports = async (read: () => unknown) => {
      const told = new Set<string>();
      for (let seed = 0; seed < 20; seed += 1) {
        const outcome = await simulate((sim) => {
          sim.faults(faults.diskLatency({ rate: 1, times: 1 }));
          sim.node('app', () => void read(), { files: { '/data/a': 'x' } });
        }, wildWalk(seed));
        for (const { type, count, effect } of outcome.faults) told.add(`${type} ${count} ${effect}`);
      }
      return told;
    };
    expect(await reports(() => fs.promises.readFile('/data/a'))).toEqual(new Set(['disk-latency 0 false', 'disk-latency 1 true']));
    expect(await reports(() => fs.readFileSync('/data/a'))).toEqual(new Set(['disk-latency 0 false']));
  });

  test('strike only where they are told to', async () => {
    const { codes, fired } = await firstError(faults.diskErrors({ ...often, path: '/data/other' }), () =>
      fs.readFileSync('/data/a', 'utf8'),
    );
    expect([codes, fired]).toEqual([new Set(['abcdef']), 0]);
  });
});
