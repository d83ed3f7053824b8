/** A simulation whose machines are functions, as a subject of campaigns: for tests that need no files. */
import { explore } from '../../src/campaign/explore/explore.ts';
import type { Subject } from '../../src/campaign/subject.ts';
import type { DecisionLog } from '../../src/decide/log.ts';
import type { Finding } from '../../src/trace/finding.ts';
import { failureOf } from '../../src/campaign/shrink/attempt-steps.ts';
import { type LeftOut, nothingLeftOut } from '../../src/campaign/shrink/left-out.ts';
import { type SimulationCandidate } from '../../src/campaign/shrink/simulation-candidate.ts';
import { type SimulationPassOptions, simulationPasses } from '../../src/campaign/shrink/simulation-passes.ts';
import { type MinimisedSimulation, shrinkSimulation, startSimulation } from '../../src/campaign/shrink/simulation-shrink.ts';
import { insideSimulation } from '../../src/sim/run/session.ts';
import type { Simulation } from '../../src/sim/scenario/simulation.ts';

export function simulationSubject(sim: Simulation): Subject {
  const program = {
    file: 'x.fozzy.ts',
    projectFile: 'x.fozzy.ts',
    options: sim.options,
    open: () => sim.define,
    startModule: () => {
      throw new Error('this simulation has no modules');
    },
  };
  return {
    session: (body) => insideSimulation((session) => body((decider, sink, edits) => session.execute(program, { decider, sink, edits }))),
    recover: () => Promise.resolve(undefined),
  };
}

export interface FoundFailure {
  readonly decisions: DecisionLog;
  readonly failure: Finding;
}

/** The first failing run of a wild search, which is far from minimal. */
export async function findFailure(sim: Simulation, seed: number): Promise<FoundFailure> {
  const explored = await explore(simulationSubject(sim), {
    strategy: 'random',
    seed: { hi: 0, lo: seed },
    runs: 5000,
    isTimeUp: () => false,
    isTired: () => false,
    breathe: () => true,
  });
  const failure = failureOf(explored.failure?.findings ?? []);
  if (explored.failure === undefined || failure === undefined) throw new Error('no run failed');
  return { decisions: explored.failure.log, failure };
}

export interface ShrunkSimulation extends MinimisedSimulation {
  readonly start: SimulationCandidate;
}

export async function shrinkFound(
  sim: Simulation,
  { decisions, failure }: FoundFailure,
  options: Partial<SimulationPassOptions> & { readonly leftOut?: LeftOut } = {},
): Promise<ShrunkSimulation> {
  const subject = simulationSubject(sim);
  const { start } = await startSimulation({ subject, decisions, leftOut: options.leftOut ?? nothingLeftOut });
  const passes = simulationPasses({ minimize: options.minimize ?? 'all', aggressive: options.aggressive ?? false });
  const found = await shrinkSimulation({
    subject,
    start,
    failure,
    passes,
    stop: () => undefined,
    isTired: () => false,
    breathe: () => undefined,
  });
  return { ...found, start };
}
