/** Workers, ports and channels: the same on real Node and in simulation. */
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { describe } from 'vitest';
import { type Load, sameInBothWorlds, told } from '../support/both-worlds.ts';

const file = fileURLToPath(new URL('../fixtures/processes/worker.mjs', import.meta.url));
const world = { modules: [file] };

function start(load: Load, act: string, options: object = {}, data: object = {}): Worker {
  const { Worker: Thread } = load('worker_threads');
  return new Thread(file, { workerData: { act, ...data }, ...options });
}

/** Everything it tells, until it is over. */
function life(worker: Worker): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  worker.on('online', () => events.push('online'));
  worker.on('message', (message) => events.push({ message: message as unknown }));
  worker.on('error', (error) => events.push(told(error)));
  return new Promise((resolve) => {
    worker.on('exit', (code) => resolve([...events, `exit ${code}`]));
  });
}

describe('workers', () => {
  sameInBothWorlds(
    {
      'a worker gets its data, arguments and environment': (load) =>
        life(start(load, 'tell', { argv: ['a', 1], env: { X: 'y' } }, { list: [1, new Date(0)] })),
      'messages are answered in order': (load) => {
        const worker = start(load, 'echo');
        const end = life(worker);
        worker.postMessage(1);
        worker.postMessage({ deep: new Map([[1, new Set([2])]]) });
        worker.postMessage('bye');
        return end;
      },
      'what is posted is copied': async (load) => {
        const worker = start(load, 'echo');
        const end = life(worker);
        const value = { n: 1 };
        worker.postMessage(value);
        value.n = 2;
        worker.postMessage('bye');
        return end;
      },
      'process.exit ends the worker alone': (load) => life(start(load, 'exit')),
      'an error in a worker is an event, then it ends': (load) => life(start(load, 'fail')),
      'a rejection in a worker is an event, then it ends': (load) => life(start(load, 'reject')),
      'terminate stops what would run for ever': (load) =>
        new Promise((resolve) => {
          const worker = start(load, 'forever');
          worker.on('message', () => {
            void worker.terminate().then((code) => resolve([code, worker.threadId]));
          });
        }),
      'a port handed over works on the other side': (load) =>
        new Promise((resolve) => {
          const worker = start(load, 'port');
          const { port1, port2 } = new (load('worker_threads').MessageChannel)();
          port1.on('message', (message) => resolve(message));
          worker.postMessage({ port: port2 }, [port2]);
        }),
      'shared memory is shared': (load) =>
        new Promise((resolve) => {
          const memory = new SharedArrayBuffer(4);
          const worker = start(load, 'shared', {}, { memory });
          worker.on('message', () => resolve(new Int32Array(memory)[0]));
        }),
      'a worker that waits for shared memory is woken from outside': (load) =>
        new Promise((resolve) => {
          const memory = new SharedArrayBuffer(4);
          const worker = start(load, 'awaitShared', {}, { memory });
          worker.on('message', (message) => {
            if (message !== 'waiting') return resolve(message);
            const cells = new Int32Array(memory);
            Atomics.store(cells, 0, 7);
            Atomics.notify(cells, 0);
          });
        }),
      'output of a worker can be read': async (load) => {
        const worker = start(load, 'print', { stdout: true });
        const end = life(worker);
        let text = '';
        worker.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        await end;
        return text;
      },
      'the main thread knows that it is the main thread': (load) => {
        const { threadId, parentPort } = load('worker_threads');
        return [typeof threadId, parentPort === null || parentPort === undefined];
      },
      'a bare name is no path': (load) => new (load('worker_threads').Worker)('worker.mjs'),
      'what cannot be copied is refused at once': (load) => {
        const worker = start(load, 'tell');
        try {
          return worker.postMessage(() => 1);
        } finally {
          void worker.terminate();
        }
      },
    },
    world,
  );
});

describe('ports and channels', () => {
  sameInBothWorlds({
    'messages arrive in order, and then the end': (load) =>
      new Promise((resolve) => {
        const { port1, port2 } = new (load('worker_threads').MessageChannel)();
        const seen: unknown[] = [];
        port2.on('message', (message) => seen.push(message as unknown));
        port2.on('close', () => resolve([...seen, 'close']));
        port1.postMessage(1);
        port1.postMessage(undefined);
        port1.postMessage({ a: [2] });
        port1.close();
      }),
    'a message comes later than promises and ticks': (load) =>
      new Promise((resolve) => {
        const { port1, port2 } = new (load('worker_threads').MessageChannel)();
        const seen: string[] = [];
        port2.once('message', () => {
          port2.close();
          resolve([...seen, 'message']);
        });
        port1.postMessage(1);
        void Promise.resolve().then(() => seen.push('promise'));
        process.nextTick(() => seen.push('tick'));
        seen.push('now');
      }),
    'event listeners get events, and need a start': () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port2.addEventListener('message', (event) => {
          port2.close();
          resolve([event.type, Reflect.get(event, 'data'), event.constructor.name]);
        });
        port1.postMessage('x');
        port2.start();
      }),
    'onmessage starts the port by itself': () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port2.addEventListener('message', () => undefined);
        Object.assign(port2, {
          onmessage: (event: { readonly data: unknown }) => {
            port1.close();
            resolve(event.data);
          },
        });
        port1.postMessage('x');
      }),
    'receiveMessageOnPort takes without waiting': (load) => {
      const { MessageChannel: Channel, receiveMessageOnPort } = load('worker_threads');
      const { port1, port2 } = new Channel();
      port1.postMessage({ a: 1 });
      port1.postMessage(2);
      return [receiveMessageOnPort(port2), receiveMessageOnPort(port2), receiveMessageOnPort(port2)];
    },
    'buffers that are handed over are gone here': (load) => {
      const { MessageChannel: Channel, receiveMessageOnPort } = load('worker_threads');
      const { port1, port2 } = new Channel();
      const buffer = new ArrayBuffer(8);
      port1.postMessage(buffer, [buffer]);
      return [buffer.byteLength, receiveMessageOnPort(port2)?.message instanceof ArrayBuffer];
    },
    'a port in a message must be handed over': () => {
      const { port1, port2 } = new MessageChannel();
      port1.postMessage({ port2 });
    },
    'posting nothing is refused': () => new MessageChannel().port1.postMessage(...([] as never as [unknown])),
    'ports cannot be made by hand': () => Reflect.construct(MessagePort, []),
    'a broadcast reaches all others of the name': () =>
      new Promise((resolve) => {
        const [one, two, three, other] = [
          new BroadcastChannel('a'),
          new BroadcastChannel('a'),
          new BroadcastChannel('a'),
          new BroadcastChannel('b'),
        ];
        const seen: string[] = [];
        for (const [name, channel] of Object.entries({ one, two, three, other })) {
          Object.assign(channel, {
            onmessage: (event: { readonly data: unknown }) => {
              seen.push(`${name} ${String(event.data)}`);
              if (seen.length < 2) return;
              for (const each of [one, two, three, other]) each.close();
              resolve(seen.toSorted());
            },
          });
        }
        one.postMessage('hello');
      }),
    'a closed broadcast channel refuses': () => {
      const channel = new BroadcastChannel('c');
      channel.close();
      channel.postMessage(1);
    },
  });
});

/** Newer than the library of types this project is written for. */
interface Waiting {
  readonly async: boolean;
  readonly value: string | Promise<string>;
}

function waitAsync(...args: readonly unknown[]): Waiting {
  const real: unknown = Reflect.get(Atomics, 'waitAsync');
  // Reason for the casts: every version of Node that is supported has it.
  return Reflect.apply(real as () => unknown, Atomics, args) as Waiting;
}

describe('shared memory that is waited for', () => {
  sameInBothWorlds({
    'waiters are woken in the order they came, as many as were asked for': async () => {
      const words = new Int32Array(new SharedArrayBuffer(16));
      const woken: string[] = [];
      const wait = (name: string, index: number) =>
        Promise.resolve(waitAsync(words, index, 0).value).then((how) => woken.push(`${name} ${how}`));
      const all = [wait('first', 1), wait('second', 1), wait('other', 2), wait('third', 1)];
      const counts = [Atomics.notify(words, 0), Atomics.notify(words, 1, 2)];
      await Promise.all(all.slice(0, 2));
      counts.push(Atomics.notify(words, 1), Atomics.notify(words, 1), Atomics.notify(words, 2));
      await Promise.all(all);
      return [woken, counts];
    },
    'who need not wait does not': () => {
      const words = new Int32Array(new SharedArrayBuffer(8));
      const refused = (act: () => unknown) => {
        try {
          return act();
        } catch (error) {
          return told(error);
        }
      };
      return [waitAsync(words, 0, 1), waitAsync(words, 0, 0, 0), refused(() => waitAsync(words, 9, 0)), refused(() => waitAsync([], 0, 0))];
    },
    'a wait that takes too long says so': async () => {
      const words = new BigInt64Array(new SharedArrayBuffer(8));
      const alive = setInterval(() => undefined, 1);
      const waiting = waitAsync(words, 0, 0n, 5);
      const how = await waiting.value;
      clearInterval(alive);
      return [waiting.async, how, Atomics.notify(words, 0)];
    },
  });
});
