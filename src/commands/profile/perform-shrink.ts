/** `profile shrink`: the smallest trace that still costs what the recorded one costs, on the shrinker that keeps failures. */
import { shellWord } from '../../base/shell-word.ts';
import { blake3Hex } from '../../base/blake3.ts';
import { FozzyError } from '../../base/problem.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import { EventSink } from '../../engine/event-sink.ts';
import { progressEvent } from '../../report/progress.ts';
import { fieldLines, joinLines } from '../../report/text-block.ts';
import type { RunSummary } from '../../trace/summary.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { openTrace } from '../open-trace.ts';
import { textOption } from '../option-values.ts';
import { type RecordedSubject, replayInMemory, subjectOf } from '../recorded-subject.ts';
import { outTarget } from '../shrink/out-path.ts';
import { shrinkOptions, shrinkSteps } from '../shrink/perform.ts';
import { subjectKind } from './load-profile.ts';
import type { ProfileOutput } from './output-shapes.ts';
import { type Direction, MetricObjective, type ShrinkMetric, shrinkMetrics } from './shrink-objective.ts';

const SCHEMA = 'fozzy.profile_shrink.v2';
/** Measurements of the host are taken this often, and the middle one counts. */
const MEASUREMENTS = 5;

export async function performProfileShrink(options: Options, context: Context): Promise<CommandResult> {
  const metric = metricOf(options);
  const direction: Direction = textOption(options, 'direction') === 'decrease' ? 'decrease' : 'increase';
  const selector = textOption(options, 'runOrTrace') ?? '';
  const opened = openTrace(selector, context);
  if (opened.decoded.document.fuzz !== undefined) throw ofFunction(opened.path, selector);
  const digest = blake3Hex(opened.text);
  const given = textOption(options, 'out');
  const target = outTarget({ given, cwd: context.cwd, tracePath: opened.path, traceText: opened.text, traceDigest: digest });
  const times = stopwatch();
  context.progress(progressEvent('profile shrink', { event: 'started' }));
  const recorded = await subjectOf(opened, context);
  refuseWithoutCode(metric, recorded, opened.path);
  const objective = new MetricObjective({ metric, direction, subject: subjectKind(opened.decoded, opened.decoded.document.events) });
  try {
    objective.baseline = await valueNow(recorded, opened, objective);
    if (objective.baseline === undefined) throw noMetric(metric, opened.path);
    const failure = failureOf(opened.decoded.document.summary.findings);
    const job = { opened, target, digest, times, context };
    const result =
      recorded.kind === 'steps'
        ? await shrinkSteps({ ...job, subject: recorded.steps, failure, objective }, shrinkOptions(options))
        : await (await import('../shrink/simulation.ts')).shrinkSimulationTrace({ ...job, recorded }, failure, {
            ...shrinkOptions(options),
            objective,
          });
    // Reason for the cast: a shrink answers with the summary of its run.
    return await conclude(result.document as RunSummary, { metric, direction, baseline: objective.baseline, objective }, context);
  } finally {
    objective.close();
  }
}

interface Goal {
  readonly metric: ShrinkMetric;
  readonly direction: Direction;
  readonly baseline: number;
  readonly objective: MetricObjective;
}

/** What the smaller trace has is measured on the trace as it was written. */
async function conclude(summary: RunSummary, { metric, direction, baseline, objective }: Goal, context: Context): Promise<CommandResult> {
  const outTrace = summary.shrink?.out ?? '';
  const opened = openTrace(outTrace, context);
  const after = await valueNow(await subjectOf(opened, context), opened, objective);
  const { before, after: size } = summary.shrink ?? {};
  const isSmaller = before !== undefined && size !== undefined && JSON.stringify(before) !== JSON.stringify(size);
  const document: ProfileOutput<'shrink'> = {
    schemaVersion: SCHEMA,
    status: isSmaller ? 'ok' : 'no_feasible_shrink_found',
    metric,
    direction,
    baseline,
    after: after ?? null,
    preserved: after !== undefined && objective.isKept(after),
    outTrace,
    artifactsDir: summary.identity.artifactsDir,
    size: { before: before ?? null, after: size ?? null },
    reason: isSmaller ? null : `nothing can be left out without losing ${metric} ${direction === 'increase' ? '>=' : '<='} ${baseline}`,
  };
  const text = joinLines([
    isSmaller ? context.paint.green('ok') : context.paint.yellow(document.reason ?? ''),
    ...fieldLines(
      [
        [metric, `${baseline} → ${after ?? '–'}`],
        ['steps', `${before?.steps ?? 0} → ${size?.steps ?? 0}`],
        ['trace', outTrace],
      ],
      context.paint,
    ),
  ]);
  return { document, exitCode: 0, text };
}

/** The recorded run again; of several measurements of the host the middle one. */
async function valueNow(
  recorded: RecordedSubject,
  opened: Parameters<typeof replayInMemory>[1],
  objective: MetricObjective,
): Promise<number | undefined> {
  const values: number[] = [];
  for (let round = 0; round < (objective.observes ? 1 : MEASUREMENTS + 1); round += 1) {
    objective.begin();
    const value = objective.valueOf(await replayInMemory(recorded, opened, new EventSink()));
    // The first one compiles.
    if (value !== undefined && (objective.observes || round > 0)) values.push(value);
  }
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function metricOf(options: Options): ShrinkMetric {
  const metric = shrinkMetrics.find((each) => each === textOption(options, 'metric'));
  if (metric === undefined) throw new FozzyError('usage', `\`profile shrink\` needs --metric ${shrinkMetrics.join(', ')}`);
  return metric;
}

/** Both are read off this process. */
function refuseWithoutCode(metric: ShrinkMetric, recorded: RecordedSubject, path: string): void {
  if (metric === 'p99_latency') return;
  if (recorded.kind === 'steps') {
    if (metric === 'alloc_bytes') return;
    throw new FozzyError('profile_no_data', `${path} is of a scenario of steps, which runs no code of yours`, {
      hint: 'use --metric p99_latency or alloc_bytes',
    });
  }
  if (recorded.subject.alone === undefined) return;
  throw new FozzyError('profile_no_data', `${path} is replayed in processes of their own, where ${metric} is not measured`, {
    hint: 'use --metric p99_latency',
  });
}

/** It runs in a thread or process of its own; what this process spends meanwhile says nothing about it. */
function ofFunction(path: string, selector: string): FozzyError {
  return new FozzyError('profile_no_data', `${path} is of a function, whose cost is measured as a whole and not for every smaller input`, {
    hint: `\`fozzy shrink ${shellWord(selector)}\` finds a smaller input, and \`fozzy replay ${shellWord(selector)} --profile-capture full\` measures one`,
  });
}

function noMetric(metric: ShrinkMetric, path: string): FozzyError {
  return new FozzyError('profile_no_data', `${path} has no ${metric} to keep`, {
    hint: `\`fozzy profile top ${shellWord(path)}\` shows what it has`,
  });
}
