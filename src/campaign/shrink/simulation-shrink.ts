/**
 * A recorded run of a simulation, ready to be shrunk: the first candidate, and the search, whose candidates run inside the sessions of
 * the subject.
 *
 * Leaving out a client is honest only if the scenario still makes sense without it: a check that counts on what the client would have
 * done fails without any fault of the subject. So before a set of clients is left out, the calm run without them, on the same choices of
 * the scenario, must pass. Failures that expect nothing of anybody, such as an uncaught error, need no such proof.
 */
import { CausalSource } from '../../decide/causal.ts';
import { LogCursor } from '../../decide/cursor.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import type { DecisionLog } from '../../decide/log.ts';
import { MutatedSource } from '../../decide/mutated.ts';
import { StrikingSource } from '../../decide/striking.ts';
import { ReplaySource } from '../../decide/replay.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Finding } from '../../trace/finding.ts';
import { type Attempt, executeMany, executeOnce } from '../execute-many.ts';
import type { RunEdits, Subject } from '../subject.ts';
import { failureOf } from './attempt-steps.ts';
import type { Dimension } from './dimension.ts';
import { type Minimised, minimise } from './minimise.ts';
import type { Objective } from './objective.ts';
import type { ShrinkPass } from './pass.ts';
import { isFaultAnswer, isInputAnswer, type SimulationCandidate, simulationKey } from './simulation-candidate.ts';

export interface RecordedSimulation {
  readonly subject: Subject;
  readonly decisions: DecisionLog;
  /** Clients that an earlier shrink left out. */
  readonly withoutClients: readonly string[];
}

/** The recorded run once more, compared decision by decision, as the first candidate. */
export async function startSimulation(
  recorded: RecordedSimulation,
  sink?: EventSink,
): Promise<{ readonly outcome: Outcome; readonly start: SimulationCandidate }> {
  const { subject, decisions, withoutClients } = recorded;
  let source: CausalSource | undefined;
  const outcome = await executeOnce(subject, () => {
    const expected = new LogCursor(decisions);
    source = new CausalSource(new ReplaySource(expected), []);
    return { source, expected, edits: editsOf(withoutClients), ...(sink === undefined ? {} : { sink }) };
  });
  const start = { answers: [], withoutClients, entropy: { hi: 0, lo: 0 }, ran: ranOf(outcome, source) };
  return { outcome, start: taught(start, outcome, source) };
}

/** The same from answers that are found by their causes, after the subject was edited. */
export async function startByCauses(
  subject: Subject,
  { answers, withoutClients, entropy }: CausalRun,
): Promise<{ readonly outcome: Outcome; readonly start: SimulationCandidate }> {
  let source: CausalSource | undefined;
  const outcome = await executeOnce(subject, () => {
    source = new CausalSource(new DeviatingSource([], entropy), answers);
    return { source, edits: editsOf(withoutClients) };
  });
  const start = { answers, withoutClients, entropy, ran: ranOf(outcome, source) };
  return { outcome, start: taught(start, outcome, source) };
}

/** What makes a run special, in a form that outlives edits of the subject. */
export type CausalRun = Pick<SimulationCandidate, 'answers' | 'withoutClients' | 'entropy'>;

/** A run with these answers wherever their questions still come up: what a replay is to positions, this is to causes. */
export function followCauses(subject: Subject, { answers, withoutClients, entropy }: CausalRun, sink?: EventSink): Promise<Outcome> {
  return executeOnce(subject, () => {
    const source = new CausalSource(new DeviatingSource([], entropy), answers);
    return { source, edits: editsOf(withoutClients), ...(sink === undefined ? {} : { sink }) };
  });
}

export function editsOf(withoutClients: readonly string[]): RunEdits {
  return { withoutClients: new Set(withoutClients) };
}

export function dimensionsOfSimulation({ answers, ran }: SimulationCandidate): ReadonlySet<Dimension> {
  const found = new Set<Dimension>();
  if (ran.clients.length > 0) found.add('input');
  if (ran.openPicks > 0) found.add('schedule');
  if (answers.some(isFaultAnswer)) found.add('faults');
  return found;
}

export interface SimulationSearch {
  readonly subject: Subject;
  readonly start: SimulationCandidate;
  /** The failure to keep; undefined for a run that passed and must go on passing. */
  readonly failure: Finding | undefined;
  readonly objective?: Objective | undefined;
  readonly passes: readonly ShrinkPass<SimulationCandidate>[];
  /** Asked before each candidate. */
  readonly stop: () => 'budget' | 'interrupted' | undefined;
  /** Whether it is time to let the host breathe. */
  readonly isTired: () => boolean;
  /** Between sessions. */
  readonly breathe: (executed: number) => void;
}

/** Goes on until nothing single can be taken away, or somebody says stop. */
export async function shrinkSimulation(search: SimulationSearch): Promise<Minimised<SimulationCandidate>> {
  const candidates = minimise({ start: search.start, passes: search.passes, keyOf: simulationKey, stop: search.stop });
  const trials = new Trials(search.failure, search.objective, search.start.withoutClients);
  let step = candidates.next();
  let executed = 0;
  let source: CausalSource | undefined;
  await executeMany(search.subject, {
    next: () => {
      // Those that may not run at all are answered at once.
      while (step.done !== true && trials.isRefused(step.value)) step = candidates.next(undefined);
      if (step.done === true) return undefined;
      const trial = trials.next(step.value);
      return () => {
        const beginning = trial();
        source = beginning.source;
        return beginning;
      };
    },
    done: (outcome) => {
      executed += 1;
      if (step.done === true) return false;
      const verdict = trials.judge(step.value, outcome);
      if (verdict === 'control') return true;
      step = candidates.next(verdict === 'same' ? kept(step.value, outcome, source) : undefined);
      return step.done !== true;
    },
    isTired: search.isTired,
    breathe: () => {
      search.breathe(executed);
      return true;
    },
  });
  if (step.done !== true) throw new Error('the search ended before its candidates did');
  return step.value;
}

/** Findings in which no check of the scenario takes part that could count on a client. */
const EXPECT_NOTHING: ReadonlySet<string> = new Set(['panic', 'target_behavior']);

/** Which run comes next for a candidate: the calm one without its clients, where that has to be proven first, or its own. */
class Trials {
  readonly #failure: Finding | undefined;
  readonly #objective: Objective | undefined;
  readonly #everybody: string;
  /** Whether the scenario holds without these clients when nothing goes wrong. */
  readonly #holds = new Map<string, boolean>();
  #controls = false;

  constructor(failure: Finding | undefined, objective: Objective | undefined, withoutClients: readonly string[]) {
    this.#failure = failure;
    this.#objective = objective;
    this.#everybody = withoutClients.join('\n');
  }

  isRefused(candidate: SimulationCandidate): boolean {
    return this.#holds.get(controlKey(candidate)) === false;
  }

  next(candidate: SimulationCandidate): () => ReturnType<Attempt> & { readonly source: CausalSource } {
    const { answers, withoutClients, entropy } = candidate;
    this.#controls = this.#needsControl(candidate);
    const edits = editsOf(withoutClients);
    if (this.#controls) return () => ({ source: new CausalSource(new DeviatingSource([], entropy), answers.filter(isInputAnswer)), edits });
    const objective = this.#objective;
    return () => {
      objective?.begin();
      return { source: sourceOf(candidate), edits, ...(objective?.observes === true ? { sink: new EventSink() } : {}) };
    };
  }

  #needsControl(candidate: SimulationCandidate): boolean {
    if (this.#failure === undefined || EXPECT_NOTHING.has(this.#failure.kind) || candidate.withoutClients.join('\n') === this.#everybody)
      return false;
    return !this.#holds.has(controlKey(candidate));
  }

  judge(candidate: SimulationCandidate, outcome: Outcome): 'control' | 'same' | 'other' {
    if (this.#controls) {
      this.#holds.set(controlKey(candidate), outcome.status === 'pass');
      return 'control';
    }
    if (outcome.mismatch !== undefined) return 'other';
    if (failureOf(outcome.findings)?.fingerprint !== this.#failure?.fingerprint) return 'other';
    return this.#objective?.holds(outcome) === false ? 'other' : 'same';
  }
}

function controlKey({ answers, withoutClients, entropy }: SimulationCandidate): string {
  return simulationKey({ answers: answers.filter(isInputAnswer), withoutClients, entropy });
}

function sourceOf({ answers, switches, strike, entropy }: SimulationCandidate): CausalSource {
  const calm = new DeviatingSource([], entropy);
  if (switches === undefined) return new CausalSource(calm, answers);
  const switched = new MutatedSource(calm, switches);
  return new CausalSource(strike === undefined ? switched : new StrikingSource(switched, strike), answers.filter(isInputAnswer));
}

function kept(candidate: SimulationCandidate, outcome: Outcome, source: CausalSource | undefined): SimulationCandidate | undefined {
  const { answersMax } = candidate;
  if (answersMax !== undefined && (source?.given.length ?? 0) >= answersMax) return undefined;
  return taught(candidate, outcome, source);
}

/** The candidate with the answers that took effect in its own run. */
function taught(candidate: SimulationCandidate, outcome: Outcome, source: CausalSource | undefined): SimulationCandidate {
  const { withoutClients, entropy } = candidate;
  return { answers: source?.given ?? [], withoutClients, entropy: source?.entropy ?? entropy, ran: ranOf(outcome, source) };
}

function ranOf(outcome: Outcome, source: CausalSource | undefined): SimulationCandidate['ran'] {
  const { openPicks = 0, chances = 0 } = source ?? {};
  return { log: outcome.log, transitions: outcome.stepsExecuted, clients: outcome.clients ?? [], openPicks, chances };
}
