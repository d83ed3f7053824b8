/** `process` at the places where it meets the disk. */
import { describe, expect, test } from 'vitest';
import { sameInBothWorlds, simulate, told } from '../support/both-worlds.ts';

describe('the working directory', () => {
  sameInBothWorlds({
    'must be a directory that exists': (load) => {
      const process = load('process');
      const fs = load('fs');
      const before = process.cwd();
      process.chdir('/tmp');
      const seen: unknown[] = [process.cwd()];
      for (const wrong of ['/nowhere', 'nowhere', './fozzy-file']) {
        fs.writeFileSync('./fozzy-file', '');
        try {
          process.chdir(wrong);
        } catch (error) {
          seen.push(told(error));
        }
      }
      fs.unlinkSync('./fozzy-file');
      fs.mkdirSync('fozzy-real/inside', { recursive: true });
      fs.symlinkSync('/tmp/fozzy-real/inside', 'fozzy-link');
      process.chdir('fozzy-link');
      seen.push(process.cwd());
      process.chdir('..');
      seen.push(process.cwd());
      process.chdir('/tmp');
      fs.unlinkSync('fozzy-link');
      fs.rmSync('fozzy-real', { recursive: true });
      process.chdir(before);
      return seen;
    },
  });
});

describe('a file with variables', () => {
  sameInBothWorlds({
    'adds what the environment does not say yet': (load) => {
      const process = load('process');
      const fs = load('fs');
      fs.writeFileSync('/tmp/fozzy-env', '# mine\nFOZZY_A="one two"\nFOZZY_B=2 # two\n');
      process.env['FOZZY_B'] = 'kept';
      process.loadEnvFile('/tmp/fozzy-env');
      const seen = [process.env['FOZZY_A'], process.env['FOZZY_B']];
      delete process.env['FOZZY_A'];
      delete process.env['FOZZY_B'];
      fs.unlinkSync('/tmp/fozzy-env');
      return seen;
    },
    'must be there': (load) => {
      try {
        return load('process').loadEnvFile('/nowhere/.env');
      } catch (error) {
        return told(error);
      }
    },
  });
});

test('the home of a machine exists and is the same everywhere', async () => {
  const { result } = await simulate((load) => {
    const home = process.env['HOME'] ?? '';
    load('fs').writeFileSync(`${home}/.config`, 'mine');
    return [home, load('os').homedir(), load('os').userInfo().homedir, load('fs').readdirSync(home)];
  });
  expect(result).toEqual(['/home/node', '/home/node', '/home/node', ['.config']]);
});

/** What an act says, without the numbers of processes. */
function said(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return [told(error), Reflect.get(Object(error), 'errno'), Reflect.get(Object(error), 'syscall')];
  }
}

describe('signals', () => {
  sameInBothWorlds({
    'are refused for processes that are not there, and when nobody knows them': (load) => {
      const process = load('process');
      const given: readonly (readonly unknown[])[] = [
        ...[['x'], [1.5], [undefined], [9_999_999, 0], ['9999999', 0], [-9_999_999, 0], [9_999_999]],
        ...[['SIGFOO'], [99], [-1], [1.5], [true], ['0']].map(([signal]) => [process.pid, signal]),
        ...[[0], ['SIGWINCH'], ['SIGCHLD'], ['SIGCONT']].map(([signal]) => [process.pid, signal]),
      ];
      return given.map((args) => said(() => Reflect.apply(Reflect.get(process, 'kill'), process, args)));
    },
    'reach whoever listens, with name and number': async (load) => {
      const process = load('process');
      const seen: unknown[] = [];
      for (const signal of ['SIGUSR2', 'SIGWINCH'] as const) {
        const arrived = new Promise((resolve) => void process.once(signal, (...args) => resolve(args)));
        process.kill(process.pid, signal);
        seen.push(await arrived);
      }
      return seen;
    },
  });

  test('end processes as they end a Node process: not with SIGUSR1, which opens its debugger', async () => {
    const ended = async (signal: NodeJS.Signals) => {
      const { outcome } = await simulate(
        async (load) => {
          await load('timers/promises').setTimeout(50);
        },
        {
          declare: (sim) => {
            const node = sim.node('n', () => void setInterval(() => undefined, 10));
            sim.client('killer', async () => {
              await sim.sleep(20);
              node.kill(signal);
              await sim.sleep(20);
              throw new Error(`${node.state} ${String(node.exit)}`);
            });
          },
        },
      );
      return outcome.findings.map(({ message }) => message);
    };
    expect(await ended('SIGUSR1')).toEqual([expect.stringContaining('running undefined')]);
    expect(await ended('SIGABRT')).toEqual([expect.stringContaining('stopped 134')]);
  });
});

describe('the number of a process', () => {
  test('is nobody any more after its end, so locks that name it are stale', async () => {
    const seen: unknown[] = [];
    const ask = (pid: number) => said(() => process.kill(pid, 0));
    await simulate(() => undefined, {
      declare: (sim) => {
        let pid = 0;
        const node = sim.node('n', () => {
          seen.push(pid === 0 ? 'first' : ask(pid), ask(process.pid));
          pid = process.pid;
          setInterval(() => undefined, 10);
        });
        const other = sim.node('other', () => setTimeout(() => seen.push(ask(pid)), 5));
        sim.client('c', async () => {
          await sim.sleep(10);
          node.crash();
          await sim.sleep(10);
          node.restart();
          await sim.sleep(10);
          return other.state;
        });
      },
    });
    const gone = [{ threw: 'Error', code: 'ESRCH', message: 'kill ESRCH' }, -3, 'kill'];
    expect(seen).toEqual(['first', true, gone, gone, true]);
  });
});

describe('the exit code', () => {
  sameInBothWorlds({
    'is judged when it is set': (load) => {
      const process = load('process');
      const before = process.exitCode;
      const given: readonly unknown[] = ['abc', '1', '', 1.5, null, undefined, Number.NaN, true, 300, -1, {}, '0x10', 3n];
      const seen = given.map((code) =>
        said(() => {
          Reflect.set(process, 'exitCode', code);
          return process.exitCode;
        }),
      );
      process.exitCode = before;
      return seen;
    },
  });

  test('is one byte, and nonsense is an error of the program', async () => {
    const messages = async (code: unknown) => {
      const { outcome } = await simulate(() => undefined, {
        declare: (sim) => sim.node('n', () => Reflect.apply(Reflect.get(process, 'exit'), process, [code])),
      });
      return outcome.findings.map(({ message }) => message);
    };
    expect([await messages(256), await messages(-1), await messages('7'), await messages(300)]).toEqual([
      [],
      ['n ended with exit code 255'],
      ['n ended with exit code 7'],
      ['n ended with exit code 44'],
    ]);
    expect(await messages('nonsense')).toEqual([expect.stringContaining('The "code" argument must be of type number')]);
  });
});

describe('rejections', () => {
  test('that find a handler late are told to the program', async () => {
    const seen: unknown[] = [];
    const { outcome } = await simulate(() => undefined, {
      declare: (sim) =>
        sim.node('n', () => {
          process.on('unhandledRejection', (reason) => seen.push(['unhandled', reason]));
          process.on('rejectionHandled', (promise) => seen.push(['handled', promise === late]));
          const late = Promise.reject(new RangeError('late'));
          setTimeout(() => void late.catch(() => seen.push('caught')), 1);
        }),
    });
    expect(outcome.findings).toEqual([]);
    expect(seen).toEqual([['unhandled', new RangeError('late')], 'caught', ['handled', true]]);
  });
});
