/** Child processes: the same program started on real Node and in simulation ends, writes and answers in the same way. */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { sameInBothWorlds, told } from '../support/both-worlds.ts';

const child = fileURLToPath(new URL('../fixtures/processes/child.mjs', import.meta.url));
const world = { modules: [child] };

/** What it wrote, and how it ended; 'exit' comes before 'close', and 'spawn' before both. */
function life(process_: ChildProcess): Promise<unknown> {
  const events: string[] = [];
  const text = { stdout: '', stderr: '' };
  process_.stdout?.on('data', (chunk: Buffer) => {
    text.stdout += chunk.toString();
  });
  process_.stderr?.on('data', (chunk: Buffer) => {
    text.stderr += chunk.toString();
  });
  process_.on('spawn', () => events.push('spawn'));
  process_.on('exit', (code, signal) => events.push(`exit ${code} ${signal}`));
  process_.on('error', (error) => events.push(`error ${JSON.stringify(Object.entries(error))}`));
  return new Promise((resolve) => {
    process_.on('close', (code, signal) => resolve({ ...text, events: [...events, `close ${code} ${signal}`] }));
  });
}

/** Done as soon as it has written its first line. */
function firstLine(process_: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    process_.stdout?.once('data', () => resolve());
  });
}

describe('spawn', () => {
  sameInBothWorlds(
    {
      'output and exit code arrive': (load) => life(load('child_process').spawn(process.execPath, [child, 'hello'])),
      'process.exit gives its code': (load) => life(load('child_process').spawn(process.execPath, [child, 'exit', '3'])),
      'process.exitCode gives its code': (load) => life(load('child_process').spawn(process.execPath, [child, 'code', '7'])),
      'what is written to stdin is read': async (load) => {
        const echo = load('child_process').spawn(process.execPath, [child, 'echo']);
        echo.stdin.write('one ');
        echo.stdin.end('two');
        return life(echo);
      },
      'arguments, environment and directory reach the program': (load) =>
        life(load('child_process').spawn(process.execPath, [child, 'tell', 'a b', '--c'], { env: { X: '1' }, cwd: '/' })),
      'SIGTERM ends a program that does not listen': async (load) => {
        const waiting = load('child_process').spawn(process.execPath, [child, 'wait']);
        const end = life(waiting);
        await firstLine(waiting);
        const first = waiting.kill();
        return [await end, first, waiting.killed, waiting.kill(), waiting.exitCode, waiting.signalCode];
      },
      'a program that listens for SIGTERM ends as it likes': async (load) => {
        const waiting = load('child_process').spawn(process.execPath, [child, 'stubborn']);
        const end = life(waiting);
        await firstLine(waiting);
        waiting.kill('SIGTERM');
        return end;
      },
      'SIGKILL asks nobody': async (load) => {
        const waiting = load('child_process').spawn(process.execPath, [child, 'stubborn']);
        const end = life(waiting);
        await firstLine(waiting);
        waiting.kill('SIGKILL');
        return end;
      },
      'an unknown signal is refused': (load) => {
        const silent = load('child_process').spawn(process.execPath, [child, 'silent']);
        return silent.kill('SIGNOTHING' as never);
      },
      'a program that does not exist is an error event': async (load) => {
        const nothing = load('child_process').spawn('no-such-program', ['x']);
        return [await life(nothing), nothing.pid];
      },
      'an abort signal kills': async (load) => {
        const controller = new AbortController();
        const waiting = load('child_process').spawn(process.execPath, [child, 'wait'], { signal: controller.signal });
        const errors: unknown[] = [];
        waiting.on('error', (error) => errors.push(told(error)));
        const end = new Promise((resolve) => {
          waiting.on('close', (code, signal) => resolve([code, signal]));
        });
        await firstLine(waiting);
        controller.abort();
        return [await end, errors];
      },
      'a timeout kills': (load) =>
        new Promise((resolve) => {
          const waiting = load('child_process').spawn(process.execPath, [child, 'wait'], { timeout: 300, killSignal: 'SIGKILL' });
          waiting.on('close', (code, signal) => resolve([code, signal, waiting.killed]));
        }),
      'ignored output is no stream': async (load) => {
        const hello = load('child_process').spawn(process.execPath, [child, 'hello'], { stdio: ['ignore', 'pipe', 'ignore'] });
        return [await life(hello), hello.stdin, hello.stderr, hello.stdio.length];
      },
      'close comes although nobody reads': (load) =>
        new Promise((resolve) => {
          const hello = load('child_process').spawn(process.execPath, [child, 'hello']);
          hello.on('close', (code) => resolve(code));
        }),
      'names of the program are kept': (load) => {
        const hello = load('child_process').spawn(process.execPath, [child, 'hello']);
        return [hello.spawnfile === process.execPath, hello.spawnargs.slice(2), typeof hello.pid];
      },
      'an empty name is refused': (load) => load('child_process').spawn(''),
      'a name of the wrong kind is refused': (load) => Reflect.apply(load('child_process').spawn, undefined, [5]),
    },
    world,
  );
});

describe('exec and execFile', () => {
  sameInBothWorlds(
    {
      'execFile gives both outputs': (load) =>
        new Promise((resolve) => {
          load('child_process').execFile(process.execPath, [child, 'hello'], (error, stdout, stderr) => resolve([error, stdout, stderr]));
        }),
      'a failing program is an error with its code': (load) =>
        new Promise((resolve) => {
          load('child_process').execFile(process.execPath, [child, 'exit', '3'], (error, stdout, stderr) =>
            resolve([error?.code, error?.killed, error?.signal, error?.message.startsWith('Command failed: '), stdout, stderr]),
          );
        }),
      'promisified, both outputs come together': (load) =>
        load('util').promisify(load('child_process').execFile)(process.execPath, [child, 'hello']),
      'promisified, a failure carries the outputs': async (load) => {
        try {
          return await load('util').promisify(load('child_process').execFile)(process.execPath, [child, 'exit', '2']);
        } catch (error) {
          return [Reflect.get(Object(error), 'code'), Reflect.get(Object(error), 'stdout'), Reflect.get(Object(error), 'stderr')];
        }
      },
      'too much output kills': (load) =>
        new Promise((resolve) => {
          load('child_process').execFile(process.execPath, [child, 'big'], (error, stdout) =>
            resolve([error?.code, error?.message, stdout.length]),
          );
        }),
      'buffers instead of text': (load) =>
        new Promise((resolve) => {
          load('child_process').execFile(process.execPath, [child, 'hello'], { encoding: 'buffer' }, (_error, stdout) =>
            resolve(Buffer.isBuffer(stdout) && stdout.toString()),
          );
        }),
      'a timeout is a failure by signal': (load) =>
        new Promise((resolve) => {
          load('child_process').execFile(process.execPath, [child, 'wait'], { timeout: 300 }, (error) =>
            resolve([error?.killed, error?.signal, error?.code]),
          );
        }),
      'a missing program is an error of the callback': (load) =>
        new Promise((resolve) => {
          load('child_process').execFile('no-such-program', ['x'], (error) => resolve(told(error)));
        }),
      'exec runs a line of the shell': (load) =>
        new Promise((resolve) => {
          load('child_process').exec(
            `"${process.execPath}" "${child}" hello && echo "$X and more"`,
            { env: { X: 'this' } },
            (error, stdout, stderr) => resolve([error, stdout, stderr]),
          );
        }),
      'a shell goes on after a failure where it may': (load) =>
        new Promise((resolve) => {
          load('child_process').exec("false || echo 'saved by'; true && exit 6", (error, stdout) => resolve([error?.code, stdout]));
        }),
      'a shell says what it does not find': (load) =>
        new Promise((resolve) => {
          load('child_process').exec('no-such-program', (error, stdout, stderr) =>
            resolve([error?.code, stdout, stderr.includes('not found')]),
          );
        }),
    },
    world,
  );
});

describe('fork', () => {
  sameInBothWorlds(
    {
      'messages go both ways, in order, until one side lets go': (load) =>
        new Promise((resolve) => {
          const events: unknown[] = [];
          const forked = load('child_process').fork(child, ['ipc']);
          forked.on('message', (message) => {
            events.push(message);
            if (message === 'ready') {
              forked.send({ n: 1, nothing: undefined });
              forked.send(2);
              forked.send('bye');
            }
          });
          forked.on('disconnect', () => events.push(`disconnect ${forked.connected}`));
          forked.on('exit', (code) => resolve([...events, code]));
        }),
      'disconnecting lets the child end': (load) =>
        new Promise((resolve) => {
          const forked = load('child_process').fork(child, ['ipc']);
          forked.once('message', () => forked.disconnect());
          forked.on('exit', (code, signal) => resolve([code, signal, forked.connected]));
        }),
      'sending after the end is an error of the callback': (load) =>
        new Promise((resolve) => {
          const forked = load('child_process').fork(child, ['silent']);
          forked.on('exit', () => {
            setTimeout(() => forked.send('late', (error) => resolve(told(error))), 10);
          });
        }),
      'advanced messages keep what JSON loses': (load) =>
        new Promise((resolve) => {
          const forked = load('child_process').fork(child, ['ipc'], { serialization: 'advanced' });
          forked.on('message', (message) => {
            if (message === 'ready') forked.send(new Map([['a', new Date(5)]]));
            else {
              resolve(message);
              forked.disconnect();
            }
          });
        }),
      'silent output is piped': (load) => life(load('child_process').fork(child, ['hello'], { silent: true })),
    },
    world,
  );
});

describe('execSync and spawnSync with a shell', () => {
  sameInBothWorlds({
    'run what a shell does itself, and say 127 where there is nothing': (load) => {
      const { execSync, spawnSync } = load('child_process');
      const stdio = ['ignore', 'pipe', 'pipe'] as const;
      return ['echo one two', 'exit 3', 'true', 'false', 'A=b echo c'].map((line) => {
        const { status, signal, stdout, stderr } = spawnSync(line, { shell: true, encoding: 'utf8' });
        try {
          return [status, signal, stdout, stderr, execSync(line, { encoding: 'utf8', stdio: [...stdio] })];
        } catch (error) {
          return [status, signal, stdout, stderr, told(error), Reflect.get(Object(error), 'status')];
        }
      });
    },
    'have no error for a program that is not there: the shell has its code': (load) => {
      const { status, error, stderr } = load('child_process').spawnSync('no-such-program x', { shell: true, encoding: 'utf8' });
      return [status, error, /no-such-program: not found/u.test(stderr)];
    },
  });
});
