/** One input of a fuzzed function as a trace: the input is its decisions, and everything a replay needs stands beside them. */
import { hexEncode } from '../../base/hex.ts';
import { EventSink } from '../../engine/event-sink.ts';
import { type RawFinding, statusOf } from '../../fuzz/oracle/raw-finding.ts';
import type { OrderParts } from '../../fuzz/worker/fuzz-worker.ts';
import type { CodeFacts, FormName } from '../../fuzz/worker/protocol.ts';
import type { TraceBody } from '../../store/finalise.ts';
import { newRunId } from '../../store/run-id.ts';
import { TRACE_VERSION, type TraceFuzz } from '../../trace/document.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Finding } from '../../trace/finding.ts';
import type { RunParams, RunSummary } from '../../trace/summary.ts';
import { engineInfo } from '../engine-info.ts';
import { traceSummary } from '../trace-summary.ts';
import { projectPath } from '../project-path.ts';
import { logOf } from './input-decisions.ts';

export interface TracedInput {
  readonly order: OrderParts;
  readonly form: FormName;
  readonly code: CodeFacts;
  readonly bytes: Uint8Array;
  readonly rendered: string;
  readonly raw: RawFinding | undefined;
  readonly finding: Finding | undefined;
}

const VALUE_MAX = 8000;

export function describeFuzz({ order, form, code, bytes, rendered }: TracedInput): TraceFuzz {
  const { target, against, laws, isProperty, hangTimeoutMs, maxInputBytes, allowHost, isolation, expected, root } = order;
  return {
    target: target.told,
    input_hex: hexEncode(bytes),
    form,
    value: rendered.slice(0, VALUE_MAX),
    mode: isProperty ? 'property' : 'coverage',
    hangTimeoutMs,
    maxInputBytes,
    allowHost,
    // A thread is the usual place, and traces of it are as they always were.
    ...(isolation === 'process' ? { isolation } : {}),
    expected,
    ...(against === undefined ? {} : { against: against.told }),
    laws: laws.map((law) => ('inverse' in law ? `${law.law} ${law.inverse.told}` : law.law)),
    sources: code.files.map(({ path, blake3 }) => ({ path: projectPath(path, root), blake3 })),
    packages: code.packages,
  };
}

export function fuzzTraceBody(traced: TracedInput, params: RunParams): TraceBody {
  return {
    version: TRACE_VERSION,
    engine: engineInfo(),
    mode: 'fuzz',
    params,
    scenarioPath: traced.order.target.told.replace(/^fn:/u, '').replace(/#[^#]*$/u, ''),
    scenario: null,
    fuzz: describeFuzz(traced),
    decisions: logOf(traced.form, traced.bytes),
    events: fuzzEvents(traced),
  };
}

/** What an execution tells, the same in the search and in every replay. */
export function fuzzEvents({ order, form, bytes, raw }: TracedInput): readonly TraceEvent[] {
  const sink = new EventSink();
  tellExecution(sink, { target: order.target.told, form, sizeBytes: bytes.length, result: raw?.title ?? 'returned' });
  return sink.events;
}

export function tellExecution(
  sink: EventSink,
  told: { readonly target: string; readonly form: FormName; readonly sizeBytes: number; readonly result: string },
): void {
  sink.emit(0, 'fuzz_input', 'engine', { form: told.form, size_bytes: told.sizeBytes, target: told.target });
  sink.emit(0, 'fuzz_outcome', 'engine', { result: told.result });
}

/** The summary of this one execution; the command as a whole has its own. */
export function executionSummary({ raw, finding }: TracedInput, of: RunSummary): RunSummary {
  const identity = { ...of.identity, runId: newRunId(), parentRunId: of.identity.runId };
  const outcome = {
    status: raw === undefined ? ('pass' as const) : statusOf(raw),
    virtualTimeMs: 0,
    memory: undefined,
    findings: finding === undefined ? [] : [finding],
    faults: [],
  };
  return traceSummary({ ...of, identity }, outcome, { mode: 'fuzz', params: of.params });
}
