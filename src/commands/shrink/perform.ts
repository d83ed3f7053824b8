/** `shrink` from trace to smaller trace: reproduce, search, prove the result, write it. */
import { FozzyError } from '../../base/problem.ts';
import { blake3Hex } from '../../base/blake3.ts';
import { asJson } from '../../base/as-json.ts';
import { compareReplay, type ReplayVerdict } from '../../campaign/replay-verdict.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import type { Dimension } from '../../campaign/shrink/dimension.ts';
import { dimensions } from '../../campaign/shrink/dimension.ts';
import { sizeOf, type StepsShrink, stepsShrink } from '../../campaign/shrink/steps-shrink.ts';
import { replaySubject, type StepsSubject } from '../../campaign/steps-subject.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { progressEvent } from '../../report/progress.ts';
import type { RecordTarget } from '../../store/record-target.ts';
import type { Finding } from '../../trace/finding.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { type OpenedTrace, openTrace, recordedOf, stepsSubjectOf } from '../open-trace.ts';
import { numberOption, switchOption, textOption } from '../option-values.ts';
import { copyUnchanged, writeShrunk } from './conclude.ts';
import { outTarget } from './out-path.ts';
import { proveSmaller } from './prove.ts';
import { searchWithin } from './search.ts';

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
  const subject = stepsSubjectOf(opened, context);
  const failure = failureOf(opened.decoded.document.summary.findings);
  if (failure === undefined) return copyUnchanged({ opened, subject, target, times, context });
  return shrinkFailure({ opened, subject, target, failure, digest, times, context }, options);
}

interface Job {
  readonly opened: OpenedTrace;
  readonly subject: StepsSubject;
  readonly target: RecordTarget;
  readonly failure: Finding;
  readonly digest: string;
  readonly times: ReturnType<typeof stopwatch>;
  readonly context: Context;
}

async function shrinkFailure(job: Job, options: Options): Promise<CommandResult> {
  const { opened, context } = job;
  const minimize = minimizeOption(options);
  const baseline = reproduce(opened, job.subject);
  const shrink = prepare(job, baseline);
  if (minimize !== 'all' && !shrink.dimensions.has(minimize)) throw notApplicable(opened.path, minimize, shrink.dimensions);
  const passes = shrink.passesFor({ minimize, aggressive: switchOption(options, 'aggressive') ?? false });
  const found = await searchWithin({ ...shrink, passes }, numberOption(options, 'budget') ?? BUDGET_MS, context);
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

function notReproducible(path: string, { divergence, title }: ReplayVerdict): FozzyError {
  const place =
    divergence === undefined
      ? ''
      : ` at ${divergence.in} ${divergence.index}${divergence.stepPath === '' ? '' : ` (${divergence.stepPath})`}`;
  return new FozzyError('shrink_not_reproducible', `${path} does not reproduce its own failure: ${title ?? 'it diverges'}${place}`, {
    details: { path, ...(divergence === undefined ? {} : { firstDivergence: asJson(divergence) }) },
  });
}

function prepare({ opened, subject, failure }: Job, baseline: Outcome): StepsShrink {
  const { document } = opened.decoded;
  const shrink = stepsShrink({
    parts: { settings: subject.settings, createWorld: subject.createWorld },
    scenario: document.scenario ?? {},
    origins: new Map(Object.entries(document.shrunkFrom?.origins ?? {})),
    decisions: document.decisions,
    failure: failureOf(baseline.findings) ?? failure,
    virtualTimeMs: baseline.virtualTimeMs,
  });
  if (shrink === undefined) throw new FozzyError('trace_incomplete', `the scenario inside ${opened.path} is not valid`);
  return shrink;
}

function minimizeOption(options: Options): Dimension | 'all' {
  const given = textOption(options, 'minimize') ?? 'all';
  return dimensions.find((dimension) => dimension === given) ?? 'all';
}

function notApplicable(path: string, asked: Dimension, present: ReadonlySet<Dimension>): FozzyError {
  const missing = {
    input: 'no input',
    schedule: 'no choice between tasks or messages',
    faults: 'no fault step and no dropped message',
  }[asked];
  return new FozzyError('shrink_dimension_not_applicable', `--minimize ${asked}: ${path} has ${missing}`, {
    hint: `use --minimize all, or one of: ${[...present].join(', ')}`,
    details: { path, dimension: asked, present: [...present] },
  });
}
