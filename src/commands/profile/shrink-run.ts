/** `profile shrink` of a scenario or simulation, whose runs are made, and measured, one after the other. */
import { realpathSync } from 'node:fs';
import { agree, middleOf } from '../../base/agreement.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import { executeMany, replayAttempt } from '../../campaign/execute-many.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { CommandResult } from '../command.ts';
import type { Context } from '../context.ts';
import type { OpenedTrace } from '../open-trace.ts';
import { type RecordedSubject, replayInMemory, subjectOf } from '../recorded-subject.ts';
import { shrinkSteps } from '../shrink/perform.ts';
import type { ShrinkOptions } from '../shrink/simulation.ts';
import type { RecordedSearch } from '../simulation/recorded.ts';
import { FrameNames } from './frame-names.ts';
import { codeOf, subjectKind } from './load-profile.ts';
import { apartGauge, eventGauge, type Gauge, type Limit, meterGauge, metricObjective, type ShrinkMetric } from './shrink-objective.ts';
import { notMeasured, type Refused, withoutCode, withoutValue } from './shrink-refusals.ts';
import { nowUs, usedUs } from './samplers.ts';
import type { ShrinkJob, Shrinking } from './shrinking.ts';

/** Of so many measurements the middle one counts. */
const MEASUREMENTS = 5;
/** So much processor time is spent on runs before one counts: code costs several times as much until it is optimised. */
const WARM_US = 300_000;
/** Then measurements have to agree to this part of the middle one; those that never do have to be taken as they are. */
const SPREAD_MAX = 0.1;
const WARM_MAX_US = 3_000_000;

export async function shrinkingOfRun(metric: ShrinkMetric, { opened, selector, context }: ShrinkJob): Promise<Shrinking> {
  const recorded = await subjectOf(opened, context);
  const about = { metric, path: opened.path, selector };
  const gauge = gaugeOf(metric, recorded, opened, about, context);
  return {
    isOfHost: !gauge.observes,
    valueOf: async (trace) => {
      if (trace === opened) return valueNow(recorded, opened, gauge);
      const smaller = await subjectOf(trace, context);
      const own = gaugeOf(metric, smaller, trace, about, context);
      try {
        return await valueNow(smaller, trace, own);
      } finally {
        own.close();
      }
    },
    missing: (value) => missingValue(about, value, gauge, recorded),
    shrink: (job, limit, options) => shrink(job, { recorded, gauge, limit }, options),
    close: async () => gauge.close(),
  };
}

function gaugeOf(metric: ShrinkMetric, recorded: RecordedSubject, opened: OpenedTrace, about: Refused, context: Context): Gauge {
  const { decoded } = opened;
  const subject = subjectKind(decoded, decoded.document.events);
  if (metric === 'p99_latency') return eventGauge(metric, subject);
  if (recorded.kind === 'steps') {
    if (metric === 'cpu_time')
      throw withoutCode(
        about,
        decoded.document.events.some(({ name }) => name === 'memory_alloc'),
      );
    return eventGauge(metric, subject);
  }
  if (codeOf(decoded, subject) === 'none') throw withoutCode(about, false);
  const { apart } = recorded.subject;
  if (apart !== undefined) return apartGauge(metric, apart);
  return meterGauge(metric, new FrameNames(recorded.mapStack, realpathSync(context.cwd)));
}

function missingValue(about: Refused, value: 0 | undefined, gauge: Gauge, recorded: RecordedSubject): Error {
  if (value === 0) return withoutValue(about, ['cpu_time']);
  if (!gauge.observes) return notMeasured(about);
  return withoutValue(about, recorded.kind === 'steps' ? otherOf(about.metric) : ['cpu_time', 'alloc_bytes']);
}

/** Of a scenario of steps. */
function otherOf(metric: ShrinkMetric): readonly ShrinkMetric[] {
  return metric === 'alloc_bytes' ? ['p99_latency'] : [];
}

/** The recorded run again; of several measurements of the host the middle one. */
async function valueNow(recorded: RecordedSubject, opened: OpenedTrace, gauge: Gauge): Promise<number | undefined> {
  if (recorded.kind === 'steps' || gauge.observes) {
    gauge.begin();
    return gauge.valueOf(await replayInMemory(recorded, opened, new EventSink()));
  }
  return recorded.subject.apart === undefined ? warmValue(recorded, opened, gauge) : coldValue(recorded, opened, gauge);
}

/** Every process is as cold for a candidate as it is for the recorded run. */
async function coldValue(recorded: RecordedSubject, opened: OpenedTrace, gauge: Gauge): Promise<number | undefined> {
  const values: number[] = [];
  while (values.length < MEASUREMENTS) {
    gauge.begin();
    const value = gauge.valueOf(await replayInMemory(recorded, opened, new EventSink()));
    if (value === undefined) return undefined;
    values.push(value);
  }
  return middleOf(values);
}

/** Made as candidates are: many in a session, whose beginning and end are not part of a run, and until the code is as warm as it is for them. */
async function warmValue({ subject, edits }: RecordedSearch, opened: OpenedTrace, gauge: Gauge): Promise<number | undefined> {
  const again = replayAttempt(opened.decoded.document.decisions, undefined, edits);
  const [began, from] = [nowUs(), usedUs()];
  let last: readonly number[] = [];
  await executeMany(subject, {
    next: () => () => {
      gauge.begin();
      return again();
    },
    done: (outcome) => {
      last = [...last, gauge.valueOf(outcome) ?? 0].slice(-MEASUREMENTS);
      // On a busy machine little may happen in much time, and a run that blocks takes long by itself.
      if (nowUs() - began >= WARM_MAX_US) return false;
      return usedUs() - from < WARM_US || last.length < MEASUREMENTS || !agree(last, SPREAD_MAX);
    },
    isTired: () => false,
    breathe: () => true,
  });
  return middleOf(last);
}

interface Keeping {
  readonly recorded: RecordedSubject;
  readonly gauge: Gauge;
  readonly limit: Limit;
}

async function shrink(
  { selector: _selector, ...job }: ShrinkJob,
  { recorded, gauge, limit }: Keeping,
  options: ShrinkOptions,
): Promise<CommandResult> {
  const failure = failureOf(job.opened.decoded.document.summary.findings);
  const objective = metricObjective(gauge, limit);
  if (recorded.kind === 'steps') return shrinkSteps({ ...job, subject: recorded.steps, failure, objective }, options);
  const { shrinkSimulationTrace } = await import('../shrink/simulation.ts');
  return shrinkSimulationTrace({ ...job, recorded }, failure, { ...options, objective });
}
