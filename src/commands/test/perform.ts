/** `test` from patterns to written run: find, plan, execute, aggregate, finalise. */
import { availableParallelism } from 'node:os';
import { FozzyError } from '../../base/problem.ts';
import { renderU64 } from '../../base/u64.ts';
import { progressEvent } from '../../report/progress.ts';
import { type ChildRun, finaliseRun, type RunPaths } from '../../store/finalise.ts';
import type { RecordTarget } from '../../store/record-target.ts';
import { newRunId } from '../../store/run-id.ts';
import type { RunParams, RunSummary } from '../../trace/summary.ts';
import { stopwatch, type Times } from '../../world/clock/stopwatch.ts';
import { redactor } from '../../world/redact.ts';
import type { CommandResult, Options } from '../command.ts';
import { policyErrorOf, resultOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { engineInfo } from '../engine-info.ts';
import { listOption, numberOption, switchOption, textOption } from '../option-values.ts';
import { reportFiles, reportingOf } from '../reporting.ts';
import { paramsOf, planRun, type RunPlan } from '../run-plan.ts';
import { shardOf, shardSection } from '../shard-option.ts';
import { refuseSimulationFlags, refuseStepsFlags } from '../simulation/refuse-flags.ts';
import { SHARD_FILE } from '../simulation/shard-file.ts';
import { warnOfProblems } from '../warn-of-problems.ts';
import { findScenarios } from './find-scenarios.ts';
import { planTests } from './plan-tests.ts';
import type { PlannedTest } from './planned-test.ts';
import { recordTargets } from './record-targets.ts';
import { jobsOf, runAll, type TestEnd } from './run-all.ts';
import { type TestShard, testShard, testShardFile } from './shard-tests.ts';
import { aggregateStatus, countTests, faultsOf, memoryOf, mergeFaults, mergeFindings, mergeMemory, testResult } from './test-summary.ts';

/** Schedules of each simulation: enough to find what breaks easily, few enough for every commit. */
const RUNS = 50;
/** Nobody has more machines than that for one project. */
const SHARDS_MAX = 10_000;

export async function performTest(options: Options, context: Context): Promise<CommandResult> {
  const plan = planRun(options, context);
  const runs = numberOption(options, 'runs');
  if (runs === 0) throw new FozzyError('usage', "invalid value '0' for '--runs <RUNS>': at least 1 is needed");
  const share = shardOf(options, { most: SHARDS_MAX, what: 'a test' });
  const all = await planTests(
    findScenarios(listOption(options, 'patterns'), context),
    { filter: textOption(options, 'filter'), tags: listOption(options, 'tag'), seed: plan.seed, timeoutMs: plan.timeoutMs },
    context,
  );
  const shard = share === undefined ? undefined : testShard(all, share);
  const tests = shard === undefined ? all : shard.ordinals.flatMap((ordinal) => all[ordinal - 1] ?? []);
  for (const planned of tests) if (planned.scenario !== undefined) warnOfProblems(planned.path, planned.problems, context);
  if (runs !== undefined && all.every(({ simulation }) => simulation === undefined))
    refuseSimulationFlags('these scenarios', options, ['runs']);
  if (all.every(({ simulation }) => simulation !== undefined)) refuseStepsFlags('simulations', options, context);
  tellPlan(tests, context);
  const records = recordTargets(plan.record, tests);
  const reporting = reportingOf(options, context);
  const secrets = redactor(context.config.redactHeaders);
  const times = stopwatch();
  const jobs = jobsOf(numberOption(options, 'jobs'), plan, availableParallelism());
  const ends = await runAll(tests, {
    plan,
    runs: runs ?? RUNS,
    jobs,
    failFast: switchOption(options, 'failFast') === true,
    secrets,
    context,
  });
  const command = new TestCommand({ tests, ends, plan, records, params: paramsOf(plan, context), times: times(), context, shard });
  context.progress(progressEvent('test', { event: 'finished', status: command.status }));
  const { summary } = await finaliseRun({
    cwd: context.cwd,
    baseDir: context.config.baseDir,
    runId: command.runId,
    status: command.status,
    engine: engineInfo(),
    summarise: (paths, childTraces) => command.summarise(paths, childTraces),
    children: command.children(),
    ...command.shardFiles(),
    render: reportFiles(reporting, context),
    prettyTrace: context.environment.tracePretty,
  });
  return resultOf(summary, reporting, context);
}

/** Simulations and distributed scenarios are always deterministic and never reach the host. */
function simulationParamsOf({ timeoutMs, commandLine }: RunParams): RunParams {
  return {
    det: true,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' },
    commandLine,
  };
}

function tellPlan(tests: readonly PlannedTest[], { log }: Context): void {
  log('debug', `${tests.length} scenarios found`);
  for (const { path, seed, skipped } of tests) log('trace', `${path}: ${skipped ?? `seed ${renderU64(seed.hi, seed.lo)}`}`);
}

interface TestCommandParts {
  readonly tests: readonly PlannedTest[];
  readonly ends: readonly TestEnd[];
  readonly plan: RunPlan;
  readonly records: ReadonlyMap<number, RecordTarget>;
  readonly params: RunParams;
  readonly times: Times;
  readonly context: Context;
  readonly shard: TestShard | undefined;
}

class TestCommand {
  readonly runId = newRunId();
  readonly status: RunSummary['status'];
  readonly #parts: TestCommandParts;

  constructor(parts: TestCommandParts) {
    this.#parts = parts;
    this.status = this.#interrupted ? 'error' : aggregateStatus(this.#results(new Map()));
  }

  get #interrupted(): boolean {
    return this.#parts.context.signal.aborted;
  }

  #results(childTraces: ReadonlyMap<number, string>) {
    return this.#parts.tests.map((planned, index) => {
      const end = this.#parts.ends[index] ?? { kind: 'not_run' as const, reason: 'the command ended before it' };
      return testResult(planned, end, index + 1, childTraces.get(index + 1));
    });
  }

  summarise(paths: RunPaths, childTraces: ReadonlyMap<number, string>): RunSummary {
    const { plan, params, times, ends, context, shard } = this.#parts;
    const results = this.#results(childTraces);
    const memory = mergeMemory(ends.flatMap(memoryOf));
    const findings = mergeFindings(results);
    const policyError = policyErrorOf(
      this.status,
      results.flatMap((result) => result.findings),
      context.strict,
    );
    return {
      status: this.status,
      mode: 'test',
      identity: {
        runId: this.runId,
        seed: renderU64(plan.seed.hi, plan.seed.lo),
        reportPath: paths.reportPath,
        artifactsDir: paths.artifactsDir,
      },
      ...times,
      virtualTimeMs: results.reduce((latest, result) => Math.max(latest, result.virtualTimeMs), 0),
      params,
      ...(this.#interrupted ? { interrupted: true as const } : {}),
      tests: countTests(results),
      results,
      ...(memory === undefined ? {} : { memory }),
      findings,
      faults: mergeFaults(ends.flatMap((end, index) => faultsOf(end, index + 1))),
      ...(shard === undefined ? {} : { shard: shardSection(shard.share) }),
      ...(policyError === undefined ? {} : { policyError }),
    };
  }

  /** For whoever puts the shards together. */
  shardFiles() {
    const { shard, plan, params, ends, tests } = this.#parts;
    if (shard === undefined) return {};
    const faults = tests.map((_planned, index) => faultsOf(ends[index], index + 1).length);
    const text = testShardFile(shard, renderU64(plan.seed.hi, plan.seed.lo), params, faults);
    return { extraFiles: [{ name: SHARD_FILE, kind: 'report' as const, text }] };
  }

  *children(): Generator<ChildRun> {
    const { ends, records } = this.#parts;
    for (const [index, end] of ends.entries()) {
      if (end.kind === 'executed') yield this.#child(end, index + 1, records.get(index + 1));
    }
  }

  #child({ test }: Extract<TestEnd, { kind: 'executed' }>, ordinal: number, record: RecordTarget | undefined): ChildRun {
    const { plan, params } = this.#parts;
    const { planned, outcome, trace } = test;
    const runId = newRunId();
    const ownParams: RunParams = {
      ...(planned.scenario?.variant === 'steps' ? params : simulationParamsOf(params)),
      ...(planned.timeoutMs === undefined ? {} : { timeoutMs: planned.timeoutMs }),
    };
    return {
      ordinal,
      name: planned.name,
      status: outcome.status,
      ...(trace === undefined ? {} : { trace: { body: () => trace(ownParams), ...(record === undefined ? {} : { record }) } }),
      ...(outcome.memory !== undefined && plan.memory.artifacts ? { memory: outcome.memory } : {}),
      summarise: (paths) => ({
        status: outcome.status,
        mode: 'test',
        identity: { runId, seed: renderU64(planned.seed.hi, planned.seed.lo), ...paths, parentRunId: this.runId },
        ...test.times,
        virtualTimeMs: outcome.virtualTimeMs,
        params: ownParams,
        ...(outcome.memory === undefined ? {} : { memory: outcome.memory.summary }),
        findings: outcome.findings,
        faults: outcome.faults,
      }),
    };
  }
}
