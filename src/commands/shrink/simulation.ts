/** `shrink` of a simulation's trace: the same failure with fewer faults, clients and deviations from the calm order. */
import { compareReplay } from '../../campaign/replay-verdict.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import type { Dimension } from '../../campaign/shrink/dimension.ts';
import { causalRunOf, minimisedOf } from '../../campaign/shrink/minimised.ts';
import { type SimulationCandidate, sizeOfSimulation } from '../../campaign/shrink/simulation-candidate.ts';
import { dimensionsOfSimulation, editsOf, startByCauses, startSimulation } from '../../campaign/shrink/simulation-shrink.ts';
import { executeOnce, replayAttempt } from '../../campaign/execute-many.ts';
import { FozzyError } from '../../base/problem.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { TraceBody } from '../../store/finalise.ts';
import { decodeTrace } from '../../trace/decode.ts';
import { TRACE_VERSION } from '../../trace/document.ts';
import { encodeTrace } from '../../trace/encode.ts';
import type { Finding } from '../../trace/finding.ts';
import type { ShrinkSize } from '../../trace/summary.ts';
import type { CommandResult } from '../command.ts';
import { engineInfo } from '../engine-info.ts';
import { recordedOf } from '../open-trace.ts';
import type { RecordedSubject } from '../recorded-subject.ts';
import { observeKept, shrinkFound, shrinkSectionOf } from '../simulation/shrink-found.ts';
import { type Job, writeKept } from './conclude.ts';
import { embeddedSummary, type Proven } from './prove.ts';
import { notApplicable, notReproducible } from './refusals.ts';

type Recorded = Extract<RecordedSubject, { readonly kind: 'search' }>;

export interface SimulationJob extends Job {
  readonly recorded: Recorded;
  readonly digest: string;
}

export interface ShrinkOptions {
  readonly minimize: Dimension | 'all';
  readonly aggressive: boolean;
  readonly budgetMs: number;
}

export async function shrinkSimulationTrace(job: SimulationJob, failure: Finding, options: ShrinkOptions): Promise<CommandResult> {
  const { opened, recorded, context } = job;
  const start = await startOf(job, failure);
  const present = dimensionsOfSimulation(start);
  if (options.minimize !== 'all' && !present.has(options.minimize)) throw notApplicable(opened.path, options.minimize, present);
  const found = await shrinkFound({ command: 'shrink', subject: recorded.subject, start, failure, ...options }, context);
  for (const best of [found.best, start]) {
    const proven = await prove(best, job);
    if (proven !== undefined) return writeKept(job, proven, shrinkSectionOf(found, { start, best, failure }));
  }
  throw new FozzyError('shrink_not_reproducible', `no smaller trace of ${opened.path} reproduces its failure when it is read again`);
}

/** Of a passing trace, which is copied as it is. */
export async function simulationSize({ opened, recorded }: SimulationJob): Promise<ShrinkSize> {
  const { decisions } = opened.decoded.document;
  const { start } = await startSimulation({ subject: recorded.subject, decisions, withoutClients: leftOut(recorded) });
  return sizeOfSimulation(start);
}

/** The recorded run again, compared in every respect; after an edit, the one its causes lead to. */
async function startOf({ opened, recorded }: SimulationJob, failure: Finding): Promise<SimulationCandidate> {
  const { document } = opened.decoded;
  const { subject } = recorded;
  const exact = await startSimulation({ subject, decisions: document.decisions, withoutClients: leftOut(recorded) }, new EventSink());
  const verdict = compareReplay(recordedOf(opened.decoded), exact.outcome);
  if (verdict.divergence === undefined) return exact.start;
  if (recorded.recorded !== undefined) {
    const followed = await startByCauses(subject, causalRunOf(recorded.recorded));
    if (failureOf(followed.outcome.findings)?.fingerprint === failure.fingerprint) return followed.start;
  }
  throw notReproducible(opened.path, verdict);
}

function leftOut({ edits }: Recorded): readonly string[] {
  return [...edits.withoutClients];
}

/** Kept only if it holds when it is read again: encoded, decoded and replayed in memory. */
async function prove(candidate: SimulationCandidate, job: SimulationJob): Promise<Proven | undefined> {
  const { opened, recorded } = job;
  const observed = await observeKept(recorded.subject, candidate);
  const outcome = { ...observed, findings: recorded.placed(observed.findings) };
  if (outcome.mismatch !== undefined || outcome.unusedDecisions > 0) return undefined;
  const body = bodyOf(candidate, job, outcome);
  const text = [...encodeTrace({ ...body, summary: embeddedSummary(opened.decoded.document.summary, outcome, job) })].join('');
  const decoded = decodeTrace(text, opened.path);
  const edits = editsOf(candidate.withoutClients);
  const replayed = await executeOnce(recorded.subject, replayAttempt(decoded.document.decisions, new EventSink(), edits));
  return compareReplay(recordedOf(decoded), replayed).divergence === undefined ? { candidate, outcome, body } : undefined;
}

function bodyOf(candidate: SimulationCandidate, { opened, recorded, digest }: SimulationJob, outcome: Proven['outcome']): TraceBody {
  const { document } = opened.decoded;
  return {
    version: TRACE_VERSION,
    engine: engineInfo(),
    mode: document.mode,
    params: document.params,
    scenarioPath: document.scenarioPath,
    ...recorded.traceParts(minimisedOf(candidate)),
    decisions: outcome.log,
    events: outcome.events,
    shrunkFrom: { blake3: digest, runId: document.summary.identity.runId, origins: {} },
    ...(document.unknown === undefined ? {} : { unknown: document.unknown }),
  };
}
