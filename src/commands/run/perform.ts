/** `run` from scenario file to written run: load, plan, execute observed, finalise. */
import { renderU64 } from '../../base/u64.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { progressEvent } from '../../report/progress.ts';
import { finaliseRun, type RunPaths } from '../../store/finalise.ts';
import { checkRecordTarget } from '../../store/record-target.ts';
import { newRunId } from '../../store/run-id.ts';
import type { RunParams, RunSummary } from '../../trace/summary.ts';
import { stopwatch, type Times } from '../../world/clock/stopwatch.ts';
import { redactor } from '../../world/redact.ts';
import { stepsSubject } from '../../campaign/steps-subject.ts';
import type { CommandResult, Options } from '../command.ts';
import { policyErrorOf, resultOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { worldFactory } from '../create-world.ts';
import { engineInfo } from '../engine-info.ts';
import { executeSteps } from '../execute-steps.ts';
import { loadScenario, requireVariant } from '../load-scenario.ts';
import { textOption } from '../option-values.ts';
import { captureArtifacts } from '../profile/capture.ts';
import { projectPath } from '../project-path.ts';
import { reportFiles, reportingOf } from '../reporting.ts';
import { paramsOf, planRun, type RunPlan } from '../run-plan.ts';
import { refuseSimulationFlags } from '../simulation/refuse-flags.ts';
import { isSimulationPath } from '../simulation/simulation-path.ts';
import { traceBody } from '../trace-body.ts';
import { warnOfProblems } from '../warn-of-problems.ts';

export async function performRun(options: Options, context: Context): Promise<CommandResult> {
  const path = textOption(options, 'scenario') ?? '';
  if (isSimulationPath(path)) return (await import('../simulation/run.ts')).runSimulation(path, options, context);
  refuseSimulationFlags(path, options, ['only']);
  const loaded = loadScenario(path, context);
  const scenario = requireVariant(loaded, 'steps', 'run');
  const plan = planRun(options, context);
  if (plan.record !== undefined) checkRecordTarget(plan.record);
  warnOfProblems(path, loaded.problems, context);
  const reporting = reportingOf(options, context);
  const secrets = redactor(context.config.redactHeaders);
  const scenarioPath = projectPath(path, context.cwd);
  const subject = stepsSubject({
    scenario,
    settings: { ...settingsOf(plan), file: path, projectFile: scenarioPath },
    createWorld: worldFactory(secrets),
  });
  const times = stopwatch();
  const sink = new EventSink();
  context.progress(progressEvent('run', { event: 'started' }));
  const outcome = await executeSteps(subject, plan.seed, context, sink);
  context.progress(progressEvent('run', { event: 'finished', status: outcome.status }));
  const params = paramsOf(plan, context);
  const runId = newRunId();
  const taken = times();
  const profile = await captureArtifacts(
    { subject: 'steps', outcome, status: outcome.status, hostTimeMs: taken.durationMs, isKept: plan.record !== undefined },
    options,
    context,
  );
  const { summary } = await finaliseRun({
    cwd: context.cwd,
    baseDir: context.config.baseDir,
    runId,
    status: outcome.status,
    engine: engineInfo(),
    summarise: (paths) => summaryOf({ outcome, plan, params, runId, times: taken, paths, strict: context.strict }),
    // Half a run cannot be replayed, so an interrupted one leaves a report and no trace.
    ...(outcome.interrupted
      ? {}
      : {
          trace: {
            body: () =>
              traceBody({ mode: 'run', params, memory: plan.memory, scenario, scenarioPath, outcome, events: outcome.events, secrets }),
            ...(plan.record === undefined ? {} : { record: plan.record }),
          },
        }),
    events: outcome.events,
    ...profile,
    ...(outcome.memory !== undefined && plan.memory.artifacts ? { memory: outcome.memory } : {}),
    render: reportFiles(reporting, context, { events: outcome.events }),
    prettyTrace: context.environment.tracePretty,
  });
  return resultOf(summary, reporting, context, { events: outcome.events });
}

export function settingsOf(plan: RunPlan) {
  return {
    det: plan.det,
    ...(plan.timeoutMs === undefined ? {} : { timeoutMs: plan.timeoutMs }),
    backends: plan.backends,
    memory: plan.memory,
  };
}

interface SummaryInput {
  readonly outcome: Outcome;
  readonly plan: RunPlan;
  readonly params: RunParams;
  readonly runId: string;
  readonly times: Times;
  readonly paths: RunPaths;
  readonly strict: boolean;
}

function summaryOf({ outcome, plan, params, runId, times, paths, strict }: SummaryInput): RunSummary {
  const policyError = policyErrorOf(outcome.status, outcome.findings, strict);
  return {
    status: outcome.status,
    mode: 'run',
    identity: { runId, seed: renderU64(plan.seed.hi, plan.seed.lo), ...paths },
    ...times,
    virtualTimeMs: outcome.virtualTimeMs,
    params,
    ...(outcome.interrupted ? { interrupted: true } : {}),
    ...(outcome.memory === undefined ? {} : { memory: outcome.memory.summary }),
    findings: outcome.findings,
    faults: outcome.faults,
    ...(policyError === undefined ? {} : { policyError }),
  };
}
