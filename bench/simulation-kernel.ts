/** How fast the loop of a simulation is on its own: against a bare queue, against real and fake timers, and over many runs. */
import { drain } from '../src/sim/drain.ts';
import { median, report } from './row.ts';
import type { Program } from '../src/sim/run/execute.ts';
import { cpuSeconds, functionProgram, runSeeds } from './simulated.ts';

const EVENTS = 200_000;
const CHAINS = 5;
const WARM_ROUNDS = 4;
const ROUNDS = 5;

const nothing = Promise.resolve();

/** A callback as programs have them: it waits for a promise, does next to nothing, and asks for its next turn. */
function ticking(setTimer: (callback: () => void) => void, events: number): () => void {
  let left = events;
  const goOn = () => {
    left -= 1;
    if (left > 0) setTimer(tick);
  };
  const tick = () => {
    void nothing.then(goOn);
  };
  return tick;
}

/** Two machines that have something to do at the same times: every pick is a decision. */
function twoMachines(setNext: (callback: () => void) => void): Program {
  return functionProgram(
    (sim) => {
      for (const name of ['a', 'b'])
        sim.node(name, () => {
          const tick = ticking(setNext, EVENTS / 2);
          // Later: a program that is busy from the first moment has not come up yet.
          setTimeout(() => {
            for (let at = 0; at < CHAINS; at += 1) setNext(tick);
          }, 1);
        });
    },
    { transitionsMax: 10 * EVENTS, settleMs: 1e9, latenessMs: 0 },
  );
}

const timers = twoMachines((callback) => setTimeout(callback, 1));
const immediates = twoMachines((callback) => setImmediate(callback));

/** Node's own queue, with nothing in between. */
function ownQueue(): Promise<void> {
  return new Promise((done) => {
    let machines = 2;
    for (const _ of ['a', 'b']) {
      let left = EVENTS / 2;
      const goOn = () => {
        left -= 1;
        if (left > 0) setImmediate(tick);
        else if (left === 0) {
          machines -= 1;
          if (machines === 0) done();
        }
      };
      const tick = () => {
        void nothing.then(goOn);
      };
      for (let at = 0; at < CHAINS; at += 1) setImmediate(tick);
    }
  });
}

interface Waiting {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/** The least a virtual clock needs: the same callbacks from a heap ordered by time, each followed by the same draining. */
class BareQueue {
  readonly #heap: Waiting[] = [];
  #now = 0;
  #order = 0;

  setTimer(callback: () => void): void {
    const heap = this.#heap;
    const item = { at: this.#now + 1, order: this.#order++, callback };
    let place = heap.push(item) - 1;
    while (place > 0) {
      const above = (place - 1) >>> 1;
      const parent = heap[above];
      if (parent === undefined || isBefore(parent, item)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = item;
  }

  run(): void {
    for (let item = this.#take(); item !== undefined; item = this.#take()) {
      this.#now = item.at;
      item.callback();
      drain();
    }
  }

  #take(): Waiting | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || first === last) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      let smaller = heap[child];
      const right = heap[child + 1];
      if (right !== undefined && smaller !== undefined && isBefore(right, smaller)) {
        smaller = right;
        child += 1;
      }
      if (smaller === undefined || isBefore(last, smaller)) break;
      heap[place] = smaller;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore(a: Waiting, b: Waiting): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function bareQueue(): Promise<void> {
  return new Promise((done) => {
    setImmediate(() => {
      const queue = new BareQueue();
      const setTimer = (callback: () => void) => queue.setTimer(callback);
      for (const _ of ['a', 'b']) {
        const tick = ticking(setTimer, EVENTS / 2);
        for (let at = 0; at < CHAINS; at += 1) setTimer(tick);
      }
      queue.run();
      done();
    });
  });
}

const twenty = functionProgram((sim) => {
  sim.node('n', () => {
    let left = 18;
    const tick = () => {
      left -= 1;
      if (left > 0) setTimeout(tick, 1);
    };
    setTimeout(tick, 1);
  });
});

const HOUR_MS = 3_600_000;
const heartbeats = functionProgram(
  (sim) => {
    for (const name of ['a', 'b', 'c']) sim.node(name, () => setInterval(() => undefined, 1000));
    sim.client('time', () => sim.sleep(HOUR_MS));
  },
  { timeoutMs: 2 * HOUR_MS },
);

async function main(): Promise<void> {
  const lanes = {
    immediates: () => runSeeds(immediates, 1),
    ownQueue,
    timers: () => runSeeds(timers, 1),
    bareQueue,
  };
  const samples: Record<keyof typeof lanes, number[]> = { immediates: [], ownQueue: [], timers: [], bareQueue: [] };
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    for (const name of ['immediates', 'ownQueue', 'timers', 'bareQueue'] as const) {
      const seconds = await cpuSeconds(lanes[name]);
      if (round >= 0) samples[name].push(seconds);
    }
  }
  const speed = (name: keyof typeof lanes) => EVENTS / median(samples[name]);
  const told = (name: keyof typeof lanes) => Math.round(speed(name)).toLocaleString('en');
  await runSeeds(twenty, 5000);
  const runs = 50_000;
  const perRun = (await cpuSeconds(() => runSeeds(twenty, runs))) / runs;
  await runSeeds(heartbeats, 1);
  const hour = await cpuSeconds(() => runSeeds(heartbeats, 1));
  report([
    {
      name: 'scheduler events against the queue of Node with the same callbacks',
      measured: speed('immediates') / speed('ownQueue'),
      unit: '×',
      note: `${told('immediates')} and ${told('ownQueue')} a second`,
    },
    {
      name: 'scheduler events against a bare queue of the same callbacks',
      measured: speed('timers') / speed('bareQueue'),
      unit: '×',
      atLeast: 0.5,
      note: `${told('timers')} and ${told('bareQueue')} a second`,
    },
    {
      name: 'runs of a 20-transition program whose machine is a function',
      measured: 1 / perRun,
      unit: 'runs/s',
      note: 'the bar is for modules',
    },
    {
      name: 'simulated : real time, three idle nodes with 1 s heartbeats',
      measured: HOUR_MS / 1000 / hour,
      unit: ': 1',
      atLeast: 1000,
    },
  ]);
}

await main();
