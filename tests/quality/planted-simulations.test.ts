/**
 * Ground truth for shrinking simulations: races and faults planted among clients and timers that have nothing to do with them. A wild
 * search finds each; the shrinker must get down to the known minimum from wherever it starts.
 */
import { describe, expect, test } from 'vitest';
import { faults } from '../../src/sim/fault/faults.ts';
import { simulation, type Simulation } from '../../src/sim/scenario/simulation.ts';
import { failureOf } from '../../src/campaign/shrink/attempt-steps.ts';
import { editsOf, leftOutOf } from '../../src/campaign/shrink/left-out.ts';
import { sizeOfSimulation } from '../../src/campaign/shrink/simulation-candidate.ts';
import { followCauses } from '../../src/campaign/shrink/simulation-shrink.ts';
import { executeOnce, replayAttempt } from '../../src/campaign/execute-many.ts';
import { findFailure, shrinkFound, simulationSubject } from '../support/simulation-subject.ts';
import { current } from '../../src/sim/active.ts';

/** Two of four clients lose an update when one of them reads while the other holds an old value. */
const lostUpdate = simulation('lost update', (sim) => {
  let value = 0;
  let added = 0;
  const add = async () => {
    const read = value;
    await sim.sleep(2);
    value = read + 1;
    added += 1;
  };
  const noise = async () => {
    for (let left = 5; left > 0; left -= 1) await sim.sleep(3);
  };
  sim.client('early', add);
  sim.client('idle', noise);
  sim.client('late', async () => {
    await sim.sleep(8);
    await add();
  });
  sim.client('busy', noise);
  sim.finally('nothing is lost', () => value === added);
});

/** Only the third of four fault firings matters. */
const crashInTheMiddle = simulation('crash', (sim) => {
  const done: string[] = [];
  const node = sim.node('worker', () => {
    const work = (name: string) => setTimeout(() => touch(name), 5);
    const touch = (name: string) => {
      current().touched = true;
      done.push(name);
      if (done.length < 8) work(`step ${done.length}`);
    };
    work('first');
  });
  sim.faults(faults.pause(undefined, { rate: 0.5, times: 4, ms: 3 }), faults.crash(node, { rate: 0.3 }));
  sim.client('watcher', () => sim.sleep(200));
  sim.finally('all work is done', () => done.length === 8);
});

/** An error that needs one order of two timers, and a choice of the test; without the one who boots it would be no wonder. */
const wrongOrder = simulation('wrong order', (sim) => {
  let ready = false;
  sim.client('boot', async () => {
    await sim.sleep(3);
    ready = true;
  });
  sim.client('user', async () => {
    const kind = sim.choose('kind', 5);
    await sim.sleep(4);
    if (!ready && kind >= 2) throw new TypeError('not ready');
  });
  sim.client('other', () => sim.sleep(7));
});

const planted: readonly {
  readonly sim: Simulation;
  readonly title: string;
  readonly picks: number;
  readonly faults: number;
  readonly clients: readonly string[];
}[] = [
  { sim: lostUpdate, title: 'finally_violated', picks: 1, faults: 0, clients: ['early', 'late'] },
  { sim: crashInTheMiddle, title: 'finally_violated', picks: 0, faults: 1, clients: ['watcher'] },
  { sim: wrongOrder, title: 'client_failed', picks: 2, faults: 0, clients: ['boot', 'user'] },
];

const SEEDS = [1, 2, 3, 7, 11, 19, 23, 42];

describe.each(planted)('$sim.name', ({ sim, title, picks, faults: fired, clients }) => {
  test('shrinks to the known minimum from wherever it was found', async () => {
    for (const seed of SEEDS) {
      const found = await findFailure(sim, seed);
      expect(found.failure.title).toBe(title);
      const { best, stoppedBy } = await shrinkFound(sim, found);
      expect(stoppedBy).toBe('minimal');
      expect(best.ran.clients).toEqual(clients);
      expect(sizeOfSimulation(best)).toMatchObject({ picks, faults: fired });
    }
  });

  test('the result replays decision by decision, and shrinking it again changes nothing', async () => {
    const found = await findFailure(sim, 5);
    const { best } = await shrinkFound(sim, found);
    const replayed = await executeOnce(simulationSubject(sim), replayAttempt(best.ran.log, undefined, editsOf(best)));
    expect(replayed.mismatch).toBeUndefined();
    expect(replayed.unusedDecisions).toBe(0);
    expect(failureOf(replayed.findings)?.fingerprint).toBe(found.failure.fingerprint);
    const again = await shrinkFound(sim, { ...found, decisions: best.ran.log }, { leftOut: leftOutOf(best) });
    expect(again.best.answers).toEqual(best.answers);
    expect(again.best.withoutClients).toEqual(best.withoutClients);
    expect(again.best.ran.log.toRecords()).toEqual(best.ran.log.toRecords());
  });
});

test('the smallest value of a choice is kept, not the one that was found', async () => {
  const { best } = await shrinkFound(wrongOrder, await findFailure(wrongOrder, 3));
  expect(best.answers.find(({ asked }) => asked === 'choose kind')?.answer).toBe(2);
});

test('no client is left out whose part a check counts on', async () => {
  const both = simulation('both', (sim) => {
    let done = 0;
    for (const name of ['a', 'b']) {
      sim.client(name, () => {
        done += 1;
      });
    }
    sim.client('c', async () => {
      await sim.sleep(1);
      if (sim.choose('cheat', 4) === 3) done -= 1;
    });
    sim.finally('both came', () => done === 2);
  });
  const { best } = await shrinkFound(both, await findFailure(both, 1));
  expect(best.ran.clients).toEqual(['a', 'b', 'c']);
});

test('only what was asked for is reduced', async () => {
  const found = await findFailure(lostUpdate, 2);
  const schedule = await shrinkFound(lostUpdate, found, { minimize: 'schedule' });
  expect(schedule.best.ran.clients).toHaveLength(4);
  expect(sizeOfSimulation(schedule.best).picks).toBe(1);
  const input = await shrinkFound(lostUpdate, found, { minimize: 'input' });
  expect(input.best.ran.clients).toEqual(['early', 'late']);
  const fault = await findFailure(crashInTheMiddle, 2);
  const faultsOnly = await shrinkFound(crashInTheMiddle, fault, { minimize: 'faults' });
  expect(sizeOfSimulation(faultsOnly.best).faults).toBe(1);
  expect(faultsOnly.best.ran.clients).toEqual(['watcher']);
});

/** The lost update with other things added that have nothing to do with it: machines, clients, timers at the start. */
const edited = simulation('lost update', (sim) => {
  let value = 0;
  let added = 0;
  sim.node('metrics', () => {
    setTimeout(() => undefined, 1);
    setTimeout(() => undefined, 2);
  });
  const add = async () => {
    const read = value;
    await sim.sleep(2);
    value = read + 1;
    added += 1;
  };
  sim.client('newcomer', () => sim.sleep(4));
  sim.client('early', add);
  sim.client('late', async () => {
    await sim.sleep(8);
    await add();
  });
  sim.finally('nothing is lost', () => value === added);
});

test('a minimised run is found again by its causes after an unrelated edit', async () => {
  for (const seed of SEEDS) {
    const found = await findFailure(lostUpdate, seed);
    const { best } = await shrinkFound(lostUpdate, found);
    const followed = await followCauses(simulationSubject(edited), best);
    expect(failureOf(followed.findings)?.fingerprint).toBe(found.failure.fingerprint);
    const calm = await followCauses(simulationSubject(edited), { ...best, answers: [] });
    expect(calm.status).toBe('pass');
  }
});
