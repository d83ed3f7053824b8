/** `profile shrink`: the smallest trace that still costs what the recorded one costs, on the shrinker that keeps failures. */
import { blake3Hex } from '../../base/blake3.ts';
import { progressEvent } from '../../report/progress.ts';
import { fieldLines, joinLines } from '../../report/text-block.ts';
import type { RunSummary, ShrinkSize } from '../../trace/summary.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { type OpenedTrace, openTrace } from '../open-trace.ts';
import { textOption } from '../option-values.ts';
import { outTarget } from '../shrink/out-path.ts';
import { shrinkOptions } from '../shrink/perform.ts';
import type { ProfileOutput } from './output-shapes.ts';
import { type Direction, isKept, type Limit, type ShrinkMetric, shrinkMetrics } from './shrink-objective.ts';
import { withoutMetric } from './shrink-refusals.ts';
import type { ShrinkJob, Shrinking } from './shrinking.ts';

const SCHEMA = 'fozzy.profile_shrink.v2';

export async function performProfileShrink(options: Options, context: Context): Promise<CommandResult> {
  const selector = textOption(options, 'runOrTrace') ?? '';
  const metric = metricOf(options, selector);
  const direction: Direction = textOption(options, 'direction') === 'decrease' ? 'decrease' : 'increase';
  const opened = openTrace(selector, context);
  const digest = blake3Hex(opened.text);
  const given = textOption(options, 'out');
  const target = outTarget({ given, cwd: context.cwd, tracePath: opened.path, traceText: opened.text, traceDigest: digest });
  const times = stopwatch();
  context.progress(progressEvent('profile shrink', { event: 'started' }));
  const job = { opened, selector, target, digest, times, context };
  const shrinking = await shrinkingOf(metric, job);
  try {
    const baseline = rounded(await shrinking.valueOf(opened));
    // Measured to be nothing, every run keeps at least as much.
    const isNothing = baseline === 0 && shrinking.isOfHost && direction === 'increase';
    if (baseline === undefined || isNothing) throw shrinking.missing(baseline === undefined ? undefined : 0);
    const limit = { direction, baseline, isOfHost: shrinking.isOfHost };
    const result = await shrinking.shrink(job, limit, shrinkOptions(options));
    const summary = result.document as RunSummary; // a shrink answers with the summary of its run
    const outTrace = summary.shrink?.out;
    // One that was interrupted has written none.
    if (outTrace === undefined) return result;
    const after = await valueAfter(openTrace(outTrace, context), shrinking, limit);
    return conclude(summary, { metric, limit, after: rounded(after) }, context);
  } finally {
    await shrinking.close();
  }
}

async function shrinkingOf(metric: ShrinkMetric, job: ShrinkJob): Promise<Shrinking> {
  if (job.opened.decoded.document.fuzz !== undefined) return (await import('./shrink-function.ts')).shrinkingOfFunction(metric, job);
  return (await import('./shrink-run.ts')).shrinkingOfRun(metric, job);
}

/** Measured on the trace as it was written; once more where that seems to be too little. */
async function valueAfter(written: OpenedTrace, shrinking: Shrinking, limit: Limit): Promise<number | undefined> {
  const first = await shrinking.valueOf(written);
  return !limit.isOfHost || (first !== undefined && isKept(first, limit)) ? first : shrinking.valueOf(written);
}

interface Found {
  readonly metric: ShrinkMetric;
  readonly limit: Limit;
  readonly after: number | undefined;
}

function conclude(summary: RunSummary, { metric, limit, after }: Found, context: Context): CommandResult {
  const { direction, baseline } = limit;
  const { before, after: size, out: outTrace = '' } = summary.shrink ?? {};
  const isSmaller = before !== undefined && size !== undefined && JSON.stringify(before) !== JSON.stringify(size);
  const preserved = after !== undefined && isKept(after, limit);
  const wanted = `${metric} ${direction === 'increase' ? '>=' : '<='} ${baseline}`;
  const reason = !isSmaller
    ? `nothing can be left out without losing ${wanted}`
    : preserved
      ? null
      : `what was written was not found to keep ${wanted} when it was measured again`;
  const document: ProfileOutput<'shrink'> = {
    schemaVersion: SCHEMA,
    status: reason === null ? 'ok' : 'no_feasible_shrink_found',
    metric,
    direction,
    baseline,
    after: after ?? null,
    preserved,
    outTrace,
    artifactsDir: summary.identity.artifactsDir,
    size: { before: before ?? null, after: size ?? null },
    reason,
  };
  const text = joinLines([
    reason === null ? context.paint.green('ok') : context.paint.yellow(reason),
    ...fieldLines(
      [
        [metric, `${baseline} → ${after ?? '–'}`],
        ...(before === undefined || size === undefined ? [] : sizeFields(before, size)),
        ['trace', outTrace],
      ],
      context.paint,
    ),
  ]);
  return { document, exitCode: 0, text };
}

/** Nothing is measured more exactly than to a billionth of a second. */
function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 1e6) / 1e6;
}

/** Whatever became less; otherwise how much of it there is. */
function sizeFields(before: ShrinkSize, after: ShrinkSize): readonly (readonly [string, string])[] {
  const parts = (['steps', 'bytes', 'picks', 'faults'] as const).filter((part) => before[part] > 0);
  const smaller = parts.filter((part) => after[part] !== before[part]);
  return (smaller.length > 0 ? smaller : parts.slice(0, 1)).map((part) => [part, `${before[part]} → ${after[part]}`]);
}

function metricOf(options: Options, selector: string): ShrinkMetric {
  const metric = shrinkMetrics.find((each) => each === textOption(options, 'metric'));
  if (metric === undefined) throw withoutMetric(selector);
  return metric;
}
