/** Planned tests in flight, at most `jobs` at a time. Results keep the order of the plan, whatever finishes first. */
import { FozzyError } from '../../base/problem.ts';
import { progressEvent } from '../../report/progress.ts';
import type { Status } from '../../trace/summary.ts';
import type { Redactor } from '../../world/redact.ts';
import type { Context } from '../context.ts';
import type { RunPlan } from '../run-plan.ts';
import type { DistributedScenario } from '../../scenario/scenario.ts';
import type { PlannedTest } from './planned-test.ts';
import { type ExecutedTest, runTest } from './run-test.ts';

export type TestEnd =
  | { readonly kind: 'executed'; readonly test: ExecutedTest }
  /** `failure` is the reason for a file of code; a scenario lists its problems. */
  | { readonly kind: 'invalid'; readonly failure?: FozzyError }
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'not_run'; readonly reason: string };

export interface RunAllOptions {
  readonly plan: RunPlan;
  /** Schedules of each simulation. */
  readonly runs: number;
  readonly jobs: number;
  readonly failFast: boolean;
  readonly secrets: Redactor;
  readonly context: Context;
}

export async function runAll(tests: readonly PlannedTest[], options: RunAllOptions): Promise<readonly TestEnd[]> {
  const ends: TestEnd[] = [];
  const { context } = options;
  const total = tests.length;
  let next = 0;
  let done = 0;
  let failed = false;
  context.progress(progressEvent('test', { event: 'started', total }));
  const work = async (): Promise<void> => {
    while (next < tests.length) {
      const index = next;
      next += 1;
      const planned = tests[index];
      if (planned === undefined) return;
      const end = await runOne(planned, options, failed);
      ends[index] = end;
      done += 1;
      const { status, ok, durationMs } = progressOf(end, planned);
      failed ||= !ok;
      context.progress(
        progressEvent('test', {
          event: 'item_finished',
          name: planned.simulation === undefined ? planned.path : `${planned.path} (${planned.name})`,
          status,
          durationMs,
          done,
          total,
          ok,
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(options.jobs, tests.length)) }, work));
  return ends;
}

async function runOne(planned: PlannedTest, options: RunAllOptions, failed: boolean): Promise<TestEnd> {
  const { plan, runs, failFast, secrets, context } = options;
  if (planned.skipped !== undefined) return { kind: 'skipped', reason: planned.skipped };
  if (failFast && failed) return { kind: 'not_run', reason: 'an earlier scenario failed (--fail-fast)' };
  if (context.signal.aborted) return { kind: 'not_run', reason: 'the command was interrupted' };
  const { scenario, simulation } = planned;
  if (simulation !== undefined) {
    try {
      const { testSimulation } = await import('../simulation/test.ts');
      return { kind: 'executed', test: await testSimulation(planned, simulation, runs, context) };
    } catch (error) {
      if (error instanceof FozzyError) return { kind: 'invalid', failure: error };
      throw error;
    }
  }
  if (scenario === undefined) return { kind: 'invalid', ...(planned.failure === undefined ? {} : { failure: planned.failure }) };
  if (scenario.variant === 'distributed') return distributed(planned, scenario, context);
  if (scenario.variant !== 'steps') return { kind: 'unsupported', reason: `a ${scenario.variant} scenario is no test of its own` };
  return { kind: 'executed', test: await runTest(planned, scenario, plan, secrets, context) };
}

/** Code that cannot be loaded is a result like any other. */
async function distributed(planned: PlannedTest, scenario: DistributedScenario, context: Context): Promise<TestEnd> {
  try {
    const { testDistributed } = await import('../distributed/test.ts');
    return { kind: 'executed', test: await testDistributed(planned, scenario, context) };
  } catch (error) {
    if (error instanceof FozzyError) return { kind: 'invalid', failure: error };
    throw error;
  }
}

export function statusOfEnd(end: TestEnd): Status | 'skipped' | 'not_run' {
  switch (end.kind) {
    case 'executed':
      return end.test.outcome.status;
    case 'invalid':
    case 'unsupported':
      return 'error';
    case 'skipped':
    case 'not_run':
      return end.kind;
  }
}

function progressOf(
  end: TestEnd,
  planned: PlannedTest,
): { readonly status: Status | 'skipped' | 'not_run'; readonly ok: boolean; readonly durationMs: number } {
  const status = statusOfEnd(end);
  const ok = status === planned.expected || status === 'skipped' || status === 'not_run';
  return { status, ok, durationMs: end.kind === 'executed' ? end.test.times.durationMs : 0 };
}

export function jobsOf(given: number | undefined, plan: RunPlan, cpus: number): number {
  if (given === 0) throw new FozzyError('usage', "invalid value '0' for '--jobs <JOBS>': at least 1 is needed");
  const usesHost = plan.backends.proc === 'host' || plan.backends.fs === 'host' || plan.backends.http === 'host';
  return given ?? (usesHost ? 1 : cpus);
}
