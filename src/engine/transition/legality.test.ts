import { expect, test, describe } from 'vitest';
import { Decider } from '../../decide/decider.ts';
import { EnumerateSource } from '../../decide/enumerate.ts';
import { DecisionLog } from '../../decide/log.ts';
import type { EventLoop } from './event-loop.ts';
import { PendingKind, type PendingKindName } from './pending.ts';
import { Scheduler } from './scheduler.ts';

/** What a small program may do; `seen` collects the order of its callbacks. */
interface Machine {
  timer(name: string, ms: number, then?: () => void): void;
  immediate(name: string, then?: () => void): void;
  /** An operation in flight that completes after that many ms at the earliest. */
  io(name: string, ms: number, then?: () => void): void;
  /** Stands still for a while. */
  pause(ms: number): void;
}

function machineOn(scheduler: Scheduler, loop: EventLoop, seen: string[]): Machine {
  const add = (kind: PendingKindName, name: string, ms: number, then: (() => void) | undefined) => {
    const act = () => {
      seen.push(name);
      then?.();
    };
    scheduler.add(loop, PendingKind[kind], name, ms * 1000, act, undefined);
  };
  return {
    timer: (name, ms, then) => add('timer', name, ms, then),
    immediate: (name, then) => add('immediate', name, 0, then),
    io: (name, ms, then) => add('arrival', name, ms, then),
    pause: (ms) => {
      loop.pausedUntilUs = scheduler.nowUs + ms * 1000;
    },
  };
}

/** Every order in which the callbacks of the program can run. */
function ordersOf(program: (machines: readonly Machine[]) => void, machineCount = 1, latenessMs = 10): ReadonlySet<string> {
  const orders = new Set<string>();
  const source = new EnumerateSource();
  do {
    const seen: string[] = [];
    const scheduler = new Scheduler(new Decider(source, new DecisionLog()), latenessMs * 1000);
    const machines = Array.from({ length: machineCount }, (_, index) => machineOn(scheduler, scheduler.addLoop(`m${index}`), seen));
    program(machines);
    for (let next = scheduler.next(); next !== undefined; next = scheduler.next()) next.act(next.subject);
    orders.add(seen.join(' '));
  } while (source.next());
  return orders;
}

interface Rule {
  readonly law: string;
  readonly program: (machine: Machine, other: Machine) => void;
  /** The whole set of legal orders. */
  readonly legal: readonly string[];
  /** One that a naive scheduler would produce. */
  readonly never: string;
  readonly machines?: number;
}

const rules: readonly Rule[] = [
  {
    law: 'timers with the same delay fire in the order in which they were set',
    program: (m) => {
      m.timer('a', 5);
      m.timer('b', 5);
    },
    legal: ['a b'],
    never: 'b a',
  },
  {
    law: 'a shorter timer set in the same tick fires first',
    program: (m) => {
      m.timer('long', 6);
      m.timer('short', 5);
    },
    legal: ['short long'],
    never: 'long short',
  },
  {
    law: 'an immediate set in an I/O callback runs before a timer set there',
    program: (m) => {
      m.io('io', 1, () => {
        m.timer('timer', 1);
        m.immediate('immediate');
      });
    },
    legal: ['io immediate timer'],
    never: 'io timer immediate',
  },
  {
    law: 'an immediate set in an I/O callback runs before a timer that was due before',
    program: (m) => {
      m.timer('timer', 1);
      m.io('io', 1, () => m.immediate('immediate'));
    },
    legal: ['timer io immediate', 'io immediate timer'],
    never: 'io timer immediate',
  },
  {
    law: 'from the main program a timer of 1 ms and an immediate may run in either order',
    program: (m) => {
      m.timer('timer', 1);
      m.immediate('immediate');
    },
    legal: ['immediate timer', 'timer immediate'],
    never: '',
  },
  {
    law: 'immediates run in the order in which they were set',
    program: (m) => {
      m.immediate('a');
      m.immediate('b');
    },
    legal: ['a b'],
    never: 'b a',
  },
  {
    law: 'nothing gets between the immediates of one round',
    program: (m) => {
      m.io('io', 0);
      m.immediate('a');
      m.immediate('b');
    },
    legal: ['io a b', 'a b io'],
    never: 'a io b',
  },
  {
    law: 'an immediate set by an immediate waits for the next round, in which I/O may come first',
    program: (m) => {
      m.io('io', 0);
      m.immediate('a', () => m.immediate('c'));
      m.immediate('b');
    },
    legal: ['io a b c', 'a b io c', 'a b c io'],
    never: 'a c b io',
  },
  {
    law: 'timers that are due together are finished before immediates run',
    program: (m) => {
      m.pause(5);
      m.timer('a', 1, () => m.immediate('immediate'));
      m.timer('b', 2);
    },
    legal: ['a b immediate'],
    never: 'a immediate b',
  },
  {
    law: 'completions of operations in flight may come in any order',
    program: (m) => {
      m.io('a', 1);
      m.io('b', 2);
    },
    legal: ['a b', 'b a'],
    never: 'b',
  },
  {
    law: 'what is further away than the lateness never overtakes',
    program: (m) => {
      m.io('soon', 1);
      m.io('late', 50);
    },
    legal: ['soon late'],
    never: 'late soon',
  },
  {
    law: 'a timer may be late while I/O of the same machine goes first, but never early',
    program: (m) => {
      m.timer('timer', 5);
      m.io('io', 6);
    },
    legal: ['timer io', 'io timer'],
    never: '',
  },
  {
    law: 'timers of two machines are free against each other within the lateness',
    program: (m, other) => {
      m.timer('here', 5);
      other.timer('there', 6);
    },
    machines: 2,
    legal: ['here there', 'there here'],
    never: '',
  },
  {
    law: 'a machine that stands still runs nothing until it goes on, however late that makes it',
    program: (m, other) => {
      m.timer('stuck', 1);
      m.pause(100);
      other.timer('a', 20);
      other.timer('b', 40);
    },
    machines: 2,
    legal: ['a b stuck'],
    never: 'stuck a b',
  },
];

describe('only orders that Node could produce exist:', () => {
  test.each(rules)('$law', ({ program, legal, never, machines = 1 }) => {
    const orders = ordersOf(([first, second]) => {
      if (first !== undefined) program(first, second ?? first);
    }, machines);
    expect([...orders].toSorted()).toEqual([...legal].toSorted());
    expect(orders.has(never)).toBe(false);
  });
});

test('the first order of all is the one of idle Node: what is due first comes first', () => {
  const [calm] = ordersOf(([m, other]) => {
    m?.io('b', 2);
    other?.timer('c', 3);
    m?.io('a', 1);
  }, 2);
  expect(calm).toBe('a b c');
});

test('where only one thing can happen nobody is asked', () => {
  const log = new DecisionLog();
  const scheduler = new Scheduler(new Decider(new EnumerateSource(), log), 10_000);
  const loop = scheduler.addLoop('m');
  let ran = 0;
  const act = () => {
    ran += 1;
    if (ran < 5) scheduler.add(loop, PendingKind.timer, 'timer', 1000, act, undefined);
  };
  scheduler.add(loop, PendingKind.timer, 'timer', 1000, act, undefined);
  for (let next = scheduler.next(); next !== undefined; next = scheduler.next()) next.act(next.subject);
  expect(ran).toBe(5);
  expect(scheduler.nowUs).toBe(5000);
  expect(log.length).toBe(0);
});

test('what was cancelled never runs, wherever it was', () => {
  const scheduler = new Scheduler(new Decider(new EnumerateSource(), new DecisionLog()), 0);
  const loop = scheduler.addLoop('m');
  const seen: string[] = [];
  const see = (name: unknown) => seen.push(String(name));
  const all = (['timer', 'immediate', 'arrival'] as const).flatMap((kind) =>
    ['x', 'y', 'z'].map((name) => scheduler.add(loop, PendingKind[kind], kind, 1000, see, `${kind}-${name}`)),
  );
  for (const pending of all.filter(({ subject }) => String(subject).endsWith('y'))) {
    expect(loop.cancel(pending)).toBe(true);
    expect(loop.cancel(pending)).toBe(false);
  }
  for (let next = scheduler.next(); next !== undefined; next = scheduler.next()) next.act(next.subject);
  expect(seen.toSorted()).toEqual(['arrival-x', 'arrival-z', 'immediate-x', 'immediate-z', 'timer-x', 'timer-z']);
  expect(loop.alive).toBe(0);
  expect(loop.lively).toBe(0);
});
