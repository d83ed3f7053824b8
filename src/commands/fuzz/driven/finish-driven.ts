/** After a search that drove a scenario or simulation: every distinct failure is run once more, observed, and becomes a trace of its kind. */
import { hexEncode } from '../../../base/hex.ts';
import { renderU64 } from '../../../base/u64.ts';
import { InputSource } from '../../../decide/input-source.ts';
import { EventSink } from '../../../engine/event-sink.ts';
import { foundIn } from '../../../fuzz/driven/driven-target.ts';
import type { RawFinding } from '../../../fuzz/oracle/raw-finding.ts';
import type { FuzzPrograms } from '../../../fuzz/worker/place.ts';
import type { Bucket, SearchResult } from '../../../fuzz/worker/search.ts';
import { SingleInputs } from '../../../fuzz/worker/single-inputs.ts';
import type { CorpusEntry } from '../../../store/corpus.ts';
import { newRunId } from '../../../store/run-id.ts';
import { bytesForm } from '../../../fuzz/input/bytes-form.ts';
import type { Finding } from '../../../trace/finding.ts';
import type { RunParams, RunSummary } from '../../../trace/summary.ts';
import type { stopwatch } from '../../../world/clock/stopwatch.ts';
import { asksForMemory } from '../../memory-options.ts';
import type { CommandResult, Options } from '../../command.ts';
import type { Context } from '../../context.ts';
import { traceSummary } from '../../trace-summary.ts';
import { finishFuzz, fuzzParams } from '../finish.ts';
import type { FuzzPlan } from '../fuzz-plan.ts';
import type { Failure } from '../look-again.ts';
import { reduceInput } from '../reduce-input.ts';
import type { TracedRun } from '../traced-run.ts';
import type { DrivenOrder } from './driven-order.ts';
import { openDriven } from './open-driven.ts';
import type { DrivenRun, OpenedDriven } from './opened-driven.ts';

export interface DrivenSearch {
  readonly plan: FuzzPlan;
  readonly driven: DrivenOrder;
  readonly result: SearchResult;
  readonly corpus: readonly CorpusEntry[];
  readonly times: ReturnType<typeof stopwatch>;
  /** The program of workers. */
  readonly programs: FuzzPrograms;
  readonly options: Options;
}

const SHRINK_BUDGET_MS = 15_000;

export async function finishDriven(search: DrivenSearch, context: Context): Promise<CommandResult> {
  const { plan, result, corpus, times } = search;
  const opened = await openDriven(search.driven);
  const failures: Failure[] = [];
  for (const bucket of result.buckets) {
    const failure = await lookAgain(bucket, opened, search, context);
    const same = failures.findIndex(({ finding }) => finding.fingerprint === failure.finding.fingerprint);
    const known = failures[same];
    if (known === undefined) failures.push(failure);
    else failures[same] = { ...known, count: known.count + failure.count };
  }
  const last =
    failures.length === 0 && isWanted(search)
      ? await traced(await run(result.lastInput, opened, plan), opened, search, context)
      : undefined;
  return finishFuzz({ plan, result, failures, corpus, times: times(), last }, context);
}

/** Whether somebody asked for something that only a run can show. */
function isWanted({ plan, driven, options }: DrivenSearch): boolean {
  const isMeasured = driven.kind === 'steps' && asksForMemory(driven.memory);
  return plan.record !== undefined || options['profileCapture'] === 'full' || isMeasured;
}

async function run(input: Uint8Array, opened: OpenedDriven, plan: FuzzPlan): Promise<DrivenRun> {
  const sink = new EventSink();
  const observed = await opened.execute(() => new InputSource(input, plan.seed, opened.reading), input, sink);
  return { input, outcome: { ...observed, events: [...sink.events], findings: opened.placed(observed.findings) } };
}

async function lookAgain(bucket: Bucket, opened: OpenedDriven, search: DrivenSearch, context: Context): Promise<Failure> {
  const first = await run(bucket.bytes, opened, search.plan);
  const raw = foundIn(first.outcome);
  const [finding] = first.outcome.findings;
  const { bytes, count } = bucket;
  const rendered = bytesForm.render(bytes);
  if (raw === undefined || finding === undefined || raw.bucket !== bucket.finding.bucket)
    return { finding: unconfirmed(bucket.finding, search), raw: bucket.finding, bytes, rendered, count, isConfirmed: false };
  const smaller = await reduced(bytes, raw, search, context);
  const shown = smaller === undefined ? first : await run(smaller, opened, search.plan);
  return {
    finding: shown.outcome.findings[0] ?? finding,
    raw,
    bytes,
    rendered,
    count,
    isConfirmed: true,
    ...(smaller === undefined ? {} : { reduced: { bytes: smaller, rendered: bytesForm.render(smaller) } }),
    traced: await traced(shown, opened, search, context),
  };
}

/** What came up in the search and not again: told, but nothing can be recorded of it. */
function unconfirmed({ kind, title, message, bucket }: RawFinding, { plan }: DrivenSearch): Finding {
  return { kind, title, message, fingerprint: bucket, location: { file: plan.order.target.told.replace(/^scenario:/u, '') } };
}

async function reduced(
  bytes: Uint8Array,
  raw: RawFinding,
  { plan, programs }: DrivenSearch,
  context: Context,
): Promise<Uint8Array | undefined> {
  if (!plan.shrink || context.signal.aborted) return undefined;
  const inputs = new SingleInputs(programs, { ...plan.order, isSearch: false });
  try {
    await inputs.open();
    return (await reduceInput({ inputs, bytes, raw, budgetMs: SHRINK_BUDGET_MS, command: 'fuzz' }, context)).best;
  } finally {
    await inputs.close();
  }
}

async function traced(shown: DrivenRun, opened: OpenedDriven, search: DrivenSearch, context: Context): Promise<TracedRun> {
  const { plan, driven, options } = search;
  const { outcome, input } = shown;
  const memory = driven.kind === 'steps' ? driven.memory : undefined;
  // The run is deterministic, however the search that found it ended.
  const params: RunParams = { ...fuzzParams(true, context), ...(memory !== undefined && asksForMemory(memory) ? { memory } : {}) };
  return {
    body: () => {
      const body = opened.traceBody(shown, params);
      const { sources = [] } = body.explore ?? body.simulation ?? {};
      return { ...body, driven: { target: plan.order.target.told, input_hex: hexEncode(input), sources } };
    },
    embed: (of) => summaryOf(shown, params, of, plan),
    events: outcome.events,
    profile: await opened.profile(shown, { hostTimeMs: search.times().durationMs, isKept: true }, options, context),
    ...(outcome.memory === undefined
      ? {}
      : { memory: { summary: outcome.memory.summary, files: memory?.artifacts === true ? outcome.memory : undefined } }),
  };
}

function summaryOf({ outcome }: DrivenRun, params: RunParams, of: RunSummary, plan: FuzzPlan): RunSummary {
  const identity = { ...of.identity, seed: renderU64(plan.seed.hi, plan.seed.lo), runId: newRunId(), parentRunId: of.identity.runId };
  return traceSummary({ ...of, identity }, outcome, { mode: 'fuzz', params });
}
