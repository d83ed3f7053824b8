/** Disks of simulated machines: what others see between two system calls, what watchers hear, what the test sees. */
import type * as Fs from 'node:fs';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Decider } from '../../src/decide/decider.ts';
import { DecisionLog } from '../../src/decide/log.ts';
import { ScriptedSource } from '../../src/decide/scripted.ts';
import { builtinModule } from '../../src/sim/builtin/table.ts';
import { ProjectFiles } from '../../src/sim/project-image.ts';
import { insideSimulation } from '../../src/sim/run/session.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { programOf, replay, simulate, titlesOf } from '../support/simulate.ts';
import { over, wildWalk } from '../support/wild-runs.ts';

// The simulated module has the functions of the real one; its types are deliberately looser.
const fs = builtinModule('node:fs') as typeof Fs;

describe('between the system calls of one operation', () => {
  test('a reader may find a file that writeFile has emptied, or either version, and nothing else', async () => {
    const seen = await over(60, (sim, saw) => {
      sim.node(
        'app',
        async () => {
          const writing = fs.promises.writeFile('/data/a', 'new');
          saw(await fs.promises.readFile('/data/a', 'utf8'));
          await writing;
        },
        { files: { '/data/a': 'old' } },
      );
    });
    expect(seen).toEqual(new Set(['old', '', 'new']));
  });

  test('a calm run takes operations in the order in which they were asked for', async () => {
    const order: string[] = [];
    await simulate((sim) => {
      sim.node(
        'app',
        async () => {
          const calls = ['a', 'b', 'c'].map((name) => fs.promises.writeFile(`/data/${name}`, '').then(() => order.push(name)));
          await Promise.all(calls);
        },
        { files: { '/data/x': '' } },
      );
    });
    expect(order).toEqual(['a', 'b', 'c']);
  });

  test('two read-modify-writes can lose an update, and the same decisions lose it again', async () => {
    const define = (sim: Sim): void => {
      const add = async (): Promise<void> => {
        const count = Number(await fs.promises.readFile('/data/n', 'utf8'));
        await fs.promises.writeFile('/data/n', String(count + 1));
      };
      const app = sim.node(
        'app',
        async () => {
          await add();
          await Promise.all([add(), add()]);
        },
        { files: { '/data/n': '0' } },
      );
      sim.finally('all counted', () => sim.disk(app).read('/data/n') === '3');
    };
    const outcome = await simulate(define, wildWalk(1));
    expect(titlesOf(outcome)).toEqual(['finally_violated']);
    expect(titlesOf(await replay(define, outcome.log))).toEqual(['finally_violated']);
  });
});

describe('watching', () => {
  test('tells of new, changed, renamed and removed files, in order', async () => {
    const heard: string[] = [];
    await simulate((sim) => {
      sim.node(
        'app',
        async () => {
          const watcher = fs.watch('/data', (event, name) => heard.push(`${event} ${name}`));
          watcher.on('close', () => heard.push('close'));
          fs.writeFileSync('/data/b', 'x');
          fs.renameSync('/data/b', '/data/c');
          await fs.promises.unlink('/data/c');
          await sim.sleep(5);
          watcher.close();
        },
        { files: { '/data/a': '' } },
      );
    });
    expect(heard).toEqual(['rename b', 'change b', 'rename b', 'rename c', 'rename c', 'close']);
  });

  test('keeps a process alive until it is closed, and ends an iteration that is aborted', async () => {
    const heard: unknown[] = [];
    const outcome = await simulate((sim) => {
      const app = sim.node(
        'app',
        async () => {
          const stop = new AbortController();
          setTimeout(() => stop.abort(), 50);
          setTimeout(() => fs.appendFileSync('/data/a', 'x'), 10);
          try {
            for await (const { eventType, filename } of fs.promises.watch('/data/a', { signal: stop.signal }))
              heard.push(`${eventType} ${filename}`);
          } catch (error) {
            heard.push(Reflect.get(Object(error), 'name'));
          }
        },
        { files: { '/data/a': '' } },
      );
      sim.finally('it ended', () => app.exit === 0);
    });
    expect(heard).toEqual(['change a', 'AbortError']);
    expect(titlesOf(outcome)).toEqual([]);
  });

  test('of one file compares what was with what is, until it is stopped', async () => {
    const heard: unknown[] = [];
    await simulate((sim) => {
      sim.node(
        'app',
        async () => {
          fs.watchFile('/data/a', { interval: 100 }, (now, before) => heard.push([before.size, now.size]));
          fs.appendFileSync('/data/a', 'xyz');
          await sim.sleep(150);
          fs.unlinkSync('/data/a');
          await sim.sleep(150);
          fs.unwatchFile('/data/a');
          fs.writeFileSync('/data/a', 'unseen');
        },
        { files: { '/data/a': '' } },
      );
    });
    expect(heard).toEqual([
      [0, 3],
      [3, 0],
    ]);
  });
});

describe('the disk of a machine', () => {
  test('is its own, and shows the test what is there and what is durable', async () => {
    const seen: unknown[] = [];
    await simulate((sim) => {
      const one = sim.node(
        'one',
        () => {
          fs.writeFileSync('/data/fresh', 'pending');
          fs.chmodSync('/data/fresh', 0o000);
        },
        { files: { '/data/a.json': '{"n":1}' } },
      );
      const two = sim.node('two', () => undefined);
      sim.finally('seen', () => {
        const disk = sim.disk(one);
        seen.push(disk.json('/data/a.json'), disk.read('/data/fresh'), disk.list('/data'), disk.durable().list('/data'), disk.tree());
        seen.push(disk.durable().exists('/data/fresh'), sim.disk(two).exists('/data'));
        disk.write('/other/b', 'by the test');
        seen.push(disk.durable().read('/other/b'));
        expect(() => disk.read('/data/none')).toThrow('one has no file /data/none; /data holds a.json, fresh');
      });
    });
    expect(seen).toEqual([
      { n: 1 },
      'pending',
      ['a.json', 'fresh'],
      ['a.json'],
      { '/data/a.json': '{"n":1}', '/data/fresh': 'pending' },
      false,
      false,
      'by the test',
    ]);
  });

  test('has no rights beyond those of an ordinary user, and stamps files with virtual time', async () => {
    const seen: unknown[] = [];
    await simulate((sim) => {
      sim.node('app', async () => {
        for (const act of [() => fs.mkdirSync('/etc'), () => fs.writeFileSync('/root.txt', ''), () => fs.openSync('/etc/passwd', 'r')]) {
          try {
            seen.push(act());
          } catch (error) {
            seen.push(Reflect.get(Object(error), 'code'));
          }
        }
        await sim.sleep(1500);
        fs.writeFileSync('/tmp/a', '');
        seen.push(fs.statSync('/tmp/a').mtime.toISOString(), fs.statSync('/tmp/a').uid);
      });
    });
    expect(seen).toEqual(['EACCES', 'EACCES', 'ENOENT', '2030-01-01T00:00:01.500Z', 1000]);
  });

  test('takes writes to descriptors 1 and 2 as output, and refuses what it does not simulate by name', async () => {
    const seen: unknown[] = [];
    await simulate((sim) => {
      const app = sim.node('app', () => {
        fs.writeSync(1, 'out\n');
        fs.writeFileSync(2, 'err\n');
        seen.push(fs.fstatSync(1).isFile());
        try {
          void fs.openAsBlob('/tmp/a');
        } catch (error) {
          seen.push(Reflect.get(Object(error), 'code'));
        }
      });
      sim.finally('output', () => seen.push(app.machine.output.map(({ fd, text }) => [fd, text])));
    });
    expect(seen).toEqual([
      false,
      'ERR_FOZZY_NOT_SIMULATED',
      [
        [1, 'out\n'],
        [2, 'err\n'],
      ],
    ]);
  });

  test('lists directories in any order, calmly by name', async () => {
    const list = (sim: Sim, saw: (value: unknown) => void): void => {
      sim.node('app', () => saw(fs.readdirSync('/data').join()), { files: { '/data/b': '', '/data/a': '', '/data/c': '' } });
    };
    const calm: unknown[] = [];
    await simulate((sim) => list(sim, (value) => calm.push(value)));
    expect(calm).toEqual(['a,b,c']);
    expect((await over(30, list)).size).toBeGreaterThan(2);
  });

  test('shows the real files of the project without ever writing them', async () => {
    const root = mkdtempSync(join(tmpdir(), 'fozzy-image-'));
    const outside = mkdtempSync(join(tmpdir(), 'fozzy-outside-'));
    try {
      mkdirSync(join(root, 'src'));
      writeFileSync(join(root, 'src/page.html'), 'real');
      writeFileSync(join(outside, 'lib.js'), 'linked');
      symlinkSync(outside, join(root, 'lib'));
      const seen: unknown[] = [];
      const define = (sim: Sim): void => {
        sim.node('app', () => {
          seen.push(
            fs.readFileSync(join(root, 'src/page.html'), 'utf8'),
            fs.readFileSync(join(root, 'lib/lib.js'), 'utf8'),
            fs.existsSync(outside),
          );
          fs.writeFileSync(join(root, 'src/page.html'), 'changed');
        });
      };
      const program = { ...programOf(define), machine: { image: new ProjectFiles(root).image } };
      const run = () =>
        insideSimulation((session) =>
          session.execute(program, { decider: new Decider(new ScriptedSource({}), new DecisionLog()), sink: undefined }),
        );
      await run();
      await run();
      expect(seen).toEqual(['real', 'linked', false, 'real', 'linked', false]);
    } finally {
      rmSync(root, { recursive: true });
      rmSync(outside, { recursive: true });
    }
  });
});
