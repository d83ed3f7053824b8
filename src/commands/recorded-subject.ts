/**
 * What a trace was recorded from, ready to be replayed: a steps scenario that the trace holds itself, or a simulation whose files it
 * names. Every command that re-executes a trace does it through here, whatever kind of subject it is.
 */
import { replaySubject, type StepsSubject } from '../campaign/steps-subject.ts';
import type { EventSink } from '../engine/event-sink.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { Finding } from '../trace/finding.ts';
import type { RunEdits, Subject } from '../campaign/subject.ts';
import type { Context } from './context.ts';
import { type OpenedTrace, type ReplayOptions, stepsSubjectOf } from './open-trace.ts';
import { stepThrough } from './replay/stepwise.ts';

export type RecordedSubject =
  | { readonly kind: 'steps'; readonly steps: StepsSubject }
  | {
      readonly kind: 'simulation';
      readonly subject: Subject;
      /** What the recorded run went without. */
      readonly edits: RunEdits;
      /** One warning for every source that is no longer what it was. */
      readonly changed: readonly Finding[];
    };

export async function subjectOf(opened: OpenedTrace, context: Context, options: ReplayOptions = {}): Promise<RecordedSubject> {
  if (opened.decoded.document.simulation === undefined) return { kind: 'steps', steps: stepsSubjectOf(opened, context, options) };
  const { recordedSimulation } = await import('./simulation/recorded.ts');
  return { kind: 'simulation', ...(await recordedSimulation(opened, context, options)) };
}

/** What replaying it has to warn about. */
export function warningsOf(recorded: RecordedSubject): readonly Finding[] {
  return recorded.kind === 'simulation' ? recorded.changed : [];
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

/** The same in one go, for those who judge in memory. */
export async function replayInMemory(recorded: RecordedSubject, { decoded }: OpenedTrace, sink: EventSink): Promise<Outcome> {
  const { decisions } = decoded.document;
  if (recorded.kind === 'steps') return replaySubject(recorded.steps, decisions, sink);
  const { executeOnce, replayAttempt } = await import('../campaign/execute-many.ts');
  return executeOnce(recorded.subject, replayAttempt(decisions, sink, recorded.edits));
}
