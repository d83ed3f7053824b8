/**
 * What a trace was recorded from, ready to be replayed: a steps scenario that the trace holds itself, a distributed scenario, or a
 * simulation whose files it names. Every command that re-executes a trace does it through here, whatever kind of subject it is.
 */
import { failureOf } from '../campaign/shrink/attempt-steps.ts';
import { replaySubject, type StepsSubject } from '../campaign/steps-subject.ts';
import type { EventSink } from '../engine/event-sink.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { Finding } from '../trace/finding.ts';
import type { Context } from './context.ts';
import { type OpenedTrace, type ReplayOptions, stepsSubjectOf } from './open-trace.ts';
import { placedAs } from './placed-as.ts';
import { stepThrough } from './replay/stepwise.ts';
import type { RecordedSearch } from './simulation/recorded.ts';

export type RecordedSubject = { readonly kind: 'steps'; readonly steps: StepsSubject } | ({ readonly kind: 'search' } & RecordedSearch);

/** Findings of a re-execution, with the places the user knows: those of the recording, or of the files as they are now. */
export function placedFindings(recorded: RecordedSubject, findings: readonly Finding[], then: readonly Finding[]): readonly Finding[] {
  return recorded.kind === 'search' ? recorded.placed(findings) : findings.map((finding) => placedAs(finding, then));
}

export async function subjectOf(opened: OpenedTrace, context: Context, options: ReplayOptions = {}): Promise<RecordedSubject> {
  const { simulation, explore, fuzz } = opened.decoded.document;
  if (fuzz !== undefined) {
    const { recordedFuzz } = await import('./fuzz/recorded.ts');
    return { kind: 'search', ...(await recordedFuzz(opened, context)) };
  }
  if (simulation !== undefined) {
    const { recordedSimulation } = await import('./simulation/recorded.ts');
    return { kind: 'search', ...(await recordedSimulation(opened, context, options)) };
  }
  if (explore === undefined) return { kind: 'steps', steps: stepsSubjectOf(opened, context, options) };
  const { recordedDistributed } = await import('./distributed/recorded.ts');
  return { kind: 'search', ...(await recordedDistributed(opened, context, options)) };
}

/** What replaying it has to warn about. */
export function warningsOf(recorded: RecordedSubject): readonly Finding[] {
  return recorded.kind === 'search' ? recorded.changed : [];
}

/** The recorded decisions again, each compared as it is made; signals are heard on the way. */
export async function replayRecorded(
  recorded: RecordedSubject,
  { decoded }: OpenedTrace,
  sink: EventSink,
  context: Context,
  stepwise = false,
): Promise<Outcome> {
  const { decisions } = decoded.document;
  if (recorded.kind === 'steps') return stepThrough(recorded.steps, decisions, sink, context, stepwise);
  const { replaySimulation } = await import('./simulation/replay.ts');
  return replaySimulation(recorded, decisions, sink, context, stepwise);
}

export interface Followed {
  readonly outcome: Outcome;
  /** Its answers have the same causes, or were looked for where the same things happen. */
  readonly by: 'causes' | 'search';
}

/** After an edit: the run whose few special answers were found again by their causes, or near them, if it fails as the recorded one did. */
export async function followRecorded(recorded: RecordedSubject, { decoded }: OpenedTrace, sink: EventSink): Promise<Followed | undefined> {
  if (recorded.kind === 'steps' || recorded.recorded === undefined || recorded.changed.length === 0) return undefined;
  const { followCauses } = await import('../campaign/shrink/simulation-shrink.ts');
  const { causalRunOf } = await import('../campaign/shrink/minimised.ts');
  const then = failureOf(decoded.document.summary.findings);
  if (then === undefined) return undefined;
  const run = causalRunOf(recorded.recorded);
  const outcome = await followCauses(recorded.subject, run, sink);
  if (failureOf(outcome.findings)?.fingerprint === then.fingerprint) return { outcome, by: 'causes' };
  const { lookNear } = await import('../campaign/shrink/look-near.ts');
  const near = await lookNear(recorded.subject, run, then.fingerprint);
  return near === undefined ? undefined : { outcome: await followCauses(recorded.subject, near, sink), by: 'search' };
}

/** The same in one go, for those who judge in memory. */
export async function replayInMemory(recorded: RecordedSubject, { decoded }: OpenedTrace, sink: EventSink): Promise<Outcome> {
  const { decisions } = decoded.document;
  if (recorded.kind === 'steps') return replaySubject(recorded.steps, decisions, sink);
  const { executeOnce, replayAttempt } = await import('../campaign/execute-many.ts');
  return executeOnce(recorded.subject, replayAttempt(decisions, sink, recorded.edits));
}
