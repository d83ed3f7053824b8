/** `shrink` of a fuzz trace: the same failure from a smaller input. */
import { FozzyError } from '../../base/problem.ts';
import { compareReplay } from '../../campaign/replay-verdict.ts';
import type { Dimension } from '../../campaign/shrink/dimension.ts';
import type { TraceBody } from '../../store/finalise.ts';
import { decodeTrace } from '../../trace/decode.ts';
import { encodeTrace } from '../../trace/encode.ts';
import type { Finding } from '../../trace/finding.ts';
import type { ShrinkSize } from '../../trace/summary.ts';
import { EventSink } from '../../engine/event-sink.ts';
import { executeOnce, replayAttempt } from '../../campaign/execute-many.ts';
import type { CommandResult } from '../command.ts';
import { type OpenedTrace, recordedOf } from '../open-trace.ts';
import { type Job, writeKept } from '../shrink/conclude.ts';
import { embeddedSummary } from '../shrink/prove.ts';
import { notApplicable, notReproducible } from '../shrink/refusals.ts';
import { fuzzFinding } from './fuzz-finding.ts';
import { fuzzSubject, outcomeOf } from './fuzz-subject.ts';
import { fuzzEvents, fuzzTraceBody, type TracedInput } from './fuzz-trace.ts';
import { openRecordedFuzz, type RecordedFuzz } from './recorded.ts';
import { type InputObjective, reduceInput } from './reduce-input.ts';

export interface FuzzShrinkJob extends Job {
  readonly digest: string;
}

export function fuzzSize({ decoded }: OpenedTrace): ShrinkSize {
  return sizeOf((decoded.document.fuzz?.input_hex.length ?? 0) / 2);
}

function sizeOf(bytes: number): ShrinkSize {
  return { steps: 0, bytes, picks: 0, faults: 0 };
}

export async function shrinkFuzzTrace(
  job: FuzzShrinkJob,
  /** Undefined for an execution that passed. */
  failure: Finding | undefined,
  options: { readonly minimize: Dimension | 'all'; readonly budgetMs: number },
  objective?: InputObjective,
): Promise<CommandResult> {
  const { opened, context } = job;
  if (options.minimize !== 'all' && options.minimize !== 'input')
    throw notApplicable(opened.path, options.minimize, new Set<Dimension>(['input']));
  const recorded = await openRecordedFuzz(opened, context);
  const subject = fuzzSubject({ ...recorded, target: recorded.fuzz.target, usual: recorded.bytes });
  const baseline = await executeOnce(subject, replayAttempt(opened.decoded.document.decisions, new EventSink()));
  const verdict = compareReplay(recordedOf(opened.decoded), baseline);
  const { finding: raw } = await recorded.inputs.examine(recorded.bytes);
  if (verdict.divergence !== undefined || (raw === undefined) !== (failure === undefined)) throw notReproducible(opened.path, verdict);
  const found = await reduceInput(
    { inputs: recorded.inputs, bytes: recorded.bytes, raw, budgetMs: options.budgetMs, command: 'shrink', objective },
    context,
  );
  for (const bytes of [found.best, recorded.bytes]) {
    const proven = await prove(bytes, recorded, failure, job);
    if (proven === undefined) continue;
    return writeKept(job, proven, {
      preserved: true,
      fingerprint: failure?.fingerprint ?? null,
      minimal: found.stoppedBy === 'minimal' && bytes === found.best,
      stoppedBy: found.stoppedBy,
      candidates: found.candidates,
      before: sizeOf(recorded.bytes.length),
      after: sizeOf(bytes.length),
    });
  }
  throw new FozzyError('shrink_not_reproducible', `no smaller trace of ${opened.path} reproduces its failure when it is read again`);
}

/** Kept only if it holds when it is read again. */
async function prove(bytes: Uint8Array, recorded: RecordedFuzz, failure: Finding | undefined, { opened, digest }: FuzzShrinkJob) {
  const { inputs, order, place } = recorded;
  const examined = await inputs.examine(bytes);
  const { finding: raw, rendered } = examined;
  if ((raw === undefined) !== (failure === undefined)) return undefined;
  const finding = raw === undefined ? undefined : fuzzFinding(raw, rendered, place);
  const traced: TracedInput = { order, form: inputs.form, code: inputs.code, bytes, rendered, raw, finding };
  const { document } = opened.decoded;
  const body: TraceBody = {
    ...fuzzTraceBody(traced, document.params),
    shrunkFrom: { blake3: digest, runId: document.summary.identity.runId, origins: {} },
  };
  const outcome = { ...outcomeOf(examined, place, body.decisions), events: fuzzEvents(traced) };
  const text = [...encodeTrace({ ...body, summary: embeddedSummary(document.summary, outcome, { opened }) })].join('');
  const decoded = decodeTrace(text, opened.path);
  const subject = fuzzSubject({ ...recorded, target: recorded.fuzz.target, usual: bytes });
  const replayed = await executeOnce(subject, replayAttempt(decoded.document.decisions, new EventSink()));
  return compareReplay(recordedOf(decoded), replayed).divergence === undefined ? { candidate: { bytes }, outcome, body } : undefined;
}
