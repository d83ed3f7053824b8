/** Runs of simulations for benchmarks: many in one session, measured in CPU time, because the machine may be busy with other things too. */
import { Decider } from '../src/decide/decider.ts';
import { DecisionLog } from '../src/decide/log.ts';
import { WalkSource } from '../src/decide/walk.ts';
import type { Outcome } from '../src/engine/outcome.ts';
import type { Program } from '../src/sim/run/execute.ts';
import { insideSimulation } from '../src/sim/run/session.ts';
import type { Sim } from '../src/sim/scenario/sim.ts';
import type { SimulationOptions } from '../src/sim/scenario/simulation.ts';

/** Kept: while a session goes on, the global of that name is simulated. */
const cpuUsage = process.cpuUsage.bind(process);

/** Far beyond every benchmark; what does not end is a bug. */
const LIMIT_MS = 600_000;

export function functionProgram(define: (sim: Sim) => void, options: SimulationOptions = {}): Program {
  return {
    file: 'bench',
    projectFile: 'bench',
    options,
    open: () => define,
    startModule: () => {
      throw new Error('this benchmark has no modules');
    },
  };
}

/** One run per seed; the first outcome that is no pass is thrown, because a benchmark of failures measures nothing. */
export function runSeeds(program: Program, count: number, firstSeed = 0): Promise<void> {
  return insideSimulation((session) => {
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      const decider = new Decider(new WalkSource({ hi: 0, lo: seed }), new DecisionLog());
      mustPass(session.execute(program, { decider, sink: undefined }));
    }
  }, LIMIT_MS);
}

function mustPass({ status, findings }: Outcome): void {
  if (status !== 'pass') throw new Error(`a run ended with ${status}: ${findings.map(({ message }) => message).join(', ')}`);
}

/** CPU seconds of the work, without warming up. */
export async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = cpuUsage();
  await work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1e6;
}
