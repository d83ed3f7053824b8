/** From RUN_OR_TRACE to the profile of that run: from its events, which are made again by a replay where the trace does not carry them. */
import { join } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { EventSink } from '../../engine/event-sink.ts';
import { parseJsonValue } from '../../base/json-text.ts';
import { readText } from '../../store/json-file.ts';
import { type Resolved, traceOf } from '../../store/selector.ts';
import { type DecodedTrace, decodeTrace } from '../../trace/decode.ts';
import type { TraceEvent } from '../../trace/event.ts';
import { buildProfile } from '../../trace/profile/build-profile.ts';
import type { Profile } from '../../trace/profile/profile.ts';
import type { Evidence } from '../../trace/profile/shifts.ts';
import type { RunSummary } from '../../trace/summary.ts';
import type { Context } from '../context.ts';
import { type OpenedTrace, readTrace, resolveRun } from '../open-trace.ts';
import { replayInMemory, subjectOf } from '../recorded-subject.ts';
import { readMeasured } from './profile-files.ts';

export interface LoadedProfile {
  readonly selector: string;
  readonly profile: Profile;
  readonly code: CodeOfUser;
  readonly runId: string;
  readonly status: RunSummary['status'];
  readonly tracePath: string | undefined;
  readonly warnings: readonly string[];
  /** Where a piece of evidence can be looked at: a file and a JSON pointer in it. */
  readonly pointerTo: (evidence: Evidence) => string | undefined;
}

/** Whether the run executes code of the user whose processor time and allocations can be measured. */
export type CodeOfUser = 'measurable' | 'none';

export function codeOf(decoded: DecodedTrace | undefined, subject: Profile['subject']): CodeOfUser {
  const document = decoded?.document;
  if (document === undefined) return subject === 'steps' ? 'none' : 'measurable';
  if (document.simulation !== undefined) return 'measurable';
  if (document.explore !== undefined) return document.explore.sources.length === 0 ? 'none' : 'measurable';
  return document.scenario === null ? 'measurable' : 'none';
}

interface Events {
  readonly events: readonly TraceEvent[];
  /** Undefined when no file holds them. */
  readonly pointer: ((index: number) => string) | undefined;
}

export async function loadProfile(selector: string, context: Context): Promise<LoadedProfile> {
  const resolved = resolveRun(selector, context);
  const opened = openedOf(resolved, selector);
  const { runDir, manifest } = resolved;
  const summary =
    runDir !== undefined && !isNamedTrace(selector)
      ? (resolved.report ?? opened?.decoded.document.summary)
      : opened?.decoded.document.summary;
  if (summary === undefined) throw noTrace(resolved);
  const { events, pointer } = await eventsOf(resolved, opened, selector, context);
  const measured = runDir === undefined || manifest === undefined ? undefined : readMeasured(runDir, manifest);
  const samples = measured === 'stale' ? undefined : measured;
  // A search of inputs is profiled by the execution it tells of; the search itself has no virtual time.
  const profiled = summary.mode === 'fuzz' ? (opened?.decoded.document.summary ?? summary) : summary;
  const profile = buildProfile({
    subject: subjectKind(opened?.decoded, events),
    events,
    // Where no trace was recorded, its events tell how far it came.
    virtualTimeMs: Math.max(profiled.virtualTimeMs, events.at(-1)?.time_ms ?? 0),
    hostTimeMs: profiled.durationMs,
    cpu: samples?.cpu,
    allocationSamples: samples?.allocationSamples,
  });
  return {
    selector,
    profile,
    code: codeOf(opened?.decoded, profile.subject),
    runId: summary.identity.runId,
    status: summary.status,
    tracePath: opened?.path,
    warnings: measured === 'stale' ? ['the profile files of this run were measured on another trace and were not used'] : [],
    pointerTo: ({ kind, index }) =>
      kind === 'event' ? pointer?.(index) : samples === undefined ? undefined : `${samples.symbolsFile}#/frames/${index}`,
  };
}

function isNamedTrace(selector: string): boolean {
  return selector.endsWith('.fozzy');
}

function openedOf(resolved: Resolved, selector: string): OpenedTrace | undefined {
  // A run without a trace still has its events; one with several traces must be told which.
  if (resolved.tracePath === undefined && resolved.tracePaths.length === 0 && resolved.runDir !== undefined) return undefined;
  const path = traceOf(resolved);
  const text = readTrace(path);
  return { resolved: { ...resolved, selector }, path, text, decoded: decodeTrace(text, path) };
}

async function eventsOf(resolved: Resolved, opened: OpenedTrace | undefined, selector: string, context: Context): Promise<Events> {
  const listed = resolved.manifest?.files.some(({ name }) => name === 'events.json') === true;
  // A replay has events of its own, and the trace of what it replayed.
  if (resolved.runDir !== undefined && listed && !isNamedTrace(selector)) {
    const path = join(resolved.runDir, 'events.json');
    const parsed = parseJsonValue(readText(path) ?? '[]');
    // Reason for the cast: the digest of the manifest proves that these are the events that were written.
    const events = parsed.ok && Array.isArray(parsed.value) ? (parsed.value as unknown as readonly TraceEvent[]) : [];
    return { events, pointer: (index) => `${path}#/${index}` };
  }
  if (opened === undefined) throw noTrace(resolved);
  const { events, decisions } = opened.decoded.document;
  if (events.length > 0 || decisions.length === 0) return { events, pointer: (index) => `${opened.path}#/events/${index}` };
  const outcome = await replayInMemory(await subjectOf(opened, context), opened, new EventSink());
  return { events: outcome.events, pointer: undefined };
}

export function subjectKind(decoded: DecodedTrace | undefined, events: readonly TraceEvent[]): Profile['subject'] {
  const document = decoded?.document;
  if (document?.simulation !== undefined) return 'simulation';
  if (document?.explore !== undefined) return 'distributed';
  if (document?.fuzz !== undefined) return 'fuzz';
  if (document !== undefined) return 'steps';
  if (events.some(({ name }) => name === 'transition')) return 'simulation';
  return events.some(({ name, fields }) => name === 'sched_pick' && fields['event'] !== undefined) ? 'distributed' : 'steps';
}

function noTrace({ runId, selector, report }: Resolved): FozzyError {
  return new FozzyError('profile_no_data', `run ${runId ?? selector} has neither a trace nor events to profile`, {
    hint:
      report?.mode === 'fuzz'
        ? 'a search that finds nothing keeps nothing unless it is asked to: `fozzy fuzz <target> --profile-capture full`'
        : 'profile one of its scenarios: `fozzy run <scenario> --record <path>`',
  });
}
