/** One planned test: executed unobserved, because a passing scenario needs no events; a failing one is replayed for them. */
import { replaySubject, stepsSubject, type StepsSubject } from '../../campaign/steps-subject.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { StepsScenario } from '../../scenario/scenario.ts';
import type { TraceBody } from '../../store/finalise.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { RunParams } from '../../trace/summary.ts';
import { traceBody } from '../trace-body.ts';
import { assert } from '../../base/assert.ts';
import type { Redactor } from '../../world/redact.ts';
import { stopwatch, type Times } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';
import { worldFactory } from '../create-world.ts';
import { executeSteps } from '../execute-steps.ts';
import type { RunPlan } from '../run-plan.ts';
import type { PlannedTest } from './planned-test.ts';

export interface ExecutedTest {
  readonly planned: PlannedTest;
  readonly outcome: Outcome;
  readonly times: Times;
  /** Made on demand, for traces; undefined where nothing can be recorded. */
  readonly trace: ((params: RunParams) => TraceBody) | undefined;
}

export async function runTest(
  planned: PlannedTest,
  scenario: StepsScenario,
  plan: RunPlan,
  secrets: Redactor,
  context: Context,
): Promise<ExecutedTest> {
  const times = stopwatch();
  const { timeoutMs } = planned;
  const subject = stepsSubject({
    scenario,
    settings: {
      det: plan.det,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      backends: plan.backends,
      memory: plan.memory,
      file: planned.path,
      projectFile: planned.path,
    },
    createWorld: worldFactory(secrets),
  });
  const outcome = await executeSteps(subject, planned.seed, context);
  const trace = (params: RunParams) =>
    traceBody({
      mode: 'test',
      params,
      memory: plan.memory,
      scenario,
      scenarioPath: planned.path,
      outcome,
      events: eventsOf(subject, outcome),
      secrets,
    });
  return { planned, outcome, times: times(), trace: outcome.interrupted ? undefined : trace };
}

/** Events are a function of the decisions; deriving them later costs passing scenarios nothing. */
function eventsOf(subject: StepsSubject, outcome: Outcome): readonly TraceEvent[] {
  const again = replaySubject(subject, outcome.log, new EventSink());
  assert(again.mismatch === undefined && again.log.hash.hex() === outcome.log.hash.hex(), 'a run and its own replay differ');
  return again.events;
}
