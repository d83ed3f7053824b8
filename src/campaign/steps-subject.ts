/**
 * A steps scenario as something that can be executed again and again: under a seed, a recording or
 * an edit, observed or not. Everything here is synchronous and touches nothing real.
 */
import { LogCursor } from '../decide/cursor.ts';
import { Decider } from '../decide/decider.ts';
import { DecisionLog } from '../decide/log.ts';
import { ReplaySource } from '../decide/replay.ts';
import type { DecisionSource } from '../decide/source.ts';
import { executeSync } from '../engine/drive.ts';
import type { EventSink } from '../engine/event-sink.ts';
import { type LinkedProgram, linkProgram } from '../engine/linked-program.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { RunSettings } from '../engine/settings.ts';
import type { World } from '../engine/world.ts';
import { compile } from '../scenario/compile.ts';
import type { StepsScenario } from '../scenario/scenario.ts';
import type { MemoryOptions } from '../trace/summary.ts';

/** Makes a fresh virtual world; the rooms that may choose backends hand it in. */
export type CreateWorld = (memory: MemoryOptions) => World;

export interface StepsSubject {
  readonly linked: LinkedProgram;
  readonly settings: RunSettings;
  readonly createWorld: CreateWorld;
}

export interface SubjectParts {
  readonly scenario: StepsScenario;
  readonly settings: RunSettings;
  readonly createWorld: CreateWorld;
  /** Pointers the steps had in the original scenario, where a shrunk one moved them. */
  readonly origins?: ReadonlyMap<string, string>;
}

export function stepsSubject(parts: SubjectParts): StepsSubject {
  const program = compile(parts.scenario, parts.origins === undefined ? {} : { origins: parts.origins });
  return { linked: linkProgram(program), settings: parts.settings, createWorld: parts.createWorld };
}

/** One run whose decisions come from `source`. */
export function runSubject(subject: StepsSubject, source: DecisionSource, sink?: EventSink): Outcome {
  const log = new DecisionLog(subject.linked.symbols);
  return executeSync({ ...partsOf(subject, sink), decider: new Decider(source, log) });
}

/** One run that must make the recorded decisions, each compared as it is made. */
export function replaySubject(subject: StepsSubject, recorded: DecisionLog, sink?: EventSink): Outcome {
  return replayThrough(subject, recorded, (recording) => recording, sink).outcome;
}

/** The same, with a listener between the recording and the run. */
export function replayThrough<S extends DecisionSource>(
  subject: StepsSubject,
  recorded: DecisionLog,
  listen: (recording: DecisionSource) => S,
  sink?: EventSink,
): { readonly outcome: Outcome; readonly listener: S } {
  const log = new DecisionLog(subject.linked.symbols);
  const cursor = new LogCursor(recorded);
  const listener = listen(new ReplaySource(cursor));
  return { outcome: executeSync({ ...partsOf(subject, sink), decider: new Decider(listener, log, cursor) }), listener };
}

function partsOf(subject: StepsSubject, sink: EventSink | undefined) {
  return { linked: subject.linked, settings: subject.settings, world: subject.createWorld(subject.settings.memory), sink };
}
