/** A finished search on its way to files and words: one trace and one folder per distinct failure, one report for all of them. */
import { blake3Hex } from '../../base/blake3.ts';
import { prettyJson } from '../../base/canonical-json.ts';
import { asJson } from '../../base/as-json.ts';
import { renderU64 } from '../../base/u64.ts';
import { statusOf } from '../../fuzz/oracle/raw-finding.ts';
import type { SearchResult } from '../../fuzz/worker/search.ts';
import { progressEvent } from '../../report/progress.ts';
import { corpusDigest, type CorpusEntry, inputName } from '../../store/corpus.ts';
import {
  type ChildRun,
  type FinaliseInput,
  finaliseRun,
  type ProfileArtifacts,
  type RunPaths,
  type TraceInput,
} from '../../store/finalise.ts';
import { newRunId } from '../../store/run-id.ts';
import { worstStatus } from '../../trace/status.ts';
import type { FuzzSection, RunParams, RunSummary, Status } from '../../trace/summary.ts';
import type { Times } from '../../world/clock/stopwatch.ts';
import type { CommandResult } from '../command.ts';
import { resultOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { engineInfo } from '../engine-info.ts';
import { projectPath } from '../project-path.ts';
import { reportFiles } from '../reporting.ts';
import type { FuzzPlan } from './fuzz-plan.ts';
import { executionSummary, fuzzEvents, fuzzTraceBody, type TracedInput } from './fuzz-trace.ts';
import type { Failure } from './look-again.ts';
import type { TracedRun } from './traced-run.ts';

export interface FinishedFuzz {
  readonly plan: FuzzPlan;
  readonly result: SearchResult;
  readonly failures: readonly Failure[];
  /** What the search began with. */
  readonly corpus: readonly CorpusEntry[];
  readonly times: Times;
  /** Of a scenario or simulation: its last execution, where somebody wants to keep it. */
  readonly last?: TracedRun | undefined;
  /** Of a function: what the input that is told of costs. */
  readonly profile?: ProfileArtifacts | undefined;
}

/** The first failure that shows itself again is the one that is told; without one, the last execution is. */
export function toldFailure(failures: readonly Failure[]): Failure | undefined {
  return failures.find(({ isConfirmed }) => isConfirmed);
}

export async function finishFuzz(finished: FinishedFuzz, context: Context): Promise<CommandResult> {
  const { plan, failures } = finished;
  const runId = newRunId();
  const interrupted = context.signal.aborted;
  const status = interrupted ? 'error' : worstStatus(failures.map(({ raw }) => statusOf(raw)));
  context.progress(progressEvent('fuzz', { event: 'finished', status }));
  const first = toldFailure(failures);
  const traced = runOf(first, finished, context);
  const profile = traced.profile ?? finished.profile;
  const { summary } = await finaliseRun({
    cwd: context.cwd,
    baseDir: context.config.baseDir,
    runId,
    status,
    engine: engineInfo(),
    summarise: (paths, traces) => summaryOf(finished, { runId, paths, traces, status, interrupted, first, traced }, context),
    // Without a confirmed failure there is a trace only if one was asked for: of the last execution.
    ...(first === undefined && plan.record === undefined ? {} : { trace: traceOf(traced, plan) }),
    children: childrenOf(finished, first, runId, context),
    // A profile is made anew from events whenever it is looked at.
    ...(first === undefined && profile === undefined ? {} : { events: traced.events }),
    ...(profile === undefined ? {} : { profile }),
    ...(traced.memory?.files === undefined ? {} : { memory: traced.memory.files }),
    extraFiles: extraFiles(finished),
    render: reportFiles(plan.reporting, context),
    prettyTrace: context.environment.tracePretty,
  });
  return resultOf(summary, plan.reporting, context);
}

export function fuzzParams(det: boolean, context: Context): RunParams {
  return { det, backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' }, commandLine: context.commandLine };
}

/** The smallest input that shows the failure, or the last one. */
export function tracedInput(failure: Failure | undefined, finished: Pick<FinishedFuzz, 'plan' | 'result'>): TracedInput {
  const { plan, result } = finished;
  if (failure === undefined) return lastInput(finished);
  const { raw, finding, bytes, rendered, reduced } = failure;
  return {
    order: plan.order,
    form: result.form,
    code: result.code,
    raw,
    finding,
    bytes: reduced?.bytes ?? bytes,
    rendered: reduced?.rendered ?? rendered,
  };
}

function lastInput({ plan, result }: Pick<FinishedFuzz, 'plan' | 'result'>): TracedInput {
  return {
    order: plan.order,
    form: result.form,
    code: result.code,
    raw: undefined,
    finding: undefined,
    bytes: result.lastInput,
    rendered: '',
  };
}

/** The execution of one failure, or the last one. */
function runOf(failure: Failure | undefined, finished: FinishedFuzz, context: Context): TracedRun {
  if (failure?.traced !== undefined) return failure.traced;
  if (failure === undefined && finished.last !== undefined) return finished.last;
  const traced = tracedInput(failure, finished);
  return {
    body: () => fuzzTraceBody(traced, fuzzParams(finished.plan.det, context)),
    embed: (summary) => executionSummary(traced, summary),
    events: fuzzEvents(traced),
  };
}

function traceOf({ body, embed }: TracedRun, { record }: Pick<FuzzPlan, 'record'>): TraceInput {
  return { body, embed, ...(record === undefined ? {} : { record }) };
}

function folderOf({ finding }: Failure): string {
  return `crashes/${finding.fingerprint}`;
}

/** The first failure is the trace of the run; every other one has its own beside its input. */
function* childrenOf(finished: FinishedFuzz, first: Failure | undefined, runId: string, context: Context): Generator<ChildRun> {
  for (const [index, failure] of finished.failures.entries()) {
    if (failure === first || !failure.isConfirmed) continue;
    const traced = runOf(failure, finished, context);
    yield {
      ordinal: index + 1,
      name: failure.finding.fingerprint,
      folder: folderOf(failure),
      status: statusOf(failure.raw),
      trace: traceOf(traced, { record: undefined }),
      summarise: (paths) => ({
        ...headOf(finished, runId, paths, statusOf(failure.raw), context),
        findings: [failure.finding],
        faults: [],
      }),
    };
  }
}

function headOf(
  { plan, times }: FinishedFuzz,
  runId: string,
  paths: RunPaths,
  status: Status,
  context: Context,
): Omit<RunSummary, 'findings' | 'faults'> {
  return {
    status,
    mode: 'fuzz',
    identity: { runId, seed: renderU64(plan.seed.hi, plan.seed.lo), ...paths },
    ...times,
    virtualTimeMs: 0,
    params: fuzzParams(plan.det, context),
  };
}

interface About {
  readonly runId: string;
  readonly paths: RunPaths;
  readonly traces: ReadonlyMap<number, string>;
  readonly status: Status;
  readonly interrupted: boolean;
  readonly first: Failure | undefined;
  /** The execution that is told. */
  readonly traced: TracedRun;
}

function summaryOf(
  finished: FinishedFuzz,
  { runId, paths, traces, status, interrupted, first, traced }: About,
  context: Context,
): RunSummary {
  const { failures } = finished;
  return {
    ...headOf(finished, runId, paths, status, context),
    ...(interrupted ? { interrupted: true as const } : {}),
    ...(traced.memory === undefined ? {} : { memory: traced.memory.summary }),
    findings: failures.map(({ finding, count }) => ({ ...finding, occurrences: count })),
    faults: [],
    fuzz: sectionOf(finished, (failure, index) => (failure === first ? paths.tracePath : traces.get(index + 1)), paths.artifactsDir),
  };
}

function sectionOf(
  { plan, result, failures, corpus }: FinishedFuzz,
  traceOfFailure: (failure: Failure, index: number) => string | undefined,
  artifactsDir: string,
): FuzzSection {
  const { end, elapsedMs, form } = result;
  return {
    target: plan.order.target.told,
    input: form,
    executed: end.executed,
    execPerSec: Math.round((end.executed / Math.max(1, elapsedMs)) * 1000),
    edges: end.blocks,
    failures: failures.map((failure, index) => {
      const tracePath = traceOfFailure(failure, index);
      return {
        fingerprint: failure.finding.fingerprint,
        title: failure.finding.title,
        count: failure.count,
        ...(tracePath === undefined ? {} : { tracePath }),
        inputPath: `${artifactsDir}/${inputFile(failure)}`,
        ...(failure.reduced === undefined ? {} : { minInputPath: `${artifactsDir}/${reducedFile(failure, failure.reduced.bytes)}` }),
      };
    }),
    corpusDigest: corpusDigest(corpus),
    corpusAdded: result.kept.length,
    stoppedBy: end.stoppedBy === 'stopped' ? 'interrupted' : end.stoppedBy,
  };
}

function inputFile(failure: Failure): string {
  return `${folderOf(failure)}/crash-${blake3Hex(failure.bytes)}.bin`;
}

/** Named after the input it was made from, so that both stand together. */
function reducedFile(failure: Failure, _reduced: Uint8Array): string {
  return `${folderOf(failure)}/crash-${blake3Hex(failure.bytes)}.min.bin`;
}

function extraFiles({ plan, result, failures, corpus }: FinishedFuzz): NonNullable<FinaliseInput['extraFiles']> {
  const inputs = failures.flatMap((failure) => [
    { name: inputFile(failure), kind: 'input' as const, text: failure.bytes },
    ...(failure.reduced === undefined
      ? []
      : [{ name: reducedFile(failure, failure.reduced.bytes), kind: 'input' as const, text: failure.reduced.bytes }]),
  ]);
  // The corpus itself stays as it is, so that the same command gives the same result again.
  const finds = plan.det
    ? result.kept.map((bytes) => ({ name: `corpus/${inputName(blake3Hex(bytes))}`, kind: 'input' as const, text: bytes }))
    : [];
  const unique = new Map([...inputs, ...finds].map((file) => [file.name, file]));
  return [
    ...unique.values(),
    { name: 'coverage.json', kind: 'coverage', text: coverageText(plan, result, failures.length, corpus.length) },
  ];
}

function coverageText(plan: FuzzPlan, { end, kept, buckets }: SearchResult, failures: number, before: number): string {
  const crashes = buckets.reduce((sum, { count }) => sum + count, 0);
  return `${prettyJson(
    asJson({
      schemaVersion: 'fozzy.coverage.v1',
      target: plan.order.target.told,
      executed: end.executed,
      crashes: Math.max(crashes, failures),
      unique_edges: end.blocks,
      discovered_edges_total: end.features,
      max_new_edges_per_input: end.freshMax,
      corpus_entries: before + kept.length,
      files: end.files.map(({ path, ...file }) => ({ path: projectPath(path, plan.order.root), ...file })),
    }),
  )}\n`;
}
