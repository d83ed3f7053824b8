/** The function a trace was recorded from, loaded again from its files, ready to be called with the recorded input or another one. */
import { hexDecode } from '../../base/hex.ts';
import { FozzyError } from '../../base/problem.ts';
import type { OrderParts } from '../../fuzz/worker/fuzz-worker.ts';
import type { FormName, LawOrder } from '../../fuzz/worker/protocol.ts';
import { SingleInputs } from '../../fuzz/worker/single-inputs.ts';
import type { TraceFuzz } from '../../trace/document.ts';
import { changedSources, checkSource } from '../changed-sources.ts';
import type { Context } from '../context.ts';
import type { OpenedTrace } from '../open-trace.ts';
import type { RecordedSearch } from '../simulation/recorded.ts';
import { type FuzzPlace } from './fuzz-finding.ts';
import { baseOrder, functionOrder, isolationOf } from './fuzz-plan.ts';
import { fuzzSubject } from './fuzz-subject.ts';
import { describeFuzz } from './fuzz-trace.ts';
import { fuzzPrograms } from './worker-program.ts';

export interface RecordedFuzz {
  readonly fuzz: TraceFuzz;
  readonly bytes: Uint8Array;
  readonly inputs: SingleInputs;
  readonly order: OrderParts;
  readonly place: FuzzPlace;
}

export async function openRecordedFuzz(opened: OpenedTrace, context: Context): Promise<RecordedFuzz> {
  const { fuzz } = opened.decoded.document;
  if (fuzz === undefined) throw new FozzyError('trace_incomplete', `the trace ${opened.path} holds no fuzzed input`);
  const bytes = hexDecode(fuzz.input_hex);
  if (bytes === undefined) throw new FozzyError('trace_incomplete', `the trace ${opened.path} holds an input that is no hexadecimal text`);
  for (const { path } of fuzz.sources) checkSource(path, opened.path, context);
  const order = orderOf(fuzz, context);
  const inputs = new SingleInputs(fuzzPrograms(), order);
  await inputs.open();
  const file = order.target.told.replace(/^fn:/u, '').replace(/#[^#]*$/u, '');
  return { fuzz, bytes, inputs, order, place: { file, root: order.root } };
}

function orderOf(fuzz: TraceFuzz, context: Context): OrderParts {
  const { cwd } = context;
  return baseOrder(context, {
    target: functionOrder(fuzz.target, cwd),
    ...(fuzz.against === undefined ? {} : { against: functionOrder(fuzz.against, cwd) }),
    laws: fuzz.laws.map((law) => lawOf(law, cwd)),
    // Reason for the cast: the name was written by the same list of forms, and an unknown one is refused by the worker.
    form: fuzz.form as FormName,
    isProperty: fuzz.mode === 'property',
    expected: fuzz.expected,
    hangTimeoutMs: fuzz.hangTimeoutMs,
    maxInputBytes: fuzz.maxInputBytes,
    allowHost: fuzz.allowHost,
    isolation: isolationOf(fuzz.isolation),
    isTimed: true,
    // Which code leads a search is of no concern to a replay.
    instrumented: [],
    isSearch: false,
  });
}

function lawOf(text: string, cwd: string): LawOrder {
  for (const law of ['round_trip', 'lossless'] as const)
    if (text.startsWith(`${law} `)) return { law, inverse: functionOrder(text.slice(law.length + 1), cwd) };
  return { law: text === 'split' ? 'split' : 'idempotent' };
}

/** The same as a subject for replays. */
export async function recordedFuzz(opened: OpenedTrace, context: Context): Promise<RecordedSearch> {
  const { fuzz, bytes, inputs, order, place } = await openRecordedFuzz(opened, context);
  const now = describeFuzz({
    order,
    form: inputs.form,
    code: inputs.code,
    bytes,
    rendered: fuzz.value,
    raw: undefined,
    finding: undefined,
  });
  return {
    subject: fuzzSubject({ inputs, place, target: fuzz.target, usual: bytes }),
    edits: {},
    changed: changedSources(fuzz, now, { file: place.file, projectFile: place.file }),
    placed: (findings) => findings,
    // Findings come with mapped stacks.
    mapStack: (stack) => stack,
    measure: (signal) => inputs.measure(bytes, signal),
    traceParts: () => ({ scenario: null, fuzz: now }),
    recorded: undefined,
  };
}
