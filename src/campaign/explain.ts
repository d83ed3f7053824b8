/**
 * Why a run failed, from the few answers that were not calm: for each of them what ran out of turn, what it overtook, and what both did;
 * and the calm run beside it, which shows what should have happened. It is made from a run that was shrunk, so that every answer counts.
 */
import { CausalSource } from '../decide/causal.ts';
import { DeviatingSource } from '../decide/deviating.ts';
import type { Offer } from '../decide/source.ts';
import { EventSink } from '../engine/event-sink.ts';
import type { Outcome } from '../engine/outcome.ts';
import { beginsStep, type TraceEvent } from '../trace/event.ts';
import { executeOnce } from './execute-many.ts';
import { isFaultAnswer, isInputAnswer, type SimulationCandidate } from './shrink/simulation-candidate.ts';
import { editsOf } from './shrink/simulation-shrink.ts';
import type { Subject } from './subject.ts';

/** Something that ran as a whole, with everything that happened in it. */
export interface ExplainedStep {
  /** The machine and what it was, as the schedule names it. */
  readonly name: string;
  readonly events: readonly TraceEvent[];
}

/** One answer that the failure needs. */
export interface Necessity {
  readonly kind: 'order' | 'fault' | 'choice';
  readonly timeMs: number;
  /** Of an order: what was its turn. Of a fault or a choice: the question. */
  readonly asked: string;
  /** Of an order: what ran instead. Of a fault or a choice: the answer. */
  readonly told: string;
  /** Of an order: both, as far as they ran at all. */
  readonly first?: ExplainedStep | undefined;
  readonly second?: ExplainedStep | undefined;
  /** Of a fault: what it did. */
  readonly effects?: readonly TraceEvent[];
}

export interface Explanation {
  readonly necessary: readonly Necessity[];
  readonly failing: Outcome;
  /** The same scenario when nothing overtakes and nothing goes wrong. */
  readonly calm: Outcome;
}

export async function explainRun(subject: Subject, candidate: SimulationCandidate): Promise<Explanation> {
  const { answers, withoutClients, entropy } = candidate;
  const edits = editsOf(withoutClients);
  let source: MarkingSource | undefined;
  const failing = await executeOnce(subject, () => {
    const sink = new EventSink();
    source = new MarkingSource(new DeviatingSource([], entropy), answers, sink);
    return { source, sink, edits };
  });
  const calm = await executeOnce(subject, () => ({
    source: new CausalSource(new DeviatingSource([], entropy), answers.filter(isInputAnswer)),
    sink: new EventSink(),
    edits,
  }));
  return { necessary: necessities(source, failing.events), failing, calm };
}

/** Notes for every answer that is not calm how much had happened before it. */
class MarkingSource extends CausalSource {
  readonly marks: number[] = [];
  readonly #sink: EventSink;

  constructor(calm: DeviatingSource, answers: SimulationCandidate['answers'], sink: EventSink) {
    super(calm, answers);
    this.#sink = sink;
  }

  override pick(offer: Offer): number {
    const answer = super.pick(offer);
    this.#mark();
    return answer;
  }

  override chance(call: string, rate: number): boolean {
    const happens = super.chance(call, rate);
    this.#mark();
    return happens;
  }

  #mark(): void {
    while (this.marks.length < this.given.length) this.marks.push(this.#sink.events.length);
  }
}

function necessities(source: MarkingSource | undefined, events: readonly TraceEvent[]): readonly Necessity[] {
  return (source?.given ?? []).map((given, at) => {
    const mark = source?.marks[at] ?? 0;
    const timeMs = (events[mark] ?? events.at(-1))?.time_ms ?? 0;
    const { asked, told } = given;
    if (isFaultAnswer(given)) return { kind: 'fault', timeMs, asked, told, effects: restOfStep(events, mark) };
    if (given.kind !== 'transition') return { kind: 'choice', timeMs, asked, told };
    const first = stepFrom(events, mark, told);
    const second = stepFrom(events, mark + 1, asked);
    return { kind: 'order', timeMs: first?.events[0]?.time_ms ?? timeMs, asked, told, first, second };
  });
}

/** The next step of that name. */
function stepFrom(events: readonly TraceEvent[], from: number, name: string): ExplainedStep | undefined {
  const at = events.findIndex((event, index) => index >= from && beginsStep(event) && nameOf(event) === name);
  return at < 0 ? undefined : { name, events: [...events.slice(at, at + 1), ...restOfStep(events, at + 1)] };
}

function restOfStep(events: readonly TraceEvent[], from: number): readonly TraceEvent[] {
  const end = events.findIndex((event, index) => index >= from && beginsStep(event));
  return events.slice(from, end < 0 ? events.length : end);
}

/** As the schedule names it: the machine, then what it is. */
function nameOf({ fields }: TraceEvent): string {
  return ['node', 'label'].flatMap((key) => (typeof fields[key] === 'string' && fields[key] !== '' ? [fields[key]] : [])).join(' ');
}
