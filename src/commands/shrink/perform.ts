/** `shrink` from trace to smaller trace: reproduce, search, prove the result, write it. */
import { FozzyError } from '../../base/problem.ts';
import { blake3Hex } from '../../base/blake3.ts';
import { compareReplay } from '../../campaign/replay-verdict.ts';
import { failureOf, startCandidate } from '../../campaign/shrink/attempt-steps.ts';
import type { Dimension } from '../../campaign/shrink/dimension.ts';
import { dimensions } from '../../campaign/shrink/dimension.ts';
import { readDraft } from '../../campaign/shrink/draft.ts';
import type { Objective } from '../../campaign/shrink/objective.ts';
import { sizeOf, type StepsShrink, stepsShrink } from '../../campaign/shrink/steps-shrink.ts';
import { replaySubject, type StepsSubject } from '../../campaign/steps-subject.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { progressEvent } from '../../report/progress.ts';
import type { RecordTarget } from '../../store/record-target.ts';
import type { Finding } from '../../trace/finding.ts';
import type { ShrinkSize } from '../../trace/summary.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { type OpenedTrace, openTrace, recordedOf } from '../open-trace.ts';
import { subjectOf } from '../recorded-subject.ts';
import { numberOption, switchOption, textOption } from '../option-values.ts';
import { copyUnchanged, writeShrunk } from './conclude.ts';
import { outTarget } from './out-path.ts';
import { proveSmaller } from './prove.ts';
import { notApplicable, notReproducible } from './refusals.ts';
import { searchWithin } from './search.ts';
import type { ShrinkOptions } from './simulation.ts';

const BUDGET_MS = 15_000;

export async function performShrink(options: Options, context: Context): Promise<CommandResult> {
  const opened = openTrace(textOption(options, 'runOrTrace') ?? '', context);
  const digest = blake3Hex(opened.text);
  const target = outTarget({
    given: textOption(options, 'out'),
    cwd: context.cwd,
    tracePath: opened.path,
    traceText: opened.text,
    traceDigest: digest,
  });
  const times = stopwatch();
  context.progress(progressEvent('shrink', { event: 'started' }));
  const failure = failureOf(opened.decoded.document.summary.findings);
  if (opened.decoded.document.fuzz !== undefined) {
    const { fuzzSize, shrinkFuzzTrace } = await import('../fuzz/shrink.ts');
    const fuzzJob = { opened, target, digest, times, context };
    return failure === undefined ? copyUnchanged(fuzzJob, fuzzSize(opened)) : shrinkFuzzTrace(fuzzJob, failure, shrinkOptions(options));
  }
  const recorded = await subjectOf(opened, context);
  const job = { opened, target, digest, times, context };
  if (recorded.kind === 'search') {
    const { shrinkSimulationTrace, simulationSize } = await import('./simulation.ts');
    if (failure === undefined) return copyUnchanged(job, await simulationSize({ ...job, recorded }));
    return shrinkSimulationTrace({ ...job, recorded }, failure, shrinkOptions(options));
  }
  if (failure === undefined) return copyUnchanged(job, sizeOfTrace(opened, recorded.steps));
  if (opened.decoded.document.driven !== undefined) {
    const { withSmallerInput } = await import('./fuzzed-input.ts');
    const smaller = await withSmallerInput(opened, failure, shrinkOptions(options), context);
    return shrinkSteps({ ...job, ...smaller, failure }, shrinkOptions(options));
  }
  return shrinkSteps({ ...job, subject: recorded.steps, failure }, shrinkOptions(options));
}

export function shrinkOptions(options: Options): ShrinkOptions {
  return {
    minimize: minimizeOption(options),
    aggressive: switchOption(options, 'aggressive') ?? false,
    budgetMs: numberOption(options, 'budget') ?? BUDGET_MS,
  };
}

function sizeOfTrace(opened: OpenedTrace, { settings, createWorld }: StepsSubject): ShrinkSize {
  const { document } = opened.decoded;
  const candidate = startCandidate(readDraft(document.scenario ?? {}, new Map()), document.decisions, { settings, createWorld });
  if (candidate === undefined) throw new FozzyError('trace_incomplete', `the scenario inside ${opened.path} is not valid`);
  return sizeOf(candidate);
}

interface Job {
  readonly opened: OpenedTrace;
  readonly subject: StepsSubject;
  readonly target: RecordTarget;
  readonly failure: Finding | undefined;
  readonly objective?: Objective;
  readonly digest: string;
  readonly times: ReturnType<typeof stopwatch>;
  readonly context: Context;
}

/** The same failure, and whatever else is to be kept, with less. */
export async function shrinkSteps(job: Job, { minimize, aggressive, budgetMs }: ShrinkOptions): Promise<CommandResult> {
  const { opened, context } = job;
  const baseline = reproduce(opened, job.subject);
  const shrink = prepare(job, baseline);
  if (minimize !== 'all' && !shrink.dimensions.has(minimize)) throw notApplicable(opened.path, minimize, shrink.dimensions);
  const passes = shrink.passesFor({ minimize, aggressive });
  const found = await searchWithin({ ...shrink, passes }, budgetMs, context);
  const proven = proveSmaller([found.best, shrink.start], job);
  if (proven === undefined)
    throw new FozzyError('shrink_not_reproducible', `no smaller trace of ${opened.path} reproduces its failure when it is read again`);
  return writeShrunk({ ...job, found, proven, before: sizeOf(shrink.start), after: sizeOf(proven.candidate) });
}

/** The recorded run again, compared in every respect. */
function reproduce(opened: OpenedTrace, subject: StepsSubject): Outcome {
  const outcome = replaySubject(subject, opened.decoded.document.decisions, new EventSink());
  const verdict = compareReplay(recordedOf(opened.decoded), outcome);
  if (verdict.divergence === undefined) return outcome;
  throw notReproducible(opened.path, verdict);
}

function prepare({ opened, subject, failure, objective }: Job, baseline: Outcome): StepsShrink {
  const { document } = opened.decoded;
  const shrink = stepsShrink({
    parts: { settings: subject.settings, createWorld: subject.createWorld },
    scenario: document.scenario ?? {},
    origins: new Map(Object.entries(document.shrunkFrom?.origins ?? {})),
    decisions: document.decisions,
    failure: failureOf(baseline.findings) ?? failure,
    objective,
    virtualTimeMs: baseline.virtualTimeMs,
  });
  if (shrink === undefined) throw new FozzyError('trace_incomplete', `the scenario inside ${opened.path} is not valid`);
  return shrink;
}

function minimizeOption(options: Options): Dimension | 'all' {
  const given = textOption(options, 'minimize') ?? 'all';
  return dimensions.find((dimension) => dimension === given) ?? 'all';
}
