/**
 * Why a run failed, from the few answers that were not calm: for each of them what ran out of turn, what it overtook, and what both did;
 * the pair that races; and the calm run beside it, which shows what should have happened. It is made from a run that was shrunk, so that
 * every answer counts.
 */
import { CausalSource } from '../../decide/causal.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import type { DecisionSource, Offer } from '../../decide/source.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { beginsStep, type TraceEvent } from '../../trace/event.ts';
import { executeOnce } from '../execute-many.ts';
import { isFaultAnswer, isInputAnswer, type SimulationCandidate } from '../shrink/simulation-candidate.ts';
import { editsOf } from '../shrink/left-out.ts';
import type { RunEdits } from '../../engine/run-edits.ts';
import type { Subject } from '../subject.ts';
import { pastOfFailure, type ToldTransition } from './past-of-failure.ts';
import { racingPair } from './racing-pair.ts';
import { type Eyes, Witness, type WitnessedStep } from './witness.ts';

/** Something that ran as a whole, with everything that happened in it. */
export interface ExplainedStep {
  /** The machine and what it was, as the schedule names it. */
  readonly name: string;
  readonly events: readonly TraceEvent[];
  /** Stack of the code that asked for it, and stacks of code that ran in it. */
  readonly asked?: string | undefined;
  readonly ran: readonly string[];
  /** Numbers of the blocks of code that ran in it. */
  readonly blocks: readonly number[];
}

/** One answer that the failure needs. */
export interface Necessity {
  readonly kind: 'order' | 'fault' | 'choice';
  readonly timeMs: number;
  /** Of an order: what was its turn. Of a fault or a choice: the question. */
  readonly asked: string;
  /** Of an order: what ran instead. Of a fault or a choice: the answer. */
  readonly told: string;
  /** Of an order: both, as far as they came up at all. */
  readonly first?: ExplainedStep | undefined;
  readonly second?: ExplainedStep | undefined;
  /** Of a fault: what it did. */
  readonly effects?: readonly TraceEvent[];
  /** Of a fault or a choice: stack of the code that met it. */
  readonly stack?: string | undefined;
}

/** The two whose order makes the difference. */
export interface Race {
  readonly first: ExplainedStep;
  readonly second: ExplainedStep;
  /** What both have to do with. */
  readonly shared: string;
  /** The second did not run any more: the run had failed, or it was called off. */
  readonly secondNeverRan: boolean;
}

export interface Explanation {
  readonly necessary: readonly Necessity[];
  readonly race: Race | undefined;
  /** Everything that ran in the failing run, and whether it lies in the past of the failure; undefined where nobody can say. */
  readonly transitions: readonly ToldTransition[] | undefined;
  readonly failing: Outcome;
  /** The same scenario when nothing overtakes and nothing goes wrong. */
  readonly calm: Outcome;
  /** Where the calm run fails as well: the run in which clients take turns, if it passes. */
  readonly inTurn: Outcome | undefined;
}

export async function explainRun(subject: Subject, candidate: SimulationCandidate, eyes: Eyes): Promise<Explanation> {
  const { answers, entropy } = candidate;
  const edits = editsOf(candidate);
  const failing = await witnessed(subject, edits, eyes, (sink) => new MarkingSource(new DeviatingSource([], entropy), answers, sink, eyes));
  const inputs = answers.filter(isInputAnswer);
  const calmly = (calmEdits: RunEdits) =>
    witnessed(subject, calmEdits, eyes, (sink) => new MarkingSource(new DeviatingSource([], entropy), inputs, sink, eyes));
  const calm = await calmly(edits);
  // What every order shows needs no clients that meet; what only those show is a race that the calm run has already.
  const turns = calm.outcome.status === 'pass' ? undefined : await calmly({ ...edits, inTurn: true });
  const inTurn = turns?.outcome.status === 'pass' ? turns : undefined;
  const clients = new Set(failing.outcome.clients);
  const asRun = ({ outcome, source }: Witnessed) => ({ steps: source.witness.steps, events: outcome.events, clients });
  const beside = answers.length === inputs.length ? inTurn : calm;
  const pair = beside === undefined ? undefined : racingPair(asRun(failing), asRun(beside), beside === inTurn);
  const told = (step: WitnessedStep) => explainedStep(step, failing.outcome.events);
  return {
    necessary: necessities(failing.source, failing.outcome.events),
    race:
      pair === undefined
        ? undefined
        : { first: told(pair.first), second: told(pair.second), shared: pair.shared, secondNeverRan: pair.second.turn === undefined },
    transitions: pastOfFailure(failing.source.witness.past, [...clients, ...(failing.outcome.nodes ?? [])]),
    failing: failing.outcome,
    calm: calm.outcome,
    inTurn: inTurn?.outcome,
  };
}

interface Witnessed {
  readonly outcome: Outcome;
  readonly source: MarkingSource;
}

async function witnessed(subject: Subject, edits: RunEdits, eyes: Eyes, sourceFor: (sink: EventSink) => MarkingSource): Promise<Witnessed> {
  let source: MarkingSource | undefined;
  const stop = eyes.watch(() => source?.witness.look());
  try {
    const outcome = await executeOnce(subject, () => {
      const sink = new EventSink(() => source?.witness.look());
      source = sourceFor(sink);
      return { source, sink, edits };
    });
    if (source === undefined) throw new Error('a run has its source');
    source.witness.close();
    return { outcome, source };
  } finally {
    stop();
  }
}

interface Mark {
  /** Events before it. */
  readonly events: number;
  readonly stack: string | undefined;
}

/** Notes for every answer that is not calm how much had happened before it, and which code was running. */
class MarkingSource extends CausalSource {
  readonly marks: Mark[] = [];
  readonly witness: Witness;
  readonly #sink: EventSink;
  readonly #eyes: Eyes;

  constructor(calm: DecisionSource, answers: SimulationCandidate['answers'], sink: EventSink, eyes: Eyes) {
    super(calm, answers);
    this.#sink = sink;
    this.#eyes = eyes;
    this.witness = new Witness(eyes, () => sink.events.length);
  }

  override get chronicle(): Witness {
    return this.witness;
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
    while (this.marks.length < this.given.length) this.marks.push({ events: this.#sink.events.length, stack: this.#eyes.readStack() });
  }
}

function necessities({ given: answers, marks, witness }: MarkingSource, events: readonly TraceEvent[]): readonly Necessity[] {
  const byName = new Map(witness.steps.map((step) => [step.name, step]));
  return answers.map((given, at) => {
    const mark = marks[at];
    const place = mark?.events ?? 0;
    const timeMs = (events[place] ?? events.at(-1))?.time_ms ?? 0;
    const { asked, told, question, answer } = given;
    if (isFaultAnswer(given)) return { kind: 'fault', timeMs, asked, told, effects: restOfStep(events, place), stack: mark?.stack };
    if (given.kind !== 'transition') return { kind: 'choice', timeMs, asked, told, stack: mark?.stack };
    const [first, second] = [byName.get(String(answer)), byName.get(question)].map((step) => step && explainedStep(step, events));
    return { kind: 'order', timeMs: first?.events[0]?.time_ms ?? timeMs, asked, told, first, second };
  });
}

function explainedStep({ what, from, until, asked, ran, blocks }: WitnessedStep, all: readonly TraceEvent[]): ExplainedStep {
  return { name: what, events: all.slice(from, until), asked, ran, blocks };
}

function restOfStep(events: readonly TraceEvent[], from: number): readonly TraceEvent[] {
  const end = events.findIndex((event, index) => index >= from && beginsStep(event));
  return events.slice(from, end < 0 ? events.length : end);
}
