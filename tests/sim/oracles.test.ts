import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { simUtil } from '../../src/sim/builtin/promisify.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { simulate, titlesOf } from '../support/simulate.ts';

/** Each program does exactly one thing wrong, and its twin does it right. */
const wrongs: Readonly<Record<string, { readonly wrong: (sim: Sim) => void; readonly right: (sim: Sim) => void }>> = {
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

function writeTo(use: (sink: Writable) => void): void {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  setTimeout(() => use(sink), 1);
}

function promisified(calls: number): Promise<unknown> {
  // Reason for the cast: the simulated util takes anything and gives Node's own errors.
  const promise = simUtil.promisify((callback: (error: null, value: number) => void) => {
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
