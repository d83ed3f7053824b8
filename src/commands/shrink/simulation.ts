/** `shrink` of a simulation's trace: the same failure with fewer faults, clients and deviations from the calm order. */
import { compareReplay } from '../../campaign/replay-verdict.ts';
import type { Dimension } from '../../campaign/shrink/dimension.ts';
import type { Objective } from '../../campaign/shrink/objective.ts';
import { editsOf, leftOutBy } from '../../campaign/shrink/left-out.ts';
import { minimisedOf } from '../../campaign/shrink/minimised.ts';
import { type SimulationCandidate, sizeOfSimulation } from '../../campaign/shrink/simulation-candidate.ts';
import { dimensionsOfSimulation, startSimulation } from '../../campaign/shrink/simulation-shrink.ts';
import { executeOnce, replayAttempt } from '../../campaign/execute-many.ts';
import { FozzyError } from '../../base/problem.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { TraceBody } from '../../store/finalise.ts';
import { decodeTrace } from '../../trace/decode.ts';
import { TRACE_VERSION } from '../../trace/document.ts';
import { encodeTrace } from '../../trace/encode.ts';
import type { Finding } from '../../trace/finding.ts';
import type { ShrinkSize } from '../../trace/summary.ts';
import type { CommandResult } from '../command.ts';
import { engineInfo } from '../engine-info.ts';
import { type OpenedTrace, recordedOf } from '../open-trace.ts';
import { replayInMemory, subjectOf } from '../recorded-subject.ts';
import type { RecordedSearch } from '../simulation/recorded.ts';
import { observeKept, shrinkFound, shrinkSectionOf } from '../simulation/shrink-found.ts';
import { type Job, writeKept } from './conclude.ts';
import { embeddedSummary, type Proven } from './prove.ts';
import { notApplicable } from './refusals.ts';
import { startRecorded } from './start-recorded.ts';

export interface SimulationJob extends Job {
  readonly recorded: RecordedSearch;
  readonly digest: string;
}

export interface ShrinkOptions {
  readonly minimize: Dimension | 'all';
  readonly aggressive: boolean;
  readonly budgetMs: number;
  /** What must be kept besides the failure. */
  readonly objective?: Objective;
}

export async function shrinkSimulationTrace(
  job: SimulationJob,
  failure: Finding | undefined,
  options: ShrinkOptions,
): Promise<CommandResult> {
  const { opened, recorded, context } = job;
  const start = await startRecorded(opened, recorded, failure);
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
  const { start } = await startSimulation({ subject: recorded.subject, decisions, leftOut: leftOutBy(recorded.edits) });
  return sizeOfSimulation(start);
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
  const replayed = await executeAgain({ ...opened, text, decoded }, candidate, job);
  return compareReplay(recordedOf(decoded), replayed).divergence === undefined ? { candidate, outcome, body } : undefined;
}

/** A scenario that was written anew is read anew as well; a simulation is the same files. */
async function executeAgain(reread: OpenedTrace, candidate: SimulationCandidate, { recorded, context }: SimulationJob): Promise<Outcome> {
  const { decisions, explore } = reread.decoded.document;
  if (explore === undefined) return executeOnce(recorded.subject, replayAttempt(decisions, new EventSink(), editsOf(candidate)));
  return replayInMemory(await subjectOf(reread, context), reread, new EventSink());
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
    ...(document.driven === undefined ? {} : { driven: document.driven }),
    ...(document.unknown === undefined ? {} : { unknown: document.unknown }),
  };
}
