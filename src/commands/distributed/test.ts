/** A distributed member of a suites file as a result of `test`: explored with the usual budget of `explore`, within the wall time its group allows. */
import { explore } from '../../campaign/explore/explore.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { DistributedScenario } from '../../scenario/scenario.ts';
import type { RunParams } from '../../trace/summary.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';
import { RUNS, TIME_MS } from '../simulation/explore.ts';
import { simulationTraceBody } from '../simulation/finish.ts';
import { warnOfEscalation } from '../simulation/isolation-warning.ts';
import { judgeSearch, shownRun } from '../simulation/judge.ts';
import { Pace } from '../simulation/pace.ts';
import type { PlannedTest } from '../test/planned-test.ts';
import type { ExecutedTest } from '../test/run-test.ts';
import { SCHEDULE } from './explore.ts';
import { OpenedDistributed, STEPS_MAX } from './opened-distributed.ts';

export async function testDistributed(planned: PlannedTest, scenario: DistributedScenario, context: Context): Promise<ExecutedTest> {
  const times = stopwatch();
  const { path, seed, timeoutMs = TIME_MS } = planned;
  const place = { file: path, projectFile: path, cwd: context.cwd };
  const simulation = await OpenedDistributed.create({ ...place, scenario, json: scenario.json, schedule: SCHEDULE, stepsMax: STEPS_MAX });
  const pace = new Pace(Math.min(timeoutMs, TIME_MS));
  const found = await explore(simulation.subject, {
    strategy: SCHEDULE,
    seed,
    runs: RUNS,
    isTimeUp: () => pace.isTimeUp(),
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
