/**
 * Which run comes next for a candidate, and what it showed.
 *
 * Leaving something out is honest only if the scenario still makes sense without it: a check that counts on what a client would have done
 * fails without any fault of the subject, and so does one that had less time. So before a set of clients or nodes is left out, or time is
 * cut, or values are others, the calm run without them, on the same choices of the scenario, must pass. Where the calm run of everything
 * fails in this very way, one without them can never pass although they have nothing to do with it; then it must pass when clients take
 * turns, which no race survives and a check that counts on somebody does not either. Failures that expect nothing of anybody, such as an
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
import { editsOf, leaveOutClients, type LeftOut, leftOutOf } from './left-out.ts';
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

/** What a run came to that was made without any fault and any change of order. */
type Verdict = 'passes' | 'fails alike' | 'fails otherwise';

/** A run that has to be made before a candidate may, to know whether the scenario holds with so little. */
interface Proof {
  readonly of: SimulationCandidate;
  readonly inTurn: boolean;
}

export class Trials {
  readonly #parts: TrialParts;
  readonly #calm = new Map<string, { readonly verdict: Verdict; readonly ran: Ran }>();
  readonly #inTurn = new Map<string, Verdict>();
  readonly #transitionsMax: number;
  #proof: Proof | undefined;

  constructor(parts: TrialParts) {
    this.#parts = parts;
    this.#transitionsMax = longestOf(parts.start);
  }

  isRefused(candidate: SimulationCandidate): boolean {
    const calm = this.#calm.get(controlKey(candidate));
    // The calm run itself has been made, and passed.
    if (calm?.verdict === 'passes' && candidate.switches?.size === 0 && candidate.strike === undefined) {
      candidate.onRan?.(calm.ran);
      return true;
    }
    return this.#holds(candidate) === false || this.#parts.subject.allows?.(editsOf(candidate)) === false;
  }

  next(candidate: SimulationCandidate): () => ReturnType<Attempt> & { readonly source: CausalSource } {
    const proof = this.#proofFor(candidate);
    this.#proof = proof;
    if (proof !== undefined) return () => calmly(proof.of, proof.inTurn, this.#transitionsMax);
    const { objective } = this.#parts;
    const edits = { ...editsOf(candidate), transitionsMax: this.#transitionsMax };
    return () => {
      objective?.begin();
      return { source: sourceOf(candidate), edits, ...(objective?.observes === true ? { sink: new EventSink() } : {}) };
    };
  }

  judge(outcome: Outcome, ran: Ran): 'control' | 'same' | 'other' {
    const { failure, objective } = this.#parts;
    const isAlike = failureOf(outcome.findings)?.fingerprint === failure?.fingerprint;
    if (this.#proof !== undefined) {
      const { of, inTurn } = this.#proof;
      const verdict = outcome.status === 'pass' ? 'passes' : isAlike ? 'fails alike' : 'fails otherwise';
      if (inTurn) this.#inTurn.set(controlKey(of), verdict);
      else this.#calm.set(controlKey(of), { verdict, ran });
      return 'control';
    }
    if (outcome.mismatch !== undefined || !isAlike) return 'other';
    const holds = objective?.holds(outcome) ?? true;
    if (holds === 'unsure') return 'control';
    return holds ? 'same' : 'other';
  }

  /** Each client without which it fails like this as well; but nobody could show that the scenario holds without it. */
  inDoubt(best: SimulationCandidate): readonly string[] {
    return best.ran.clients.filter((name) => {
      const key = controlKey(leaveOutClients(best, [name]));
      const inTurn = this.#inTurn.get(key);
      return this.#calm.get(key)?.verdict === 'fails alike' && inTurn !== undefined && inTurn !== 'passes';
    });
  }

  /** Undefined while nobody knows, and where it need not be known. */
  #holds(candidate: SimulationCandidate): boolean | undefined {
    if (!this.#asksForProof(candidate)) return undefined;
    const key = controlKey(candidate);
    const calm = this.#calm.get(key)?.verdict;
    if (calm === undefined || calm === 'passes') return calm === 'passes' ? true : undefined;
    const whole = this.#calm.get(controlKey(this.#wholeOf(candidate)))?.verdict;
    if (whole !== 'fails alike') return whole === undefined ? undefined : false;
    const inTurn = this.#inTurn.get(key);
    return inTurn === undefined ? undefined : inTurn === 'passes';
  }

  #proofFor(candidate: SimulationCandidate): Proof | undefined {
    if (!this.#asksForProof(candidate) || this.#holds(candidate) !== undefined) return undefined;
    if (!this.#calm.has(controlKey(candidate))) return { of: candidate, inTurn: false };
    const whole = this.#wholeOf(candidate);
    if (!this.#calm.has(controlKey(whole))) return { of: whole, inTurn: false };
    return { of: candidate, inTurn: true };
  }

  #asksForProof(candidate: SimulationCandidate): boolean {
    const { failure, start } = this.#parts;
    if (failure === undefined) return false;
    if ((['withoutNodes', 'durations', 'values'] as const).some((part) => isOther(candidate[part], start[part]))) return true;
    return !EXPECT_NOTHING.has(failure.kind) && isOther(candidate.withoutClients, start.withoutClients);
  }

  #wholeOf(candidate: SimulationCandidate): SimulationCandidate {
    return { ...candidate, ...leftOutOf(this.#parts.start) };
  }
}

/** After how many transitions a run made from this one is given up. */
export function longestOf({ ran }: TrialParts['start']): number {
  return TRANSITIONS_MIN + LONGER_MAX * ran.transitions;
}

/** The choices of the scenario are those of the candidate, and nothing else is special. */
export function calmly(
  candidate: SimulationCandidate,
  inTurn: boolean,
  transitionsMax: number,
): ReturnType<Attempt> & { readonly source: CausalSource } {
  const { answers, entropy } = candidate;
  const source = new CausalSource(new DeviatingSource([], entropy), answers.filter(isInputAnswer));
  return { source, edits: { ...editsOf(candidate), inTurn, transitionsMax } };
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
