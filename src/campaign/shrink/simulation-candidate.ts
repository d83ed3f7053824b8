/** A calmer run of a simulation to try: the few answers that are not calm, who takes part, and what its own run taught. */
import type { U64 } from '../../base/u64.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { CausalAnswer, OpenPick } from '../../decide/causal.ts';
import type { DecisionLog } from '../../decide/log.ts';
import type { Past, PastEvent } from '../../decide/past.ts';
import type { ShrinkSize } from '../../trace/summary.ts';
import { packLog } from '../../decide/log-codec.ts';
import { utf8Length } from '../../base/utf8.ts';
import type { LeftOut } from './left-out.ts';

export interface SimulationCandidate extends LeftOut {
  /** Found again by their causes; every other question gets its calm answer. */
  readonly answers: readonly CausalAnswer[];
  /** When given, the n-th open pick is answered so instead, and of `answers` only the choices of the scenario count: an order of its own. */
  readonly switches?: ReadonlyMap<number, number>;
  /** Beside `switches`: the n-th fault that could strike does, and no other. */
  readonly strike?: number;
  /** When given, `answers` are found by what they are about, each after its question has passed so often: the same at another time. */
  readonly skips?: readonly number[];
  /** What the random streams of the run are made from. */
  readonly entropy: U64;
  /** Refused when its run needs as many answers as this: a run with other switches is no progress by itself. */
  readonly answersMax?: number;
  /** Refused when its run takes as long as this, in virtual time. */
  readonly timeMaxMs?: number;
  /** Told what its run was like, whatever came of it. */
  readonly onRan?: (ran: Ran) => void;
  /** Of the run this was made from, or of its own once it was kept. */
  readonly ran: Ran;
}

export interface Ran {
  readonly log: DecisionLog;
  readonly transitions: number;
  readonly virtualTimeMs: number;
  readonly clients: readonly string[];
  readonly nodes: readonly string[];
  /** Times that could be shorter. */
  readonly durations: ReadonlyMap<string, number>;
  /** Values that could be plainer. */
  readonly values: ReadonlyMap<string, string>;
  /** What lies in the past of its failure, as far as anybody can say; and in the course of which event each of its answers was given. */
  readonly past: Past | undefined;
  readonly givenIn: readonly number[];
  /** For each of its answers how often the same question, in words, had come up right before. */
  readonly passed: readonly number[];
  /** All that ran, in order, and the picks that had a choice. */
  readonly events: readonly PastEvent[];
  readonly openPicks: readonly OpenPick[];
  /** Times a fault could have struck. */
  readonly chances: number;
}

/** Equal for candidates that run alike. */
export function simulationKey(candidate: Omit<SimulationCandidate, 'ran'>): string {
  const { answers, switches, strike, skips, withoutClients, withoutNodes, durations, values, entropy } = candidate;
  const wanted = switches === undefined ? answers : answers.filter(isInputAnswer);
  const given = wanted.map(({ question, answer }) => [question, answer]);
  const order = [switches === undefined ? null : [...switches], strike ?? null, skips ?? null];
  return canonicalJson([given, order, withoutClients, withoutNodes, { ...durations }, { ...values }, [entropy.hi, entropy.lo]]);
}

/** Something that was made to go wrong. How badly is part of it. */
export function isFaultAnswer({ kind, asked }: CausalAnswer): boolean {
  return kind === 'chance' || (kind === 'choice' && /^f\d+ /u.test(asked));
}

/** A decision the scenario itself asked for. */
export function isInputAnswer({ kind, asked }: CausalAnswer): boolean {
  return kind === 'choice' && asked.startsWith('choose ');
}

export function isScheduleAnswer(answer: CausalAnswer): boolean {
  return !isFaultAnswer(answer) && !isInputAnswer(answer);
}

export function withoutAnswers(candidate: SimulationCandidate, removed: readonly CausalAnswer[]): SimulationCandidate {
  const gone = new Set(removed.map(keyOf));
  return { ...candidate, answers: candidate.answers.filter((answer) => !gone.has(keyOf(answer))) };
}

export function hasAnswer({ answers }: SimulationCandidate, wanted: CausalAnswer): boolean {
  return answers.some((answer) => keyOf(answer) === keyOf(wanted));
}

export function withAnswer(candidate: SimulationCandidate, old: CausalAnswer, next: CausalAnswer): SimulationCandidate {
  return { ...candidate, answers: candidate.answers.map((answer) => (keyOf(answer) === keyOf(old) ? next : answer)) };
}

function keyOf({ question, answer }: CausalAnswer): string {
  return `${question} ${answer}`;
}

/** How large a run is, in the units of the report. */
export function sizeOfSimulation({ answers, ran }: SimulationCandidate): ShrinkSize {
  return {
    steps: ran.transitions,
    bytes: utf8Length(packLog(ran.log).data),
    picks: answers.filter((answer) => !isFaultAnswer(answer)).length,
    faults: answers.filter(({ kind }) => kind === 'chance').length,
  };
}
