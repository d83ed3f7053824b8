/** `node:dns`: names that every machine knows, and names that none does. */
import { expect, test } from 'vitest';
import { sameInBothWorlds, simulate, told } from '../support/both-worlds.ts';

const facts = (error: unknown) => [
  told(error),
  Reflect.get(Object(error), 'syscall'),
  Reflect.get(Object(error), 'hostname'),
  Reflect.get(Object(error), 'errno'),
];

sameInBothWorlds({
  'localhost is the machine itself': (load) =>
    new Promise((resolve) => {
      load('dns').lookup('localhost', 4, (error, address, family) => resolve([error, address, family]));
    }),

  'an address is its own answer': async (load) => {
    const { lookup } = load('dns/promises');
    return [await lookup('127.0.0.1'), await lookup('::1'), await lookup('10.1.2.3', { all: true })];
  },

  'a name nobody has is not found': async (load) => {
    const error: unknown = await load('dns/promises')
      .lookup('nowhere.invalid')
      .catch((failure: unknown) => failure);
    const second: unknown = await new Promise((resolve) => load('dns').lookup('nowhere.invalid', (failure) => resolve(failure)));
    return [facts(error), facts(second)];
  },

  'misuse throws what Node throws': (load) => {
    const { lookup, resolve, setServers } = load('dns');
    const tries: (() => unknown)[] = [
      () => lookup(1 as never, () => undefined),
      () => lookup('localhost', undefined as never),
      () => lookup('localhost', { family: 5 } as never, () => undefined),
      () => resolve('localhost', 'NOPE', () => undefined),
      () => setServers(['nonsense']),
    ];
    return tries.map((attempt) => {
      try {
        attempt();
        return 'fine';
      } catch (error) {
        return [Reflect.get(Object(error), 'code'), Reflect.get(Object(error), 'name')];
      }
    });
  },

  'answers come after the code that asked': async (load) => {
    const log: string[] = [];
    await new Promise<void>((resolve) => {
      load('dns').lookup('127.0.0.1', () => {
        log.push('answer');
        resolve();
      });
      log.push('asked');
    });
    return log;
  },

  'servers can be set and read': (load) => {
    const resolver = new (load('dns').Resolver)();
    resolver.setServers(['127.0.0.1', '[::1]:1053']);
    return resolver.getServers();
  },
});

test('machines find each other by name, through both ways of asking', async () => {
  const { result } = await simulate(
    async (load) => {
      const dns = load('dns/promises');
      const { address } = await dns.lookup('bank');
      const missing: unknown = await dns.resolveMx('bank').catch((error: unknown) => error);
      const unknown: unknown = await dns.resolve4('shop').catch((error: unknown) => error);
      return [
        address,
        await dns.resolve4('bank'),
        await dns.reverse(address),
        Reflect.get(Object(missing), 'message'),
        Reflect.get(Object(unknown), 'message'),
      ];
    },
    { declare: (sim) => void sim.node('bank', () => undefined) },
  );
  expect(result).toEqual(['10.0.0.2', ['10.0.0.2'], ['bank'], 'queryMx ENODATA bank', 'queryA ENOTFOUND shop']);
});
