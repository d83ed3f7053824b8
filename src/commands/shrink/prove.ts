/**
 * A smaller trace is kept only if it holds when it is read again: the document is encoded, decoded,
 * validated and replayed in memory, and must reproduce itself in every respect.
 */
import { observeSteps } from '../../campaign/shrink/attempt-steps.ts';
import { renderDraft } from '../../campaign/shrink/draft.ts';
import type { StepsCandidate } from '../../campaign/shrink/steps-candidate.ts';
import { compareReplay } from '../../campaign/replay-verdict.ts';
import { replaySubject, type StepsSubject } from '../../campaign/steps-subject.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { TraceBody } from '../../store/finalise.ts';
import { decodeTrace } from '../../trace/decode.ts';
import { TRACE_VERSION } from '../../trace/document.ts';
import { encodeTrace } from '../../trace/encode.ts';
import type { RunSummary } from '../../trace/summary.ts';
import type { Context } from '../context.ts';
import { engineInfo } from '../engine-info.ts';
import { memoryOptionsOf, type OpenedTrace, recordedOf, stepsSubjectOf } from '../open-trace.ts';
import { placedAs } from '../placed-as.ts';
import { traceSummary } from '../trace-summary.ts';

export interface Proven<C = object> {
  readonly candidate: C;
  readonly outcome: Outcome;
  readonly body: TraceBody;
}

interface Source {
  readonly opened: OpenedTrace;
  readonly subject: StepsSubject;
  readonly digest: string;
  readonly context: Context;
}

/** The first candidate whose trace reproduces. */
export function proveSmaller(candidates: readonly StepsCandidate[], source: Source): Proven<StepsCandidate> | undefined {
  for (const candidate of candidates) {
    const proven = prove(candidate, source);
    if (proven !== undefined) return proven;
  }
  return undefined;
}

function prove(candidate: StepsCandidate, source: Source): Proven<StepsCandidate> | undefined {
  const { opened, subject, context } = source;
  const parts = { settings: subject.settings, createWorld: subject.createWorld };
  const outcome = observeSteps(candidate, parts, new EventSink());
  if (outcome === undefined || outcome.mismatch !== undefined || outcome.unusedDecisions > 0) return undefined;
  const body = bodyOf(candidate, outcome, source);
  const text = [...encodeTrace({ ...body, summary: embeddedSummary(opened.decoded.document.summary, outcome, source) })].join('');
  const decoded = decodeTrace(text, opened.path);
  const reread: OpenedTrace = { ...opened, text, decoded };
  const replayed = replaySubject(stepsSubjectOf(reread, context), decoded.document.decisions, new EventSink());
  return compareReplay(recordedOf(decoded), replayed).divergence === undefined ? { candidate, outcome, body } : undefined;
}

function bodyOf(candidate: StepsCandidate, outcome: Outcome, { opened, digest }: Source): TraceBody {
  const { document } = opened.decoded;
  const { json, origins } = renderDraft(candidate.draft);
  return {
    version: TRACE_VERSION,
    engine: engineInfo(),
    mode: document.mode,
    params: document.params,
    // The fingerprint holds this path, so a trace without one keeps the name it was found under.
    scenarioPath: document.scenarioPath ?? opened.path,
    scenario: json,
    ...(outcome.memory === undefined
      ? {}
      : {
          memory: {
            options: memoryOptionsOf(opened.decoded),
            summary: outcome.memory.summary,
            leaks: outcome.memory.leaks,
            graph: outcome.memory.graph,
          },
        }),
    decisions: outcome.log,
    events: outcome.events,
    shrunkFrom: { blake3: digest, runId: document.summary.identity.runId, origins: Object.fromEntries(origins) },
    ...(document.driven === undefined ? {} : { driven: document.driven }),
    ...(document.unknown === undefined ? {} : { unknown: document.unknown }),
  };
}

/** The run a shrunk trace holds, told in the mode it was recorded in; `about` gives identity and times. */
export function embeddedSummary(about: RunSummary, outcome: Outcome, { opened }: Pick<Source, 'opened'>): RunSummary {
  const { mode, params, summary } = opened.decoded.document;
  // The findings of a search know their places already; those of steps stand where the recorded ones stood.
  const findings = isOfSteps(opened) ? outcome.findings.map((finding) => placedAs(finding, summary.findings)) : outcome.findings;
  return traceSummary(about, { ...outcome, findings }, { mode, params });
}

function isOfSteps({ decoded }: OpenedTrace): boolean {
  const { simulation, explore, fuzz } = decoded.document;
  return simulation === undefined && explore === undefined && fuzz === undefined;
}
