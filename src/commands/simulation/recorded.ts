/** The simulation a trace was recorded from, opened from the files it names; those that changed since are told. */
import { FozzyError } from '../../base/problem.ts';
import { executeOnce, replayAttempt } from '../../campaign/execute-many.ts';
import { editsOf } from '../../campaign/shrink/left-out.ts';
import { leftOutOfParts, type MinimisedParts } from '../../campaign/shrink/minimised.ts';
import type { RunEdits } from '../../engine/run-edits.ts';
import type { Subject } from '../../campaign/subject.ts';
import type { BlockWatch } from '../../sim/load/block-watch.ts';
import type { Deadline } from '../../sim/run/deadline.ts';
import type { SimulationOptions } from '../../sim/scenario/simulation.ts';
import type { TraceSimulation } from '../../trace/document.ts';
import type { Measured } from '../../trace/profile/profile.ts';
import type { Finding } from '../../trace/finding.ts';
import { changedSources, checkSource } from '../changed-sources.ts';
import { codeCacheOf } from '../code-cache.ts';
import type { Context } from '../context.ts';
import type { OpenedTrace, ReplayOptions } from '../open-trace.ts';
import type { TraceParts } from './explorable.ts';
import { SimulationFile } from './open-file.ts';
import type { OpenedSimulation } from './opened-simulation.ts';

/** A recorded run of something that is searched: a simulation, or a distributed scenario. */
export interface RecordedSearch {
  readonly subject: Subject;
  /** What the recorded run went without. */
  readonly edits: RunEdits;
  /** One warning for every source that is no longer what it was. */
  readonly changed: readonly Finding[];
  /** Findings of a run with the places of the user's files. */
  readonly placed: (findings: readonly Finding[]) => readonly Finding[];
  /** A stack of running code with the places of the user's files. */
  readonly mapStack: (stack: string) => string;
  /** Where runs are made elsewhere: measures the recorded one there; undefined when it cannot be. */
  readonly measure?: (signal: AbortSignal) => Promise<Measured | undefined>;
  /** Of code that is counted: what tells which of it ran. */
  readonly blocks?: () => BlockWatch | undefined;
  /** What a trace of the subject as it is now holds beside its decisions. */
  readonly traceParts: (shrunk: MinimisedParts) => TraceParts;
  /** Of a shrunk trace: the run by its causes. */
  readonly recorded: MinimisedParts | undefined;
}

export async function recordedSimulation(opened: OpenedTrace, context: Context, options: ReplayOptions): Promise<RecordedSearch> {
  const { simulation: recorded, params, decisions } = opened.decoded.document;
  if (recorded === undefined) throw new FozzyError('trace_incomplete', `the trace ${opened.path} holds no simulation`);
  const simulation = await openRecorded(recorded, opened.path, context, deadlineOf(params.timeoutMs, options.untilMs));
  // Which files there are is known after a run; this one also loads what the replay needs.
  const edits = editsOf(leftOutOfParts(recorded));
  await executeOnce(simulation.subject, replayAttempt(decisions, undefined, edits));
  const placed = (findings: readonly Finding[]) => simulation.placed(findings);
  return {
    subject: simulation.subject,
    edits,
    changed: changedSources(recorded, simulation.describe(), simulation),
    placed,
    mapStack: (stack) => simulation.mapStack(stack),
    blocks: () => simulation.watchBlocks(),
    traceParts: (shrunk) => simulation.traceParts(shrunk),
    recorded: recorded.minimised === undefined ? undefined : recorded,
  };
}

/** As it was when the document at this path was written, as far as files and options go. */
export async function openRecorded(
  recorded: TraceSimulation,
  path: string,
  context: Context,
  deadline?: Deadline,
): Promise<OpenedSimulation> {
  for (const source of [{ path: recorded.file }, ...recorded.sources]) checkSource(source.path, path, context);
  const file = await SimulationFile.open(recorded.file, context.cwd, codeCacheOf(context));
  return file.openSimulation(file.choose(recorded.name, 'replay'), {
    // Reason for the cast: options were written by the same declaration, and a simulation checks what it uses.
    options: { ...(recorded.options as SimulationOptions), httpPath: recorded.httpPath, isolation: recorded.isolation },
    deadline,
  });
}

function deadlineOf(timeoutMs: number | undefined, untilMs: number | undefined): Deadline | undefined {
  if (untilMs !== undefined && (timeoutMs === undefined || untilMs < timeoutMs)) return { ms: untilMs, title: 'until' };
  return timeoutMs === undefined ? undefined : { ms: timeoutMs, title: 'timeout' };
}
