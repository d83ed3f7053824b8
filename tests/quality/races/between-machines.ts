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
  endedLease('a lease that has ended, by a narrow margin', 14, {
    answers: 4,
    why: 'the second worker has to go, and then three of the four steps of its request have to come before the write of the first; one of the four is in time by itself',
  }),
  race(
    'services',
    'a stale answer that is kept',
    (sim, isFixed) => {
      let stored = 'old';
      let cached: string | undefined;
      let version = 0;
      sim.node('store', () => {
        http.createServer((_request, response) => response.end(stored)).listen(80);
        setTimeout(() => {
          stored = 'new';
          void ask('http://cache/forget');
        }, 15);
      });
      serve(sim, 'cache', async (_method, url) => {
        if (url === '/forget') {
          version += 1;
          cached = undefined;
          return '';
        }
        const from = version;
        const value = await ask('http://store/get');
        if (!isFixed || from === version) cached = value;
        return value;
      });
      sim.client('reader', () => ask('http://cache/get'));
      sim.finally('nothing old is kept', () => cached === undefined || cached === stored);
    },
    { answers: 5, why: 'the timer and all four steps of the request it makes have to come before one answer that is due' },
  ),
  race('services', 'two primaries', (sim, isFixed) => {
    const primaries = new Set(['first']);
    serve(sim, 'first', () => 'alive');
    // Whoever takes over without asking a third party believes that silence means death.
    serve(sim, 'judge', () => {
      if (isFixed) primaries.delete('first');
      return 'granted';
    });
    sim.client('second', async () => {
      await pause(5);
      const answer = await fetch('http://first/', { signal: AbortSignal.timeout(20) }).then(
        (response) => response.text(),
        () => undefined,
      );
      if (answer === 'alive') return;
      if (isFixed) await ask('http://judge/');
      primaries.add('second');
    });
    sim.faults(faults.latency({ rate: 0.3, ms: 30 }));
    sim.finally('one primary', () => primaries.size === 1);
  }),
  race('services', 'one item sold by two shops', (sim, isFixed) => {
    let stock = 1;
    let sold = 0;
    serve(sim, 'stock', (_method, url) => {
      const before = stock;
      if (url === '/take' && stock > 0) stock -= 1;
      return String(before);
    });
    const shop = (name: string) =>
      serve(sim, name, async () => {
        if (Number(await ask(`http://stock/${isFixed ? 'take' : 'look'}`)) === 0) return 'sold out';
        if (!isFixed) await ask('http://stock/take');
        sold += 1;
        return 'sold';
      });
    for (const name of ['north', 'south']) shop(name);
    sim.client('ann', () => ask('http://north/buy'));
    sim.client('bob', async () => {
      await pause(9);
      await ask('http://south/buy');
    });
    sim.finally('sold once', () => sold === 1);
  }),
];

function endedLease(called: string, secondAtMs: number, optimum?: Race['optimum']): Race {
  return race(
    'services',
    called,
    (sim, isFixed) => {
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
    },
    optimum,
  );
}
