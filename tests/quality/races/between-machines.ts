/** Races between machines: what was read from another one is old when it is acted upon, and who does not answer may have acted. */
import type * as nodeHttp from 'node:http';
import { builtinModule } from '../../../src/sim/builtin/table.ts';
import { faults } from '../../../src/sim/fault/faults.ts';
import type { NodeHandle } from '../../../src/sim/scenario/node-handle.ts';
import type { Sim } from '../../../src/sim/scenario/sim.ts';
import { pause, type Race, race } from './race.ts';

/** The simulated module has the functions of the real one. */
const http = builtinModule('http') as typeof nodeHttp;

/** A server that answers each request with a text. */
function serve(sim: Sim, name: string, answer: (method: string, url: string) => string | Promise<string>): NodeHandle {
  return sim.node(name, () => {
    http
      .createServer((request, response) => {
        void Promise.resolve(answer(request.method ?? '', request.url ?? '')).then((text) => response.end(text));
      })
      .listen(80);
  });
}

const ask = async (url: string): Promise<string> => (await fetch(url)).text();

export const serviceRaces: readonly Race[] = [
  race('services', 'a balance read, computed and written', (sim, isFixed) => {
    let balance = 10;
    serve(sim, 'bank', (_method, url) => {
      const [, verb, amount] = url.split('/');
      if (verb === 'set') balance = Number(amount);
      if (verb === 'add') balance += Number(amount);
      return String(balance);
    });
    const deposit = (waitMs: number) => async () => {
      await pause(waitMs);
      if (isFixed) await ask('http://bank/add/1');
      else await ask(`http://bank/set/${Number(await ask('http://bank/get')) + 1}`);
    };
    sim.client('ann', deposit(0));
    sim.client('bob', deposit(7));
    sim.finally('both deposits count', () => balance === 12);
  }),
  race('services', 'two leaders', (sim, isFixed) => {
    let leader = '';
    let leaders = 0;
    serve(sim, 'lock', (_method, url) => {
      const [, verb, name = ''] = url.split('/');
      if (verb === 'set') leader = name;
      if (verb === 'try' && leader === '') leader = name;
      return leader;
    });
    const run = (name: string, waitMs: number) => async () => {
      await pause(waitMs);
      if (isFixed) {
        if ((await ask(`http://lock/try/${name}`)) === name) leaders += 1;
        return;
      }
      if ((await ask('http://lock/get')) !== '') return;
      await ask(`http://lock/set/${name}`);
      leaders += 1;
    };
    sim.client('a', run('a', 0));
    sim.client('b', run('b', 7));
    sim.finally('one leader', () => leaders === 1);
  }),
  race('services', 'charged again', (sim, isFixed) => {
    const charges: string[] = [];
    serve(sim, 'payments', async (_method, url) => {
      if (!isFixed || !charges.includes(url)) charges.push(url);
      await pause(2);
      return 'ok';
    });
    sim.faults(faults.latency({ rate: 0.3, ms: 30 }));
    sim.client('shop', async () => {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const answer = await fetch('http://payments/order-1', { signal: AbortSignal.timeout(20) }).then(
          (response) => response.text(),
          () => undefined,
        );
        if (answer === 'ok') return;
      }
    });
    sim.finally('charged once', () => charges.length <= 1);
  }),
  endedLease('a lease that has ended', 11),
];

/** Not found within a hundred schedules by enough seeds: 21 of 30. Counted where strategies are measured, so that it is not forgotten. */
export const hardRaces: readonly Race[] = [endedLease('a lease that has ended, by a narrow margin', 14)];

function endedLease(called: string, secondAtMs: number): Race {
  return race('services', called, (sim, isFixed) => {
    const writes: string[] = [];
    let holder = '';
    let token = 0;
    serve(sim, 'store', (_method, url) => {
      const [, verb, name = '', given = ''] = url.split('/');
      if (verb === 'take') {
        holder = name;
        token += 1;
        return String(token);
      }
      if (isFixed && Number(given) !== token) return 'refused';
      writes.push(name === holder ? 'good' : 'bad');
      return 'ok';
    });
    const work = (name: string, waitMs: number) => async () => {
      await pause(waitMs);
      const mine = await ask(`http://store/take/${name}`);
      await pause(5);
      await ask(`http://store/write/${name}/${mine}`);
    };
    sim.client('a', work('a', 0));
    sim.client('b', work('b', secondAtMs));
    sim.finally('nobody writes without the lease', () => !writes.includes('bad'));
  });
}
