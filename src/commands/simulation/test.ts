/** One simulation as a result of `test`: a short search from its own seed. Small enough for every commit; `explore` searches for real. */
import { explore } from '../../campaign/explore/explore.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { RunParams } from '../../trace/summary.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';
import type { PlannedTest } from '../test/planned-test.ts';
import type { ExecutedTest } from '../test/run-test.ts';
import { simulationTraceBody } from './finish.ts';
import { warnOfEscalation } from './isolation-warning.ts';
import { judgeSearch, shownRun } from './judge.ts';
import { Pace } from './pace.ts';

export async function testSimulation(
  planned: PlannedTest,
  { file, declared }: NonNullable<PlannedTest['simulation']>,
  runs: number,
  context: Context,
): Promise<ExecutedTest> {
  const times = stopwatch();
  const { timeoutMs, seed } = planned;
  const simulation = await file.openSimulation(declared, timeoutMs === undefined ? {} : { deadline: { ms: timeoutMs, title: 'timeout' } });
  const pace = new Pace();
  const found = await explore(simulation.subject, {
    strategy: 'portfolio',
    seed,
    runs,
    isTimeUp: () => false,
    onEscalation: warnOfEscalation(context),
    isTired: () => pace.isTired(),
    breathe: () => {
      pace.breathed();
      return !context.signal.aborted;
    },
  });
  const shown = await shownRun(simulation, found);
  const { status, findings, traceable } = judgeSearch(found, shown, simulation);
  const outcome: Outcome = { ...shown, status, findings, interrupted: found.interrupted };
  const trace = (params: RunParams) => simulationTraceBody({ mode: 'test', params, simulation, outcome: shown });
  return { planned, outcome, times: times(), trace: found.interrupted || !traceable ? undefined : trace };
}
