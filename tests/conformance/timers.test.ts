/** Timers: every rule of order that Node keeps, seen on real Node and in simulation. */
import { describe } from 'vitest';
import { type Body, sameInBothWorlds } from '../support/both-worlds.ts';

/** Collects words in order; `end` gives them all. */
function story(write: (say: (word: string) => void, end: (word?: string) => void) => void): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const words: string[] = [];
    write(
      (word) => words.push(word),
      (word) => resolve(word === undefined ? words : [...words, word]),
    );
  });
}

/** In a callback of an I/O operation. */
function inInput(load: Parameters<Body>[0], act: () => void): void {
  load('crypto').randomBytes(1, act);
}

describe('order', () => {
  sameInBothWorlds({
    'ticks come before promises, promises before timers': () =>
      story((say, end) => {
        setTimeout(() => end('timer'), 0);
        void Promise.resolve().then(() => say('promise'));
        queueMicrotask(() => say('microtask'));
        process.nextTick(() => say('tick'));
        say('now');
      }),
    'ticks set by ticks come before promises': () =>
      story((say, end) => {
        setTimeout(end, 1);
        process.nextTick(() => {
          say('tick');
          process.nextTick(() => say('tick of tick'));
        });
        void Promise.resolve().then(() => say('promise'));
      }),
    'a tick set by a promise comes after all promises': () =>
      story((say, end) => {
        setTimeout(end, 1);
        void Promise.resolve().then(() => {
          say('promise 1');
          process.nextTick(() => say('tick'));
          return undefined;
        });
        void Promise.resolve().then(() => say('promise 2'));
      }),
    'ticks get their arguments': () =>
      story((say, end) => {
        process.nextTick((a: string, b: string) => say(a + b), 'a', 'b');
        setTimeout(end, 1);
      }),
    'timers of one delay fire in the order they were set': () =>
      story((say, end) => {
        for (const word of ['a', 'b', 'c']) setTimeout(() => say(word), 5);
        setTimeout(end, 5);
      }),
    'a shorter timer fires first': () =>
      story((say, end) => {
        setTimeout(end, 60);
        setTimeout(() => say('30'), 30);
        setTimeout(() => say('1'), 1);
      }),
    '0, 1, nothing and nonsense are the same delay': () =>
      story((say, end) => {
        setTimeout(() => say('0'), 0);
        setTimeout(() => say('1'), 1);
        setTimeout(() => say('nothing'));
        setTimeout(() => say('negative'), -5);
        setTimeout(() => say('text'), 'x' as never);
        setTimeout(end, 1);
      }),
    'promises run between timers that are due together': () =>
      story((say, end) => {
        setTimeout(() => {
          say('one');
          void Promise.resolve().then(() => say('promise of one'));
          process.nextTick(() => say('tick of one'));
        }, 5);
        setTimeout(() => end('two'), 5);
      }),
    'inside I/O an immediate comes before every timer': (load) =>
      story((say, end) => {
        inInput(load, () => {
          setTimeout(() => end('timer'), 0);
          setImmediate(() => say('immediate'));
        });
      }),
    'immediates run in order, and those they set wait for the next round': () =>
      story((say, end) => {
        setImmediate(() => {
          say('one');
          setImmediate(() => end('of one'));
        });
        setImmediate(() => say('two'));
      }),
    'promises run between immediates': () =>
      story((say, end) => {
        setImmediate(() => {
          say('one');
          void Promise.resolve().then(() => say('promise'));
          process.nextTick(() => say('tick'));
        });
        setImmediate(() => end('two'));
      }),
    'a timer set in an immediate waits for the next round': () =>
      story((say, end) => {
        setImmediate(() => {
          setTimeout(() => end('timer'), 0);
          say('one');
        });
        setImmediate(() => say('two'));
      }),
    'async functions go on as promises do': () =>
      story((say, end) => {
        const run = async () => {
          say('begin');
          await Promise.resolve();
          say('after one await');
          await Promise.resolve();
          say('after two');
        };
        void run();
        void Promise.resolve()
          .then(() => say('then 1'))
          .then(() => say('then 2'));
        setTimeout(end, 1);
      }),
  });
});

describe('clearing and keeping', () => {
  sameInBothWorlds({
    'a cleared timer never fires': () =>
      story((say, end) => {
        clearTimeout(setTimeout(() => say('never'), 1));
        clearImmediate(setImmediate(() => say('never')));
        setTimeout(end, 5);
      }),
    'clearing nonsense is no error': () => {
      clearTimeout(undefined);
      clearTimeout(null as never);
      clearTimeout({} as never);
      clearInterval('x');
      clearImmediate(undefined);
      return 'fine';
    },
    'a timer can be cleared by its number': () =>
      story((say, end) => {
        clearTimeout(Number(setTimeout(() => say('never'), 1)));
        clearTimeout(String(Number(setTimeout(() => say('never'), 1))));
        setTimeout(end, 5);
      }),
    'a timer that is due with another can still be cleared by it': () =>
      story((say, end) => {
        setTimeout(() => clearTimeout(second), 5);
        const second = setTimeout(() => say('never'), 5);
        setTimeout(end, 5);
      }),
    'an immediate can be cleared by one of the same round': () =>
      story((say, end) => {
        setImmediate(() => clearImmediate(second));
        const second = setImmediate(() => say('never'));
        setImmediate(() => end('third'));
      }),
    'an interval comes again until it is cleared': () =>
      story((say, end) => {
        let count = 0;
        const interval = setInterval(() => {
          count += 1;
          say(`${count}`);
          if (count < 3) return;
          clearInterval(interval);
          setTimeout(end, 10);
        }, 1);
      }),
    'refresh counts from now': () =>
      story((say, end) => {
        const timer = setTimeout(() => end('refreshed'), 60);
        setTimeout(() => timer.refresh(), 30);
        setTimeout(() => say('other'), 75);
      }),
    'a timer that has fired fires once more after refresh': () =>
      story((say, end) => {
        let isFirst = true;
        const timer = setTimeout(() => {
          if (!isFirst) {
            end('second');
            return;
          }
          isFirst = false;
          say('first');
          timer.refresh();
        }, 2);
      }),
    'ref and unref are told': () => {
      const [timer, immediate] = [setTimeout(() => undefined, 1), setImmediate(() => undefined)];
      const seen = [
        timer.hasRef(),
        timer.unref().hasRef(),
        timer.ref().hasRef(),
        immediate.hasRef(),
        immediate.unref().hasRef(),
        immediate.ref().hasRef(),
      ];
      clearTimeout(timer);
      clearImmediate(immediate);
      return seen;
    },
    'callbacks get their arguments, and the timer as this': () =>
      new Promise((resolve) => {
        const timer = setTimeout(
          function fire(this: unknown, ...args: unknown[]) {
            resolve([this === timer, args]);
          },
          1,
          'a',
          2,
        );
      }),
    'a text is no callback': () => Reflect.apply(setTimeout, undefined, ['code()', 1]),
    'nothing is no callback for an immediate': () => Reflect.apply(setImmediate, undefined, []),
    'nothing is no callback for a tick': () => process.nextTick(undefined as never),
  });
});

describe('promises', () => {
  sameInBothWorlds({
    'timeouts give their value': async (load) => [
      await load('timers/promises').setTimeout(1, 'value'),
      await load('timers/promises').setImmediate('at once'),
    ],
    'promisify knows timers': async (load) => [
      await load('util').promisify(setTimeout)(1, 'x'),
      await load('util').promisify(setImmediate)('y'),
    ],
    'an abort rejects with its reason': async (load) => {
      const controller = new AbortController();
      const waiting = load('timers/promises').setTimeout(1000, undefined, { signal: controller.signal });
      controller.abort('why');
      return waiting.catch((error: unknown) => [
        Reflect.get(Object(error), 'name'),
        Reflect.get(Object(error), 'code'),
        Reflect.get(Object(error), 'cause'),
      ]);
    },
    'what is aborted already never starts': (load) => load('timers/promises').setTimeout(1, 'x', { signal: AbortSignal.abort() }),
    'intervals are iterated': async (load) => {
      const seen: unknown[] = [];
      for await (const value of load('timers/promises').setInterval(1, 'v')) {
        seen.push(value);
        if (seen.length === 3) break;
      }
      return seen;
    },
    'an abort ends an iteration': async (load) => {
      const controller = new AbortController();
      let count = 0;
      for await (const _ of load('timers/promises').setInterval(1, 'v', { signal: controller.signal })) {
        count += 1;
        if (count === 2) controller.abort();
      }
    },
    'the scheduler waits and yields': async (load) => {
      const { scheduler } = load('timers/promises');
      await scheduler.yield();
      return scheduler.wait(2);
    },
    'AbortSignal.timeout aborts with a TimeoutError': async () => {
      const signal = AbortSignal.timeout(2);
      const before = signal.aborted;
      // Such a signal keeps no process alive.
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      return [before, signal.aborted, signal.reason instanceof DOMException, Reflect.get(Object(signal.reason), 'name')];
    },
    'AbortSignal.any follows the first': async () => {
      const any = AbortSignal.any([AbortSignal.timeout(1), new AbortController().signal]);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      return [any.aborted, Reflect.get(Object(any.reason), 'name')];
    },
    'a negative timeout is refused': () => AbortSignal.timeout(-1),
  });
});
