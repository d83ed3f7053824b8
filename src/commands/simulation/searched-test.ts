/** A search as one result of `test`, of whatever is searched. */
import { explore, type ExploreOptions } from '../../campaign/explore/explore.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { RunParams } from '../../trace/summary.ts';
import type { stopwatch } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';
import type { PlannedTest } from '../test/planned-test.ts';
import type { ExecutedTest } from '../test/run-test.ts';
import type { Explorable } from './explorable.ts';
import { simulationTraceBody } from './finish.ts';
import { warnOfEscalation } from './isolation-warning.ts';
import { judgeSearch, shownRun } from './judge.ts';
import { Pace } from './pace.ts';

export interface TestSearch extends Pick<ExploreOptions, 'strategy' | 'runs'> {
  /** Begun before the subject was opened. */
  readonly times: ReturnType<typeof stopwatch>;
  /** Real time to spend at most. */
  readonly limitMs?: number;
}

export async function searchedTest(
  planned: PlannedTest,
  simulation: Explorable,
  { strategy, runs, times, limitMs }: TestSearch,
  context: Context,
): Promise<ExecutedTest> {
  const pace = new Pace(limitMs);
  const found = await explore(simulation.subject, {
    strategy,
    seed: planned.seed,
    runs,
    isTimeUp: () => pace.isTimeUp(),
    onEscalation: warnOfEscalation(context),
    isTired: () => pace.isTired(),
    breathe: () => {
      pace.breathed();
      return !context.signal.aborted;
    },
  });
  const shown = await shownRun(simulation, found);
  simulation.keepCode?.();
  const { status, findings, traceable } = judgeSearch(found, shown, simulation);
  const outcome: Outcome = { ...shown, status, findings, interrupted: found.interrupted };
  const trace = (params: RunParams) => simulationTraceBody({ mode: 'test', params, simulation, outcome: shown });
  return { planned, outcome, times: times(), trace: found.interrupted || !traceable ? undefined : trace };
}
