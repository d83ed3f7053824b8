/** Races over files: what is read or written in several steps can be seen, or overtaken, between them. */
import { faults } from '../../../src/sim/fault/faults.ts';
import { disk, type Race, race, Turns } from './race.ts';

const read = (path: string): Promise<string> => disk.readFile(path, 'utf8').catch(() => '');

export const fileRaces: readonly Race[] = [
  race('file', 'a counter in a file', (sim, isFixed) => {
    const turns = new Turns();
    const store = sim.node('store', () => {
      const add = async () => disk.writeFile('/tmp/n', String(Number(await read('/tmp/n')) + 1));
      const run = () => (isFixed ? turns.take(add) : add());
      void run();
      setTimeout(() => void run(), 4);
    });
    sim.finally('both count', () => sim.disk(store).read('/tmp/n') === '2');
  }),
  race('file', 'a header for two', (sim, isFixed) => {
    const log = sim.node('log', () => {
      const begin = async () => {
        if (isFixed) {
          await disk.writeFile('/tmp/log', 'header\n', { flag: 'wx' }).catch(() => undefined);
          return;
        }
        if ((await read('/tmp/log')) === '') await disk.appendFile('/tmp/log', 'header\n');
      };
      void begin();
      setTimeout(() => void begin(), 3);
    });
    sim.finally('one header', () => sim.disk(log).read('/tmp/log') === 'header\n');
  }),
  race('file', 'a lock that two hold', (sim, isFixed) => {
    let holders = 0;
    let together = false;
    sim.node('jobs', () => {
      const run = async () => {
        if (isFixed) {
          const taken = await disk.writeFile('/tmp/jobs.pid', '', { flag: 'wx' }).then(
            () => true,
            () => false,
          );
          if (!taken) return;
        } else {
          const isFree = await disk.access('/tmp/jobs.pid').then(
            () => false,
            () => true,
          );
          if (!isFree) return;
          await disk.writeFile('/tmp/jobs.pid', '');
        }
        holders += 1;
        together ||= holders > 1;
        await disk.stat('/tmp');
        holders -= 1;
        await disk.unlink('/tmp/jobs.pid').catch(() => undefined);
      };
      void run();
      setTimeout(() => void run(), 3);
    });
    sim.finally('one at a time', () => !together);
  }),
  race('file', 'half a file', (sim, isFixed) => {
    let halves = 0;
    sim.node('writer', () => {
      const write = async () => {
        if (isFixed) {
          await disk.writeFile('/tmp/state.new', '{"a":1}');
          await disk.rename('/tmp/state.new', '/tmp/state');
          return;
        }
        await disk.writeFile('/tmp/state', '{"a"');
        await disk.appendFile('/tmp/state', ':1}');
      };
      void write();
      setTimeout(() => {
        void read('/tmp/state').then((text) => {
          if (text !== '' && text !== '{"a":1}') halves += 1;
        });
      }, 4);
    });
    sim.finally('whole or nothing', () => halves === 0);
  }),
  race('file', 'lines in another order', (sim, isFixed) => {
    const turns = new Turns();
    const log = sim.node('log', () => {
      const line = (text: string) => {
        const append = () => disk.appendFile('/tmp/log', text);
        return isFixed ? turns.take(append) : append();
      };
      void line('a');
      void line('b');
      void line('c');
    });
    sim.finally('as they were written', () => sim.disk(log).read('/tmp/log') === 'abc');
  }),
  race('file', 'two files that belong together', (sim, isFixed) => {
    const turns = new Turns();
    let sum = 10;
    const bank = sim.node(
      'bank',
      () => {
        const move = async () => {
          await disk.writeFile('/tmp/a', '3');
          await disk.writeFile('/tmp/b', '7');
        };
        const look = async () => {
          sum = Number(await read('/tmp/a')) + Number(await read('/tmp/b'));
        };
        void (isFixed ? turns.take(move) : move());
        setTimeout(() => void (isFixed ? turns.take(look) : look()), 4);
      },
      { files: { '/tmp/a': '10', '/tmp/b': '0' } },
    );
    sim.finally('money is money', () => sum === 10 && sim.disk(bank).read('/tmp/b') === '7');
  }),
  race('file', 'closed under the hands of a write', (sim, isFixed) => {
    let failed = false;
    sim.node('store', () => {
      const run = async () => {
        const file = await disk.open('/tmp/data', 'w');
        const written = file.write('data').catch(() => {
          failed = true;
        });
        setTimeout(() => void (isFixed ? written.then(() => file.close()) : file.close()).catch(() => undefined), 2);
        await written;
        if (isFixed) return;
        await file.write('more').catch(() => {
          failed = true;
        });
      };
      void run();
    });
    sim.finally('nothing is written to a closed file', () => !failed);
  }),
  race('file', 'half a file after a crash', (sim, isFixed) => {
    let torn = false;
    const store = sim.node(
      'store',
      () => {
        const run = async () => {
          torn ||= !/^\{"n":\d+\}$/u.test(await disk.readFile('/tmp/state', 'utf8'));
          await disk.writeFile(isFixed ? '/tmp/state.new' : '/tmp/state', '{"n":1}');
          if (isFixed) await disk.rename('/tmp/state.new', '/tmp/state');
        };
        void run();
      },
      { files: { '/tmp/state': '{"n":0}' } },
    );
    sim.faults(faults.crash(store, { restart: true }));
    sim.client('time', () => sim.sleep(500));
    sim.finally('it was always whole', () => !torn);
  }),
];
