/**
 * Executes run after run until nobody wants another one: in sessions short enough that signals are heard and progress is seen, and
 * again from the same decisions when a session had to be left for something the subject needed.
 */
import { Decider } from '../decide/decider.ts';
import { DecisionLog } from '../decide/log.ts';
import type { Footprints } from '../decide/footprints.ts';
import { LogCursor } from '../decide/cursor.ts';
import { ReplaySource } from '../decide/replay.ts';
import type { DecisionSource } from '../decide/source.ts';
import type { EventSink } from '../engine/event-sink.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { RunEdits } from '../engine/run-edits.ts';
import type { Execute, Subject } from './subject.ts';

/** What one try of a run begins with; made anew for every try, because all of it has a state. */
export interface Beginning {
  readonly source: DecisionSource;
  /** In a replay: what every decision must agree with. */
  readonly expected?: LogCursor;
  readonly sink?: EventSink;
  readonly edits?: RunEdits;
  /** Kept for sources that keep none of their own. */
  readonly footprints?: Footprints | undefined;
}

export type Attempt = () => Beginning;

export interface Many {
  /** The next run; undefined when there is none. */
  next(): Attempt | undefined;
  /** What came of it; false ends it all. */
  done(outcome: Outcome): boolean;
  /** Called between sessions; false ends it all. */
  breathe(): boolean;
  /** Whether it is time for a breath; asked after every run. */
  isTired(): boolean;
}

export async function executeMany(subject: Subject, many: Many): Promise<void> {
  if (subject.alone !== undefined) return executeManyAlone(subject, many);
  let again: Attempt | undefined;
  let goesOn = true;
  while (goesOn) {
    let trying: Attempt | undefined;
    try {
      goesOn = await subject.session((execute) => {
        for (;;) {
          trying = again ?? many.next();
          again = undefined;
          if (trying === undefined || !many.done(perform(execute, trying))) return false;
          if (many.isTired()) return true;
        }
      });
    } catch (error) {
      const recovered = trying === undefined ? undefined : await subject.recover(error);
      if (recovered === undefined) throw error;
      if (recovered === 'again') again = trying;
      else goesOn = many.done(recovered);
    }
    goesOn = goesOn && many.breathe();
  }
}

async function executeManyAlone(subject: Subject, many: Many): Promise<void> {
  for (let attempt = many.next(); attempt !== undefined; attempt = many.next()) {
    if (!many.done(await executeOnce(subject, attempt)) || !many.breathe()) return;
  }
}

/** One run on its own. */
export async function executeOnce(subject: Subject, attempt: Attempt): Promise<Outcome> {
  for (;;) {
    try {
      if (subject.alone !== undefined) return await performAlone(subject.alone, attempt);
      return await subject.session((execute) => perform(execute, attempt));
    } catch (error) {
      const recovered = await subject.recover(error);
      if (recovered === undefined) throw error;
      if (recovered !== 'again') return recovered;
    }
  }
}

/** The same decisions once more, each compared as it is made. */
export function replayAttempt(recorded: DecisionLog, sink?: EventSink, edits?: RunEdits): Attempt {
  return () => {
    const expected = new LogCursor(recorded);
    const source = new ReplaySource(expected);
    return { source, expected, ...(sink === undefined ? {} : { sink }), ...(edits === undefined ? {} : { edits }) };
  };
}

function performAlone(alone: NonNullable<Subject['alone']>, attempt: Attempt): Promise<Outcome> {
  const { source, expected, sink, edits } = attempt();
  return alone(new Decider(source, new DecisionLog(), expected), sink, edits);
}

function perform(execute: Execute, attempt: Attempt): Outcome {
  const { source, expected, sink, edits, footprints } = attempt();
  sink?.reset();
  footprints?.forget();
  return execute(new Decider(source, new DecisionLog(), expected, footprints), sink, edits);
}
