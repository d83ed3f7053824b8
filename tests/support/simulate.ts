/** Runs a simulation whose machines are functions, with decisions from wherever a test wants them. */
import { Decider } from '../../src/decide/decider.ts';
import { LogCursor } from '../../src/decide/cursor.ts';
import { DecisionLog } from '../../src/decide/log.ts';
import { ReplaySource } from '../../src/decide/replay.ts';
import { ScriptedSource } from '../../src/decide/scripted.ts';
import type { DecisionSource } from '../../src/decide/source.ts';
import { WalkSource } from '../../src/decide/walk.ts';
import { EventSink } from '../../src/engine/event-sink.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import type { Program } from '../../src/sim/run/execute.ts';
import { insideSimulation, runPortably, StoppedRun } from '../../src/sim/run/session.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import type { SimulationOptions } from '../../src/sim/scenario/simulation.ts';

export function programOf(define: (sim: Sim) => void, options: SimulationOptions = {}): Program {
  return {
    file: 'tests/x.fozzy.ts',
    projectFile: 'tests/x.fozzy.ts',
    options,
    open: () => define,
    startModule: () => {
      throw new Error('this test has no modules');
    },
  };
}

/** One run: calm unless given other decisions. */
export async function simulate(
  define: (sim: Sim) => void,
  source: DecisionSource = new ScriptedSource({}),
  options: SimulationOptions & { readonly limitMs?: number } = {},
): Promise<Outcome> {
  const { limitMs, ...rest } = options;
  try {
    return await insideSimulation(
      (session) => session.execute(programOf(define, rest), { decider: new Decider(source, new DecisionLog()), sink: new EventSink() }),
      limitMs,
    );
  } catch (error) {
    if (error instanceof StoppedRun) return error.outcome;
    throw error;
  }
}

export function simulatePortably(define: (sim: Sim) => void, source: DecisionSource = new ScriptedSource({})): Promise<Outcome> {
  return runPortably(programOf(define), { decider: new Decider(source, new DecisionLog()), sink: new EventSink() });
}

export function walk(seed: number): DecisionSource {
  return new WalkSource({ hi: 0, lo: seed });
}

/** The same run again, each decision compared. */
export function replay(define: (sim: Sim) => void, recorded: DecisionLog, options: SimulationOptions = {}): Promise<Outcome> {
  return insideSimulation((session) => {
    const cursor = new LogCursor(recorded);
    const decider = new Decider(new ReplaySource(cursor), new DecisionLog(), cursor);
    return session.execute(programOf(define, options), { decider, sink: new EventSink() });
  });
}

export function titlesOf(outcome: Outcome): readonly string[] {
  return outcome.findings.map((finding) => finding.title);
}
