/** A distributed member of a suites file as a result of `test`: explored with the usual budget of `explore`, within the wall time its group allows. */
import type { DistributedScenario } from '../../scenario/scenario.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';
import { RUNS, TIME_MS } from '../simulation/explore.ts';
import { searchedTest } from '../simulation/searched-test.ts';
import type { PlannedTest } from '../test/planned-test.ts';
import type { ExecutedTest } from '../test/run-test.ts';
import { SCHEDULE } from './explore.ts';
import { OpenedDistributed, STEPS_MAX } from './opened-distributed.ts';

export async function testDistributed(planned: PlannedTest, scenario: DistributedScenario, context: Context): Promise<ExecutedTest> {
  const times = stopwatch();
  const { path, timeoutMs = TIME_MS } = planned;
  const place = { file: path, projectFile: path, cwd: context.cwd };
  const simulation = await OpenedDistributed.create({ ...place, scenario, json: scenario.json, schedule: SCHEDULE, stepsMax: STEPS_MAX });
  return searchedTest(planned, simulation, { strategy: SCHEDULE, runs: RUNS, times, limitMs: Math.min(timeoutMs, TIME_MS) }, context);
}
