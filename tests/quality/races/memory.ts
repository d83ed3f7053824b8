/** Races over what a process keeps in memory: between a look and the act that counts on it, something else runs. */
import { disk, type Race, race, Turns } from './race.ts';

export const memoryRaces: readonly Race[] = [
  race('atomicity', 'lost update', (sim, isFixed) => {
    const turns = new Turns();
    let value = 0;
    const add = async () => {
      const read = value;
      await disk.stat('/tmp');
      value = read + 1;
    };
    sim.node('counter', () => {
      const run = () => (isFixed ? turns.take(add) : add());
      void run();
      setTimeout(() => void run(), 3);
    });
    sim.finally('both count', () => value === 2);
  }),
  race('atomicity', 'two instances of one', (sim, isFixed) => {
    let made = 0;
    sim.node('app', () => {
      let instance: object | undefined;
      let making: Promise<object> | undefined;
      const create = async () => {
        await disk.stat('/tmp');
        made += 1;
        return {};
      };
      const get = async () => {
        if (isFixed) return (making ??= create());
        instance ??= await create();
        return instance;
      };
      void get();
      setTimeout(() => void get(), 3);
    });
    sim.finally('there is one', () => made === 1);
  }),
  race('atomicity', 'one connection for two', (sim, isFixed) => {
    let shared = false;
    sim.node('pool', () => {
      const idle = ['first', 'second'];
      const held = new Set<string>();
      const acquire = async () => {
        const found = isFixed ? idle.pop() : idle.at(-1);
        await disk.stat('/tmp');
        if (!isFixed) idle.pop();
        if (found === undefined) return;
        if (held.has(found)) shared = true;
        held.add(found);
      };
      void acquire();
      setTimeout(() => void acquire(), 3);
    });
    sim.finally('nobody shares', () => !shared);
  }),
  race('atomicity', 'more than the limit', (sim, isFixed) => {
    let passed = 0;
    sim.node('limiter', () => {
      let used = 0;
      const request = async () => {
        if (used >= 1) return;
        if (isFixed) used += 1;
        await disk.stat('/tmp');
        if (!isFixed) used += 1;
        passed += 1;
      };
      void request();
      setTimeout(() => void request(), 3);
    });
    sim.finally('one passes', () => passed === 1);
  }),
  race('atomicity', 'a list that shrinks under the loop', (sim, isFixed) => {
    const seen: string[] = [];
    sim.node('list', () => {
      const items = ['a', 'b', 'c'];
      const walk = async () => {
        for (const item of isFixed ? [...items] : items) {
          seen.push(item);
          await disk.stat('/tmp');
        }
      };
      setTimeout(() => items.shift(), 5);
      void walk();
    });
    sim.finally('everything was seen', () => seen.join('') === 'abc');
  }),
  race('order', 'used before it was loaded', (sim, isFixed) => {
    let early = false;
    sim.node('service', () => {
      let config: object | undefined;
      const ready = disk.stat('/tmp').then(() => {
        config = {};
      });
      setTimeout(() => {
        const use = () => {
          early ||= config === undefined;
        };
        if (isFixed) void ready.then(use);
        else use();
      }, 5);
    });
    sim.finally('it was there', () => !early);
  }),
  race(
    'order',
    'an old answer over a new one',
    (sim, isFixed) => {
      let shown = '';
      sim.node('search', () => {
        let latest = 0;
        const ask = async (text: string) => {
          latest += 1;
          const mine = latest;
          await disk.stat('/tmp');
          if (!isFixed || mine === latest) shown = text;
        };
        void ask('fo');
        setTimeout(() => void ask('fozzy'), 2);
      });
      sim.finally('the last question is answered', () => shown === 'fozzy');
    },
    { answers: 2, why: 'the second question and its answer both have to come before the first answer' },
  ),
  race('order', 'a cache that remembers what was forgotten', (sim, isFixed) => {
    let cached: string | undefined;
    let stored = 'old';
    sim.node('cache', () => {
      let version = 0;
      const fill = async () => {
        const from = version;
        const value = stored;
        await disk.stat('/tmp');
        if (!isFixed || from === version) cached = value;
      };
      void fill();
      setTimeout(() => {
        stored = 'new';
        version += 1;
        cached = undefined;
      }, 3);
    });
    sim.finally('nothing old is kept', () => cached === undefined || cached === stored);
  }),
  race('timer', 'renewed after it was given up', (sim, isFixed) => {
    let isHeld = true;
    sim.node('holder', () => {
      let isStopped = false;
      const renew = async () => {
        await disk.stat('/tmp');
        if (!isFixed || !isStopped) isHeld = true;
      };
      setTimeout(() => void renew(), 4);
      setTimeout(() => {
        isStopped = true;
        isHeld = false;
      }, 9);
    });
    sim.finally('it is given up', () => !isHeld);
  }),
  race('timer', 'an edit during the save', (sim, isFixed) => {
    let saved = '';
    let text = '';
    sim.node('editor', () => {
      let isDirty = false;
      const save = async () => {
        const written = text;
        if (isFixed) isDirty = false;
        await disk.stat('/tmp');
        saved = written;
        if (!isFixed) isDirty = false;
      };
      const edit = (next: string) => {
        text = next;
        isDirty = true;
      };
      edit('a');
      setTimeout(() => void save(), 2);
      setTimeout(() => edit('ab'), 6);
      setTimeout(() => (isDirty ? void save() : undefined), 40);
    });
    sim.finally('the last edit is saved', () => saved === text);
  }),
  race('double completion', 'answered and timed out', (sim, isFixed) => {
    let completions = 0;
    sim.node('caller', () => {
      let isOver = false;
      const complete = () => {
        if (isFixed && isOver) return;
        isOver = true;
        completions += 1;
      };
      const timer = setTimeout(complete, 9);
      void disk.stat('/tmp').then(() => {
        if (!isOver) clearTimeout(timer);
        complete();
      });
    });
    sim.finally('once', () => completions === 1);
  }),
  race('double completion', 'cancelled and done', (sim, isFixed) => {
    const states: string[] = [];
    sim.node('task', () => {
      let state = 'running';
      const become = (next: string) => {
        if (isFixed && state !== 'running') return;
        state = next;
        states.push(next);
      };
      void disk.stat('/tmp').then(() => become('done'));
      setTimeout(() => {
        if (state === 'running') become('cancelled');
      }, 6);
    });
    sim.finally('one end', () => states.length === 1);
  }),
  race('lost wake-up', 'nobody listens yet', (sim, isFixed) => {
    let isAwake = false;
    sim.node('waiter', () => {
      const listeners: (() => void)[] = [];
      let isSignalled = false;
      const listen = () => listeners.push(() => (isAwake = true));
      if (isFixed) listen();
      else void disk.stat('/tmp').then(listen);
      setTimeout(() => {
        isSignalled = true;
        for (const wake of listeners) wake();
      }, 5);
      if (isSignalled) isAwake = true;
    });
    sim.finally('the waiter woke up', () => isAwake);
  }),
  race('lost wake-up', 'checked, then slept', (sim, isFixed) => {
    let served = 0;
    sim.node('worker', () => {
      const queue: string[] = [];
      let wake: (() => void) | undefined;
      const work = async () => {
        for (;;) {
          if (queue.length === 0) {
            if (!isFixed) await disk.stat('/tmp');
            await new Promise<void>((resolve) => {
              wake = resolve;
              if (isFixed && queue.length > 0) resolve();
            });
          }
          queue.shift();
          served += 1;
          if (served === 1) return;
        }
      };
      void work();
      setTimeout(() => {
        queue.push('job');
        wake?.();
      }, 4);
    });
    sim.finally('the job was done', () => served === 1);
  }),
  race('order', 'finished while something is added', (sim, isFixed) => {
    let finishedEarly = false;
    sim.node('batch', () => {
      let pending = 1;
      let added = 0;
      const oneLess = () => {
        pending -= 1;
        if (pending === 0 && added < 1) finishedEarly = true;
      };
      if (isFixed) pending += 1;
      void disk.stat('/tmp').then(() => {
        if (!isFixed) pending += 1;
        added += 1;
        oneLess();
      });
      void disk.stat('/tmp').then(oneLess);
    });
    sim.finally('it waits for all', () => !finishedEarly);
  }),
];
