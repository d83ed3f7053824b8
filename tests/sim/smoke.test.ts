import { expect, test } from 'vitest';
import { Decider } from '../../src/decide/decider.ts';
import { DecisionLog } from '../../src/decide/log.ts';
import { ScriptedSource } from '../../src/decide/scripted.ts';
import { SeededSource } from '../../src/decide/seeded.ts';
import type { DecisionSource } from '../../src/decide/source.ts';
import { EventSink } from '../../src/engine/event-sink.ts';
import { insideSimulation } from '../../src/sim/run/session.ts';
import { simulation, type Simulation } from '../../src/sim/scenario/simulation.ts';

function runOnce(sim: Simulation, source: DecisionSource) {
  const program = {
    file: 'test',
    projectFile: 'test',
    options: sim.options,
    open: () => sim.define,
    startModule: () => {
      throw new Error('no modules here');
    },
  };
  return insideSimulation((session) =>
    session.execute(program, { decider: new Decider(source, new DecisionLog()), sink: new EventSink() }),
  );
}

test('two clients race on virtual time', async () => {
  const sim = simulation('race', (world) => {
    const seen: string[] = [];
    let value = 0;
    const add = async () => {
      const read = value;
      await new Promise((go) => setTimeout(go, 5));
      value = read + 1;
      seen.push(`${new Date().toISOString()}`);
    };
    world.client('a', add);
    world.client('b', add);
    world.finally('both counted', () => value === 2);
  });
  const outcome = await runOnce(sim, new ScriptedSource({}));
  expect(outcome.findings.map((f) => f.message)).toEqual(['both counted']);
  expect(outcome.virtualTimeMs).toBe(6);
  expect(outcome.status).toBe('fail');
});

test('speed', async () => {
  const sim = simulation('twenty', (world) => {
    world.node('n', () => {
      let left = 20;
      const tick = () => {
        left -= 1;
        if (left > 0) setTimeout(tick, 1);
      };
      setTimeout(tick, 1);
    });
  });
  const program = { file: 't', projectFile: 't', options: {}, open: () => sim.define, startModule: () => undefined };
  const { performance: real } = await import('node:perf_hooks');
  const t0 = real.now();
  await insideSimulation((session) => {
    for (let i = 0; i < 10000; i += 1)
      session.execute(program, { decider: new Decider(new SeededSource({ hi: 0, lo: i }), new DecisionLog()), sink: undefined });
  });
  console.log('runs/s', Math.round(10000 / ((real.now() - t0) / 1000)));
  expect(1).toBe(1);
});
