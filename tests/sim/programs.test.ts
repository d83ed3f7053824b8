/** Programs of the scenario, started by nodes through child_process. */
import { describe, expect, test } from 'vitest';
import { SeededSource } from '../../src/decide/seeded.ts';
import { type Body, simulate } from '../support/both-worlds.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import type { ProgramContext } from '../../src/sim/process/program.ts';

const programs = (sim: Sim) => {
  sim.program('greet', ({ args, env, stdout }: ProgramContext) => {
    stdout.write(`hello ${args.join(' ')} ${env['MOOD'] ?? ''}`);
  });
  sim.program('fail', ({ stderr, exit }: ProgramContext) => {
    stderr.write('it went wrong');
    exit(9);
  });
  sim.program('count', async ({ stdin }: ProgramContext) => {
    let size = 0;
    for await (const chunk of stdin) size += String(chunk).length;
    return size;
  });
  sim.program('slow', async ({ stdout }: ProgramContext) => {
    await new Promise((go) => {
      setTimeout(go, 5000);
    });
    stdout.write('done');
  });
  sim.program('both', ({ stdout, stderr }: ProgramContext) => {
    stdout.write('out');
    stderr.write('err');
    return 3;
  });
};

async function run(body: Body, seed?: number) {
  const source = seed === undefined ? {} : { source: new SeededSource({ hi: 0, lo: seed }) };
  const { result, outcome } = await simulate(body, { ...source, declare: programs });
  expect(outcome.findings.map(({ message }) => message)).toEqual([]);
  return { result, outcome };
}

describe('a program', () => {
  test('gets its arguments and environment, and its output is read', async () => {
    const { result } = await run((load) =>
      load('util').promisify(load('child_process').execFile)('greet', ['a', 'b'], { env: { MOOD: 'gladly' } }),
    );
    expect(result).toEqual({ stdout: 'hello a b gladly', stderr: '' });
  });

  test('is found by its base name and from a shell', async () => {
    const { result } = await run(async (load) => {
      const { execFile, exec } = load('child_process');
      const { promisify } = load('util');
      const one = await promisify(execFile)('/usr/bin/greet', ['x']);
      const two = await promisify(exec)("MOOD=sad greet 'y z' && greet w");
      return [one.stdout, two.stdout];
    });
    expect(result).toEqual(['hello x ', 'hello y z sadhello w ']);
  });

  test('ends with its own code', async () => {
    const { result } = await run(async (load) => {
      const error: unknown = await load('util')
        .promisify(load('child_process').execFile)('fail')
        .catch((failure: unknown) => failure);
      return [Reflect.get(Object(error), 'code'), Reflect.get(Object(error), 'stderr')];
    });
    expect(result).toEqual([9, 'it went wrong']);
  });

  test('reads its input to the end', async () => {
    const { result } = await run(
      (load) =>
        new Promise((resolve) => {
          const child = load('child_process').spawn('count');
          child.on('close', resolve);
          child.stdin.write('abc');
          child.stdin.end('de');
        }),
    );
    expect(result).toBe(5);
  });

  test('takes virtual time', async () => {
    const { result } = await run(async (load) => {
      const from = Date.now();
      await load('util').promisify(load('child_process').execFile)('slow');
      return Date.now() - from >= 5000;
    });
    expect(result).toBe(true);
  });

  test('is killed on the way', async () => {
    const { result } = await run(
      (load) =>
        new Promise((resolve) => {
          const child = load('child_process').spawn('slow');
          child.on('exit', (code, signal) => resolve([code, signal]));
          setTimeout(() => child.kill(), 100);
        }),
    );
    expect(result).toEqual([null, 'SIGTERM']);
  });

  test('runs at once when it does not wait', async () => {
    const { result } = await run((load) => {
      const child = load('child_process');
      const failed = child.spawnSync('fail', { encoding: 'utf8' });
      return [
        child.execSync('greet now', { encoding: 'utf8' }),
        child.execFileSync('greet', ['x']).toString(),
        failed.status,
        failed.stderr,
      ];
    });
    expect(result).toEqual(['hello now ', 'hello x ', 9, 'it went wrong']);
  });

  test('that waits cannot be run at once, and the refusal says what can', async () => {
    const { result } = await run((load) => load('child_process').execSync('slow'));
    expect(result).toMatchObject({ code: 'ERR_FOZZY_NOT_SIMULATED', message: expect.stringContaining('use spawn') as unknown });
  });

  test('that does not exist is not there for the waiting form either', async () => {
    const { result } = await run((load) => load('child_process').execFileSync('nothing'));
    expect(result).toMatchObject({ code: 'ENOENT', message: 'spawnSync nothing ENOENT' });
  });
});

test('output and exit of a child come in every order, each stream in its own', async () => {
  const order: Body = (load) =>
    new Promise((resolve) => {
      const seen: string[] = [];
      const child = load('child_process').spawn('both');
      child.stdout.on('data', () => seen.push('out'));
      child.stderr.on('data', () => seen.push('err'));
      child.on('exit', () => seen.push('exit'));
      child.on('close', (code) => resolve([...seen, `close ${code}`].join(' ')));
    });
  const seen = new Set<unknown>();
  for (let seed = 0; seed < 60; seed += 1) seen.add((await run(order, seed)).result);
  expect([...seen].every((each) => String(each).endsWith('close 3'))).toBe(true);
  expect(seen.size).toBe(6);
});

test('the same seed gives the same life of children', async () => {
  const body: Body = async (load) => {
    const { promisify } = load('util');
    const { exec, execFile } = load('child_process');
    const all = await Promise.all([
      promisify(exec)('greet a && greet b'),
      promisify(execFile)('slow'),
      promisify(execFile)('greet', ['c']),
    ]);
    return all.map(({ stdout }) => stdout);
  };
  const hashes = [];
  for (const seed of [5, 5]) hashes.push((await run(body, seed)).outcome.log.length);
  expect(hashes[0]).toBe(hashes[1]);
});

test('a shell refuses what would need a real one', async () => {
  const { result } = await run((load) => load('child_process').exec('greet a | count'));
  expect(result).toMatchObject({ code: 'ERR_FOZZY_NOT_SIMULATED', message: expect.stringContaining('Pipes') as unknown });
});

test('a program works on the disk of the node that started it', async () => {
  const { result } = await simulate(
    async (load) => {
      const fs = process.getBuiltinModule('node:fs');
      fs.writeFileSync('/tmp/in', 'text');
      await load('util').promisify(load('child_process').execFile)('copy');
      return fs.readFileSync('/tmp/out', 'utf8');
    },
    {
      declare: (sim) => {
        sim.program('copy', () => {
          const fs = process.getBuiltinModule('node:fs');
          fs.writeFileSync('/tmp/out', `${fs.readFileSync('/tmp/in', 'utf8')} copied`);
        });
      },
    },
  );
  expect(result).toBe('text copied');
});

test('a program listens on the computer of the node that started it, until it ends', async () => {
  const seen: unknown[] = [];
  const ask = (host: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = process.getBuiltinModule('node:net').connect(7000, host);
      socket.on('data', (chunk) => resolve(String(chunk)));
      socket.on('error', (error) => resolve(String(Reflect.get(error, 'code'))));
    });
  const { result, outcome } = await simulate(
    async () => {
      await new Promise((go) => {
        setTimeout(go, 100);
      });
      const first = await ask('box');
      await new Promise((go) => {
        setTimeout(go, 2000);
      });
      return [first, await ask('box')];
    },
    {
      declare: (sim) => {
        sim.program('server', ({ args }: ProgramContext) => {
          const server = process.getBuiltinModule('node:net').createServer((socket) => socket.end(`served by ${args[0] ?? ''}`));
          return new Promise((resolve) => {
            server.on('error', (error) => resolve(Reflect.get(error, 'code') === 'EADDRINUSE' ? 98 : 1));
            server.listen(7000);
            setTimeout(() => resolve(0), 1000);
          });
        });
        sim.node('box', () => {
          const { spawn } = process.getBuiltinModule('node:child_process');
          spawn('server', ['one'], { stdio: 'ignore' });
          setTimeout(() => {
            void ask('localhost').then((answer) => seen.push(answer));
            spawn('server', ['two'], { stdio: 'ignore' }).on('exit', (code) => seen.push(code));
          }, 50);
          setTimeout(() => undefined, 60_000);
        });
      },
    },
  );
  expect(outcome.findings.map(({ message }) => message)).toEqual([]);
  expect(result).toEqual(['served by one', 'ECONNREFUSED']);
  expect(new Set(seen)).toEqual(new Set(['served by one', 98]));
});
