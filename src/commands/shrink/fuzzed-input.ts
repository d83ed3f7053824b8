/**
 * A fuzzed scenario fails with an input as well as with its steps. The draws the input answered are decisions by now, so what is left of it is
 * the text that `${fuzz.input}` stands for: it is reduced first, and the trace goes on with what the failure needs of it.
 */
import { hexEncode } from '../../base/hex.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import { minimise } from '../../campaign/shrink/minimise.ts';
import { replaySubject, type StepsSubject } from '../../campaign/steps-subject.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { bytePasses } from '../../fuzz/shrink/byte-passes.ts';
import type { Finding } from '../../trace/finding.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { Context } from '../context.ts';
import { fuzzedInput, type OpenedTrace, stepsSubjectOf } from '../open-trace.ts';
import { embeddedSummary } from './prove.ts';
import type { ShrinkOptions } from './simulation.ts';

export interface WithInput {
  readonly opened: OpenedTrace;
  readonly subject: StepsSubject;
}

export async function withSmallerInput(
  opened: OpenedTrace,
  failure: Finding,
  { minimize, budgetMs }: ShrinkOptions,
  context: Context,
): Promise<WithInput> {
  const times = stopwatch();
  const start = fuzzedInput(opened) ?? new Uint8Array(0);
  const original = { opened, subject: stepsSubjectOf(opened, context) };
  // A trace that does not reproduce is refused by whoever goes on.
  if ((minimize !== 'all' && minimize !== 'input') || replay(original).failure !== failure.fingerprint) return original;
  let best: WithInput = original;
  const stop = () => (context.signal.aborted ? 'interrupted' : times().durationMs >= budgetMs ? 'budget' : undefined);
  const search = minimise({ start, passes: bytePasses(true), keyOf: hexEncode, stop });
  for (let step = search.next(); step.done !== true; ) {
    const candidate = withInput(opened, step.value, context);
    const { outcome, failure: found } = replay(candidate);
    const isKept = found === failure.fingerprint && outcome.mismatch === undefined && outcome.unusedDecisions === 0;
    if (isKept) best = { ...candidate, opened: recordedAgain(candidate.opened, outcome) };
    step = search.next(isKept ? step.value : undefined);
    await nextTurn();
  }
  return best;
}

function withInput(opened: OpenedTrace, input: Uint8Array, context: Context): WithInput {
  const { decoded } = opened;
  const { driven } = decoded.document;
  if (driven === undefined) return { opened, subject: stepsSubjectOf(opened, context) };
  const document = { ...decoded.document, driven: { ...driven, input_hex: hexEncode(input) } };
  const changed = { ...opened, decoded: { ...decoded, document } };
  return { opened: changed, subject: stepsSubjectOf(changed, context) };
}

function replay({ opened, subject }: WithInput): { readonly outcome: Outcome; readonly failure: string | undefined } {
  const outcome = replaySubject(subject, opened.decoded.document.decisions, new EventSink());
  return { outcome, failure: failureOf(outcome.findings)?.fingerprint };
}

/** What the run tells now, with the smaller input. */
function recordedAgain(opened: OpenedTrace, outcome: Outcome): OpenedTrace {
  const { decoded } = opened;
  const summary = embeddedSummary(decoded.document.summary, outcome, { opened });
  return { ...opened, decoded: { ...decoded, document: { ...decoded.document, events: outcome.events, decisions: outcome.log, summary } } };
}
