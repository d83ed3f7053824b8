/** How fast the loop of a simulation is on its own: against a bare queue, against real and fake timers, and over many runs. */
import { drain } from '../src/sim/drain.ts';
import { report } from './row.ts';
import { cpuSeconds, functionProgram, runSeeds } from './simulated.ts';

const EVENTS = 200_000;

/** Ten timers that set themselves again and again: a heap with something in it. */
const timers = functionProgram(
  (sim) => {
    sim.node('n', () => {
      let left = EVENTS;
      const tick = () => {
        left -= 1;
        if (left > 0) setTimeout(tick, 1);
      };
      for (let at = 0; at < 10; at += 1) setTimeout(tick, 1 + at);
    });
  },
  { transitionsMax: 10 * EVENTS, settleMs: 1e9, latenessMs: 0 },
);

/** The same callbacks from a plain list, each followed by the same draining. */
function bareQueue(): Promise<void> {
  return new Promise((done) => {
    setImmediate(() => {
      let left = EVENTS;
      const queue: (() => void)[] = [];
      const tick = () => {
        left -= 1;
        if (left > 0) queue.push(tick);
      };
      for (let at = 0; at < 10; at += 1) queue.push(tick);
      for (let at = 0; at < queue.length; at += 1) {
        queue[at]?.();
        drain();
      }
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
  await runSeeds(timers, 1);
  await bareQueue();
  const simulated = (await cpuSeconds(() => runSeeds(timers, 3))) / 3;
  const bare =
    (await cpuSeconds(async () => {
      for (const _ of [1, 2, 3]) await bareQueue();
    })) / 3;
  await runSeeds(twenty, 5000);
  const runs = 50_000;
  const perRun = (await cpuSeconds(() => runSeeds(twenty, runs))) / runs;
  await runSeeds(heartbeats, 1);
  const hour = await cpuSeconds(() => runSeeds(heartbeats, 1));
  report([
    {
      name: 'scheduler events against a bare queue of the same callbacks',
      measured: bare / simulated,
      unit: '×',
      atLeast: 0.5,
      note: `${Math.round(EVENTS / simulated).toLocaleString('en')} and ${Math.round(EVENTS / bare).toLocaleString('en')} a second`,
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
