/**
 * What each new way of shrinking is there for: what did not lead to the failure goes at once, nodes go as a whole, what happened late
 * happens early, and searching again makes no run that could not tell anything.
 */
import { describe, expect, test } from 'vitest';
import { executeOnce, replayAttempt } from '../../src/campaign/execute-many.ts';
import { failureOf } from '../../src/campaign/shrink/attempt-steps.ts';
import { editsOf, nothingLeftOut } from '../../src/campaign/shrink/left-out.ts';
import type { Minimised } from '../../src/campaign/shrink/minimise.ts';
import type { SimulationCandidate } from '../../src/campaign/shrink/simulation-candidate.ts';
import { simulationPasses } from '../../src/campaign/shrink/simulation-passes.ts';
import { followCauses, shrinkSimulation, startSimulation } from '../../src/campaign/shrink/simulation-shrink.ts';
import type { Subject } from '../../src/campaign/subject.ts';
import type * as nodeHttp from 'node:http';
import { builtinModule } from '../../src/sim/builtin/table.ts';
import { faults } from '../../src/sim/fault/faults.ts';
import { simulation, type Simulation } from '../../src/sim/scenario/simulation.ts';
import { disk } from './races/race.ts';
import { seeds } from '../support/budget.ts';
import { findFailure, type FoundFailure, simulationSubject } from '../support/simulation-subject.ts';

const http = builtinModule('http') as typeof nodeHttp; // the simulated module has the functions of the real one

/** A node that may use what is not ready, among nodes and clients that are busy with themselves. */
const amongOthers = simulation('among others', (sim) => {
  sim.node('store', () => {
    const loaded: string[] = [];
    const load = async (name: string) => {
      await disk.writeFile(`/tmp/${name}`, '');
      loaded.push(name);
      if (name === 'index' && !loaded.includes('entries')) throw new Error('index before entries');
    };
    void load('entries');
    void load('index');
  });
  for (const name of ['north', 'south', 'west'])
    sim.node(name, () => {
      for (const file of ['a', 'b', 'c']) void disk.writeFile(`/tmp/${file}`, '');
    });
  sim.client('idle', () => sim.sleep(20));
  sim.client('busy', async () => {
    for (let left = 5; left > 0; left -= 1) await sim.sleep(2);
  });
});

/** The same mistake in each of many rounds. */
const everyRound = simulation('every round', (sim) => {
  let pending = 0;
  const round = async (ms: number) => {
    pending += 1;
    await sim.sleep(ms);
    pending -= 1;
  };
  sim.client('left', async () => {
    for (let at = 0; at < 8; at += 1) {
      await round(2);
      await sim.sleep(18);
    }
  });
  sim.client('right', async () => {
    for (let at = 0; at < 8; at += 1) {
      await sim.sleep(10);
      await round(2);
      await sim.sleep(8);
    }
  });
  sim.always('one at a time', () => pending < 2);
});

/** Asks until it is answered: without the node for ever. */
const untiring = simulation('untiring', (sim) => {
  let asked = 0;
  sim.node('gate', () => {
    http.createServer((_request, response) => void response.end('open')).listen(80);
  });
  sim.client('visitor', async () => {
    let isIn = false;
    while (!isIn) {
      asked += 1;
      const answer = await fetch('http://gate/').catch(() => undefined);
      isIn = answer !== undefined;
      await sim.sleep(1);
    }
  });
  sim.faults(faults.reset());
  sim.finally('asked once', () => asked === 1);
});

interface Counted extends Minimised<SimulationCandidate> {
  /** Runs that were made, those that prove something included. */
  readonly runs: number;
  /** Transitions of the longest of them. */
  readonly longest: number;
  readonly start: SimulationCandidate;
}

async function shrink(sim: Simulation, { decisions, failure }: FoundFailure, without: readonly string[] = []): Promise<Counted> {
  const subject = simulationSubject(sim);
  let runs = 0;
  let longest = 0;
  const counting: Subject = {
    ...subject,
    session: (body) =>
      subject.session((execute) =>
        body((...run) => {
          runs += 1;
          const outcome = execute(...run);
          longest = Math.max(longest, outcome.stepsExecuted);
          return outcome;
        }),
      ),
  };
  const { start } = await startSimulation({ subject, decisions, leftOut: nothingLeftOut });
  const passes = simulationPasses({ minimize: 'all', aggressive: false }).filter(({ name }) => !without.includes(name));
  const found = await shrinkSimulation({
    subject: counting,
    start,
    failure,
    passes,
    stop: () => undefined,
    isTired: () => false,
    breathe: () => undefined,
  });
  return { ...found, runs, longest, start };
}

const sizeOf = ({ best, stoppedBy }: Counted) => [stoppedBy, best.answers.length, best.ran.clients, best.ran.nodes];

describe('the causal slice', () => {
  test('leads to the same result with fewer runs', async () => {
    for (const seed of seeds(3)) {
      const found = await findFailure(amongOthers, seed);
      const [sliced, unsliced] = [await shrink(amongOthers, found), await shrink(amongOthers, found, ['causal slice'])];
      expect(sizeOf(sliced)).toEqual(['minimal', 1, [], ['store']]);
      expect(sizeOf(unsliced)).toEqual(sizeOf(sliced));
      expect(sliced.runs).toBeLessThan(unsliced.runs);
    }
  });

  test('drops whatever happened beside the failure in its first candidate', async () => {
    const { decisions, failure } = await findFailure(amongOthers, 1);
    const { start } = await startSimulation({ subject: simulationSubject(amongOthers), decisions, leftOut: nothingLeftOut });
    const [slice] = simulationPasses({ minimize: 'all', aggressive: false });
    const first = slice?.offer(start).next().value as SimulationCandidate;
    expect([first.withoutClients, first.withoutNodes]).toEqual([
      ['busy', 'idle'],
      ['north', 'south', 'west'],
    ]);
    const run = await followCauses(simulationSubject(amongOthers), first);
    expect(failureOf(run.findings)?.fingerprint).toBe(failure.fingerprint);
  });

  test('of the schedule alone leaves everybody there', async () => {
    const { decisions } = await findFailure(amongOthers, 2);
    const { start } = await startSimulation({ subject: simulationSubject(amongOthers), decisions, leftOut: nothingLeftOut });
    const [slice] = simulationPasses({ minimize: 'schedule', aggressive: false });
    const first = slice?.offer(start).next().value as SimulationCandidate;
    expect([first.withoutClients, first.withoutNodes]).toEqual([[], []]);
    expect(first.answers.length).toBeLessThan(start.answers.length);
  });
});

test('a candidate that goes on for much longer than what it is a part of is given up', async () => {
  const found = await findFailure(untiring, 1);
  const { best, stoppedBy, longest, start } = await shrink(untiring, found);
  expect([stoppedBy, best.answers.length, best.ran.nodes]).toEqual(['minimal', 1, ['gate']]);
  expect(start.ran.transitions).toBeLessThan(100);
  expect(longest).toBeLessThan(5000);
});

describe('a node that is left out', () => {
  test('is not there in a run that replays decision by decision and is found by its causes', async () => {
    const found = await findFailure(amongOthers, 4);
    const { best } = await shrink(amongOthers, found);
    expect(best.withoutNodes).toEqual(['north', 'south', 'west']);
    const subject = simulationSubject(amongOthers);
    const replayed = await executeOnce(subject, replayAttempt(best.ran.log, undefined, editsOf(best)));
    expect([replayed.mismatch, replayed.nodes, failureOf(replayed.findings)?.fingerprint]).toEqual([
      undefined,
      ['store'],
      found.failure.fingerprint,
    ]);
    expect(failureOf((await followCauses(subject, best)).findings)?.fingerprint).toBe(found.failure.fingerprint);
  });

  /** Without the node the error would be another one at the same place. */
  const counting = simulation('a node that is needed', (sim) => {
    let isUp = false;
    sim.node('register', () => {
      isUp = true;
    });
    sim.client('user', async () => {
      const written: string[] = [];
      const write = async (name: string) => {
        await disk.writeFile(`/tmp/${name}`, '');
        written.push(name);
      };
      await Promise.all([write('first'), write('second')]);
      if (written[0] !== 'first' || !isUp) throw new Error('out of order');
    });
  });

  test('stays where the scenario does not hold calmly without it', async () => {
    const found = await findFailure(counting, 1);
    expect(sizeOf(await shrink(counting, found))).toEqual(['minimal', 1, ['user'], ['register']]);
  });
});

describe('what happens late', () => {
  test('happens in the first round that shows it', async () => {
    let wereLate = 0;
    for (const seed of seeds(3)) {
      const found = await findFailure(everyRound, seed);
      const { best, stoppedBy } = await shrink(everyRound, found);
      expect([stoppedBy, best.answers.length]).toEqual(['minimal', 1]);
      // The right one comes first to the other's round at 11 ms, the left one at 21 ms; both come again every 20 ms.
      expect([11, 21]).toContain(best.ran.virtualTimeMs);
      const { best: late } = await shrink(everyRound, found, ['earlier']);
      if (late.ran.virtualTimeMs > 21) wereLate += 1;
    }
    expect(wereLate).toBeGreaterThan(0);
  });
});
