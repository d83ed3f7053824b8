/**
 * A function and inputs for it as a subject like any other: the input is the decisions of the run. So traces of findings are replayed,
 * verified, shrunk and explained by the same commands as everything else.
 */
import { isArray } from '../../base/canonical-json.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Subject } from '../../campaign/subject.ts';
import type { Decider } from '../../decide/decider.ts';
import { DecisionDivergence } from '../../decide/divergence.ts';
import { Kind } from '../../decide/kinds.ts';
import type { DecisionLog } from '../../decide/log.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { statusOf } from '../../fuzz/oracle/raw-finding.ts';
import type { Examined, SingleInputs } from '../../fuzz/worker/single-inputs.ts';
import { type FuzzPlace, fuzzFinding } from './fuzz-finding.ts';
import { bytesOf, drawsOf } from './input-decisions.ts';
import { tellExecution } from './fuzz-trace.ts';

export interface FuzzSubjectParts {
  readonly inputs: SingleInputs;
  readonly place: FuzzPlace;
  readonly target: string;
  /** Where the decisions hold no input. */
  readonly usual: Uint8Array;
}

export function fuzzSubject(parts: FuzzSubjectParts): Subject {
  return {
    session: () => Promise.reject(new Error('inputs are executed one by one')),
    alone: (decider, sink) => execute(parts, decider, sink),
    recover: async () => undefined,
  };
}

async function execute(parts: FuzzSubjectParts, decider: Decider, sink: EventSink = new EventSink()): Promise<Outcome> {
  const { inputs, target, usual } = parts;
  await inputs.open();
  const draws = recorded(decider);
  const bytes = draws.length === 0 ? usual : (bytesOf(draws) ?? usual);
  let mismatch: Outcome['mismatch'];
  try {
    for (const draw of draws.length === 0 ? drawsOf(inputs.form, bytes) : draws) decider.notePayload(Kind.inputDraw, draw);
  } catch (error) {
    if (!(error instanceof DecisionDivergence)) throw error;
    mismatch = { index: error.index, stepPath: '', timeMs: 0, expected: error.expected, actual: error.actual };
  }
  sink.reset();
  const examined = await inputs.examine(bytes);
  const outcome = outcomeOf(examined, parts.place, decider.log);
  tellExecution(sink, { target, form: inputs.form, sizeBytes: bytes.length, result: examined.finding?.title ?? 'returned' });
  return { ...outcome, events: sink.events, mismatch, unusedDecisions: decider.unused };
}

function recorded(decider: Decider): readonly JsonObject[] {
  const draw = decider.recall(Kind.inputDraw, 'input');
  return typeof draw === 'object' && draw !== null && !isArray(draw) ? [draw] : [];
}

function outcomeOf({ finding, rendered }: Examined, place: FuzzPlace, log: DecisionLog): Outcome {
  return {
    status: finding === undefined ? 'pass' : statusOf(finding),
    findings: finding === undefined ? [] : [fuzzFinding(finding, rendered, place)],
    faults: [],
    memory: undefined,
    virtualTimeMs: 0,
    stepsExecuted: 1,
    log,
    events: [],
    interrupted: false,
    mismatch: undefined,
    unusedDecisions: 0,
  };
}
