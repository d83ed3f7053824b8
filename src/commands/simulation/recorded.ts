/** The simulation a trace was recorded from, opened from the files it names; those that changed since are told. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { executeOnce, replayAttempt } from '../../campaign/execute-many.ts';
import type { RunEdits, Subject } from '../../campaign/subject.ts';
import { failed } from '../../engine/failure.ts';
import { findingForRun } from '../../engine/finding-for.ts';
import type { Deadline } from '../../sim/run/deadline.ts';
import type { SimulationOptions } from '../../sim/scenario/simulation.ts';
import type { TraceSimulation } from '../../trace/document.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Context } from '../context.ts';
import type { OpenedTrace, ReplayOptions } from '../open-trace.ts';
import { SimulationFile } from './open-file.ts';
import type { OpenedSimulation } from './opened-simulation.ts';

export interface RecordedSimulation {
  readonly subject: Subject;
  /** The files as they are now. */
  readonly now: TraceSimulation;
  /** What the recorded run went without. */
  readonly edits: RunEdits;
  readonly changed: readonly Finding[];
  /** Findings of a run with the places of the user's files. */
  readonly placed: (findings: readonly Finding[]) => readonly Finding[];
}

export async function recordedSimulation(opened: OpenedTrace, context: Context, options: ReplayOptions): Promise<RecordedSimulation> {
  const { simulation: recorded, params, decisions } = opened.decoded.document;
  if (recorded === undefined) throw new FozzyError('trace_incomplete', `the trace ${opened.path} holds no simulation`);
  for (const { path } of [{ path: recorded.file }, ...recorded.sources]) checkSource(path, opened.path, context);
  const file = await SimulationFile.open(recorded.file, context.cwd);
  const simulation = await file.openSimulation(file.choose(recorded.name, 'replay'), {
    // Reason for the cast: options were written by the same declaration, and a simulation checks what it uses.
    options: { ...(recorded.options as SimulationOptions), httpPath: recorded.httpPath, isolation: recorded.isolation },
    deadline: deadlineOf(params.timeoutMs, options.untilMs),
  });
  // Which files there are is known after a run; this one also loads what the replay needs.
  const edits = { withoutClients: new Set(recorded.withoutClients) };
  await executeOnce(simulation.subject, replayAttempt(decisions, undefined, edits));
  const placed = (findings: readonly Finding[]) => simulation.placed(findings);
  return { subject: simulation.subject, edits, now: simulation.describe(), changed: changedSources(recorded, simulation), placed };
}

function deadlineOf(timeoutMs: number | undefined, untilMs: number | undefined): Deadline | undefined {
  if (untilMs !== undefined && (timeoutMs === undefined || untilMs < timeoutMs)) return { ms: untilMs, title: 'until' };
  return timeoutMs === undefined ? undefined : { ms: timeoutMs, title: 'timeout' };
}

function checkSource(path: string, trace: string, { cwd }: Context): void {
  if (existsSync(resolve(cwd, path))) return;
  throw new FozzyError('trace_incomplete', `the trace ${trace} was recorded from ${path}, which is not there`, {
    hint: 'a simulation is replayed from its sources: check out the version that recorded it, and run the command from the project (or pass --cwd)',
    details: { path, trace },
  });
}

function changedSources(recorded: TraceSimulation, simulation: OpenedSimulation): readonly Finding[] {
  const now = simulation.describe();
  const digests = new Map(now.sources.map(({ path, blake3 }) => [path, blake3]));
  const known = new Set(recorded.sources.map(({ path }) => path));
  const messages = [
    ...recorded.sources.filter(({ path, blake3 }) => digests.has(path) && digests.get(path) !== blake3).map(({ path }) => changed(path)),
    ...now.sources.filter(({ path }) => !known.has(path)).map(({ path }) => `${path} was not part of the recorded run`),
    ...recorded.packages.filter((name) => !now.packages.includes(name)).map((name) => `the package ${name} was replaced or removed`),
  ];
  const { file, projectFile } = simulation;
  return messages.map((message) => findingForRun(failed('checker', 'replay_source_changed', message), { file, projectFile }));
}

function changed(path: string): string {
  return `${path} has changed since the recording`;
}
