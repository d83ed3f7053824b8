/** One simulation as a result of `test`: a short search from its own seed. Small enough for every commit; `explore` searches for real. */
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';
import type { PlannedTest } from '../test/planned-test.ts';
import type { ExecutedTest } from '../test/run-test.ts';
import { searchedTest } from './searched-test.ts';

export async function testSimulation(
  planned: PlannedTest,
  { file, declared }: NonNullable<PlannedTest['simulation']>,
  runs: number,
  context: Context,
): Promise<ExecutedTest> {
  const times = stopwatch();
  const { timeoutMs } = planned;
  const simulation = await file.openSimulation(declared, timeoutMs === undefined ? {} : { deadline: { ms: timeoutMs, title: 'timeout' } });
  return searchedTest(planned, simulation, { strategy: 'portfolio', runs, times }, context);
}
