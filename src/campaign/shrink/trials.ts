/**
 * Which run comes next for a candidate, and what it showed.
 *
 * Leaving something out is honest only if the scenario still makes sense without it: a check that counts on what a client would have done
 * fails without any fault of the subject, and so does one that had less time. So before a set of clients or nodes is left out, or time is
 * cut, or values are others, the calm run without them, on the same choices of the scenario, must pass. Failures that expect nothing of anybody, such as an
 * uncaught error, need no such proof for clients; a node that is missing can make an error of its own at the very same place.
 */
import { canonicalJson } from '../../base/canonical-json.ts';
import { CausalSource } from '../../decide/causal.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import { LabelledSource } from '../../decide/labelled.ts';
import { MutatedSource } from '../../decide/mutated.ts';
import { StrikingSource } from '../../decide/striking.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Attempt } from '../execute-many.ts';
import type { Subject } from '../subject.ts';
import { failureOf } from './attempt-steps.ts';
import { editsOf, type LeftOut, leftOutOf } from './left-out.ts';
import type { Objective } from './objective.ts';
import { isInputAnswer, type Ran, type SimulationCandidate, simulationKey } from './simulation-candidate.ts';

/** Findings in which no check of the scenario takes part that could count on a client. */
const EXPECT_NOTHING: ReadonlySet<string> = new Set(['panic', 'target_behavior']);

/** A run that takes so many times as long is not the smaller one that is looked for: a client that asks a node that is gone may ask for ever. */
const LONGER_MAX = 20;
/** Short runs may grow by more: starting again, or waiting for what does not come, takes some transitions. */
const TRANSITIONS_MIN = 2000;

export interface TrialParts {
  readonly subject: Subject;
  readonly start: LeftOut & Pick<SimulationCandidate, 'ran'>;
  /** The failure to keep; undefined for a run that passed and must go on passing. */
  readonly failure: Finding | undefined;
  readonly objective?: Objective | undefined;
}

export class Trials {
  readonly #parts: TrialParts;
  /** Whether the scenario holds with so little when nothing goes wrong. */
  readonly #holds = new Map<string, boolean>();
  readonly #calm = new Map<string, Ran>();
  #controls = false;
  readonly #transitionsMax: number;

  constructor(parts: TrialParts) {
    this.#parts = parts;
    this.#transitionsMax = TRANSITIONS_MIN + LONGER_MAX * parts.start.ran.transitions;
  }

  isRefused(candidate: SimulationCandidate): boolean {
    const key = controlKey(candidate);
    const holds = this.#holds.get(key);
    const calm = this.#calm.get(key);
    // The calm run itself has been made, and passed.
    if (holds === true && calm !== undefined && candidate.switches?.size === 0 && candidate.strike === undefined) {
      candidate.onRan?.(calm);
      return true;
    }
    return holds === false || this.#parts.subject.allows?.(editsOf(candidate)) === false;
  }

  next(candidate: SimulationCandidate): () => ReturnType<Attempt> & { readonly source: CausalSource } {
    const { answers, entropy } = candidate;
    this.#controls = this.#needsControl(candidate);
    const edits = { ...editsOf(candidate), transitionsMax: this.#transitionsMax };
    if (this.#controls) return () => ({ source: new CausalSource(new DeviatingSource([], entropy), answers.filter(isInputAnswer)), edits });
    const { objective } = this.#parts;
    return () => {
      objective?.begin();
      return { source: sourceOf(candidate), edits, ...(objective?.observes === true ? { sink: new EventSink() } : {}) };
    };
  }

  #needsControl(candidate: SimulationCandidate): boolean {
    const { failure, start } = this.#parts;
    if (failure === undefined || this.#holds.has(controlKey(candidate))) return false;
    if ((['withoutNodes', 'durations', 'values'] as const).some((part) => isOther(candidate[part], start[part]))) return true;
    return !EXPECT_NOTHING.has(failure.kind) && isOther(candidate.withoutClients, start.withoutClients);
  }

  judge(candidate: SimulationCandidate, outcome: Outcome, ran: Ran): 'control' | 'same' | 'other' {
    const { failure, objective } = this.#parts;
    if (this.#controls) {
      this.#holds.set(controlKey(candidate), outcome.status === 'pass');
      this.#calm.set(controlKey(candidate), ran);
      return 'control';
    }
    if (outcome.mismatch !== undefined) return 'other';
    if (failureOf(outcome.findings)?.fingerprint !== failure?.fingerprint) return 'other';
    return objective?.holds(outcome) === false ? 'other' : 'same';
  }
}

function isOther(a: LeftOut[keyof LeftOut], b: LeftOut[keyof LeftOut]): boolean {
  return canonicalJson(a) !== canonicalJson(b);
}

function controlKey({ answers, entropy, ...parts }: SimulationCandidate): string {
  return simulationKey({ answers: answers.filter(isInputAnswer), ...leftOutOf(parts), entropy });
}

function sourceOf({ answers, switches, strike, skips, entropy }: SimulationCandidate): CausalSource {
  const calm = new DeviatingSource([], entropy);
  if (skips !== undefined) return new CausalSource(new LabelledSource(calm, { answers, skips, loose: false }), []);
  if (switches === undefined) return new CausalSource(calm, answers);
  const switched = new MutatedSource(calm, switches);
  return new CausalSource(strike === undefined ? switched : new StrikingSource(switched, strike), answers.filter(isInputAnswer));
}
