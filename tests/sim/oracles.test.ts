import { EventEmitter } from 'node:events';
import type fsPromises from 'node:fs/promises';
import type http from 'node:http';
import type { Server } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { fsPromises as simPromises } from '../../src/sim/builtin/fs/fs-module.ts';
import { simHttp } from '../../src/sim/builtin/http.ts';
import { simNet } from '../../src/sim/builtin/net.ts';
import { promisify } from '../../src/sim/builtin/promisify.ts';
import { siteTable } from '../../src/sim/load/sites.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { simulate, titlesOf } from '../support/simulate.ts';

/** Each program does exactly one thing wrong, and its twin does it right. */
const wrongs: Readonly<Record<string, { readonly wrong: (sim: Sim) => void; readonly right: (sim: Sim) => void }>> = {
  uncaught_error: {
    wrong: (sim) => sim.node('n', () => void setTimeout(() => fail('too bad'), 1)),
    right: (sim) => sim.node('n', () => void setTimeout(() => caught(() => fail('too bad')), 1)),
  },
  unhandled_rejection: {
    wrong: (sim) => sim.node('n', () => void Promise.reject(new Error('too bad'))),
    right: (sim) => sim.node('n', () => void Promise.reject(new Error('too bad')).catch(() => undefined)),
  },
  nonzero_exit: {
    wrong: (sim) => sim.node('n', () => process.exit(3)),
    right: (sim) => sim.node('n', () => process.exit(0)),
  },
  client_pending: {
    wrong: (sim) => sim.client('c', () => new Promise(() => undefined)),
    right: (sim) => sim.client('c', () => new Promise((resolve) => setTimeout(resolve, 1))),
  },
  client_failed: {
    wrong: (sim) => sim.client('c', () => Promise.reject(new Error('too bad'))),
    right: (sim) => sim.client('c', () => Promise.resolve()),
  },
  use_after_close: {
    wrong: (sim) => closing(sim, (server) => server.close((error) => (error === undefined ? undefined : fail(error)))),
    right: (sim) => closing(sim, () => undefined),
  },
  port_conflict: {
    wrong: (sim) => sim.node('n', () => listenOn(80, 80)),
    right: (sim) => sim.node('n', () => listenOn(80, 81)),
  },
  response_never_sent: {
    wrong: (sim) => answering(sim, (_response, url) => url !== '/lost'),
    right: (sim) => answering(sim, () => true),
  },
  leaked_lock: {
    wrong: (sim) => locking(sim, false),
    right: (sim) => locking(sim, true),
  },
  event_loop_blocked: {
    wrong: (sim) => sim.node('n', () => spin(Number.POSITIVE_INFINITY)),
    right: (sim) => sim.node('n', () => spin(1000)),
  },
  write_after_end: {
    wrong: (sim) => sim.node('n', () => writeTo((sink) => sink.end().write('late'))),
    right: (sim) => sim.node('n', () => writeTo((sink) => sink.end('in time'))),
  },
  double_callback: {
    wrong: (sim) => sim.node('n', () => void promisified(2)),
    right: (sim) => sim.node('n', () => void promisified(1)),
  },
  leaked_listener: {
    wrong: (sim) => sim.node('n', () => listen(11)),
    right: (sim) => sim.node('n', () => listen(10)),
  },
  leaked_handle: {
    wrong: (sim) => sim.node('n', () => shutDown(false)),
    right: (sim) => sim.node('n', () => shutDown(true)),
  },
};

function fail(reason: unknown): never {
  throw reason instanceof Error ? reason : new Error(String(reason));
}

function caught(act: () => void): void {
  try {
    act();
  } catch {
    // Somebody looked.
  }
}

function closing(sim: Sim, after: (server: Server) => void): void {
  sim.node('n', () => {
    const server = simNet.createServer().listen(80);
    server.on('listening', () => {
      server.close();
      after(server);
    });
  });
}

function listenOn(...ports: readonly number[]): void {
  for (const port of ports) simNet.createServer().listen(port);
}

type Respond = (response: http.ServerResponse, url: string) => boolean;

/** Nobody waits for the answer to the lost one longer than a moment, so that only the missing answer is wrong. */
function answering(sim: Sim, respond: Respond): void {
  serving(sim, (request, response) => {
    if (respond(response, request.url ?? '')) response.end('done');
  });
  sim.client('c', () => {
    simHttp.get('http://n/lost').on('response', (response) => response.resume());
  });
}

function serving(sim: Sim, listener: http.RequestListener): void {
  sim.node('n', () => void simHttp.createServer(listener).listen(80));
}

// Reason for the cast: the functions of the module are made from a table, and have the types of Node's.
const files = simPromises as unknown as typeof fsPromises;

function locking(sim: Sim, unlocks: boolean): void {
  sim.node(
    'n',
    async () => {
      await files.writeFile('/data/db.lock', 'mine', { flag: 'wx' });
      await files.mkdir('/data/queue.lock');
      if (!unlocks) return;
      await files.unlink('/data/db.lock');
      await files.rmdir('/data/queue.lock');
    },
    { files: { '/data/x': '' } },
  );
}

/** Counts as instrumented code does. */
function spin(rounds: number): void {
  const counters = new Uint16Array(1);
  for (let round = 0; round < rounds; round += 1) siteTable().check(counters, 0);
}

function writeTo(use: (sink: Writable) => void): void {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  setTimeout(() => use(sink), 1);
}

function promisified(calls: number): Promise<unknown> {
  // Reason for the cast: the simulated util takes anything and gives Node's own errors.
  const promise = promisify((callback: (error: null, value: number) => void) => {
    for (let call = 0; call < calls; call += 1) setTimeout(() => callback(null, call), 1);
  }) as () => Promise<unknown>;
  return promise();
}

function listen(times: number): void {
  const emitter = new EventEmitter();
  for (let at = 0; at < times; at += 1) emitter.on('data', () => undefined);
}

function shutDown(completely: boolean): void {
  const heartbeat = setInterval(() => undefined, 1000);
  process.on('SIGTERM', () => {
    if (completely) clearInterval(heartbeat);
  });
}

describe('without any property, a finding tells of', () => {
  for (const [title, { wrong, right }] of Object.entries(wrongs)) {
    test(`${title}, and not of its fixed twin`, async () => {
      expect(titlesOf(await simulate(wrong))).toEqual([title]);
      expect(titlesOf(await simulate(right))).toEqual([]);
    });

    test(`${title} only if it was not switched off`, async () => {
      const outcome = await simulate((sim) => {
        sim.allow(title, 'nonzero_exit');
        wrong(sim);
      });
      expect(outcome.status).toBe('pass');
    });
  }
});

describe('what is written to a response that has ended', () => {
  const late = (act: (response: http.ServerResponse) => void) => (sim: Sim) => {
    serving(sim, (_request, response) => {
      response.on('error', () => undefined).end('done');
      setTimeout(() => act(response), 100);
    });
    sim.client('c', async () => void (await (await fetch('http://n/report')).text()));
  };

  test.each(['write', 'end'] as const)('is a finding though Node drops it: %s', async (name) => {
    const { findings } = await simulate(late((response) => void response[name]('more')));
    expect(findings).toMatchObject([
      { title: 'write_after_end', message: `n called ${name} of its response to GET /report after it had ended` },
    ]);
  });

  test('is none when there is nothing to write', async () => {
    expect(titlesOf(await simulate(late((response) => void response.end())))).toEqual([]);
  });
});

class Lock {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  take(): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return Promise.resolve();
  }

  free(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}

describe('a client that waits for ever', () => {
  test('is shown at its await', async () => {
    const never = new Promise(() => undefined);
    const { findings } = await simulate((sim) => {
      sim.client('c', async () => {
        await sim.sleep(10);
        await waitHere(never);
      });
    });
    expect(findings[0]?.location?.details?.['stack']).toMatch(/^Error: waits here\n +at waitHere \(.*oracles\.test\.ts:\d+:\d+\)/u);
  });

  test('is shown together with everybody else who waits, and where what they wait for was made', async () => {
    const transfers = (second: 'same' | 'other') => (sim: Sim) => {
      const [a, b] = [new Lock(), new Lock()];
      const moveMoney = async (from: Lock, to: Lock): Promise<void> => {
        await from.take();
        await sim.sleep(10);
        await to.take();
        to.free();
        from.free();
      };
      sim.client('alice', () => moveMoney(a, b));
      sim.client('bob', () => (second === 'same' ? moveMoney(a, b) : moveMoney(b, a)));
    };
    expect(titlesOf(await simulate(transfers('same')))).toEqual([]);
    const { findings } = await simulate(transfers('other'));
    expect(findings).toMatchObject([{ title: 'client_pending', message: expect.stringContaining('nothing is left that could wake it') }]);
    const waits = findings[0]?.location?.details?.['waits'];
    expect(waits).toBeTypeOf('string');
    expect(waits).toMatch(/^alice waits\n +at moveMoney \(.*oracles\.test\.ts:\d+:\d+\)$/mu);
    expect(waits).toMatch(/^bob waits\n +at moveMoney \(.*oracles\.test\.ts:\d+:\d+\)$/mu);
    expect(waits).toMatch(/^ +for what was made\n +at Lock\.take \(.*oracles\.test\.ts:\d+:\d+\)$/mu);
  });

  test('is shown at the call whose answer does not come', async () => {
    const { findings } = await simulate(
      (sim) => {
        serving(sim, () => undefined);
        sim.client('c', async () => void (await fetch('http://n/lost', { signal: AbortSignal.timeout(1e9) })));
      },
      undefined,
      { timeoutMs: 1000 },
    );
    expect(findings).toMatchObject([{ title: 'client_pending', message: expect.stringContaining('n has not answered GET /lost') }]);
    expect(findings[0]?.location?.details?.['stack']).toMatch(/oracles\.test\.ts:\d+:\d+/u);
  });

  test('for a condition is told so', async () => {
    const { findings } = await simulate((sim) => sim.client('c', () => sim.until(() => false)));
    expect(findings[0]?.message).toContain('client c still waits in sim.until for a condition that does not hold');
  });
});

async function waitHere(something: Promise<unknown>): Promise<void> {
  await something;
}

describe('what is switched off', () => {
  test('is counted', async () => {
    const { allowed } = await simulate((sim) => {
      sim.allow('leaked_listener', 'port_conflict');
      sim.node('n', () => listen(11));
    });
    expect(allowed).toEqual({ leaked_listener: 1, port_conflict: 0 });
  });

  test('must be something that exists', async () => {
    const { findings } = await simulate((sim) => sim.allow('leaked_handel'));
    expect(findings).toMatchObject([{ title: 'check_threw', message: expect.stringContaining("sim.allow('leaked_handel')") }]);
  });
});
