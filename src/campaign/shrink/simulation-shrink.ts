/**
 * A recorded run of a simulation, ready to be shrunk: the first candidate, and the search, whose candidates run inside the sessions of
 * the subject.
 */
import { CausalSource } from '../../decide/causal.ts';
import { LogCursor } from '../../decide/cursor.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import type { DecisionLog } from '../../decide/log.ts';
import { ReplaySource } from '../../decide/replay.ts';
import type { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Finding } from '../../trace/finding.ts';
import { executeMany, executeOnce } from '../execute-many.ts';
import type { Subject } from '../subject.ts';
import type { Dimension } from './dimension.ts';
import { goTogether } from './doubts.ts';
import { editsOf, type LeftOut, leftOutOf } from './left-out.ts';
import { type Minimised, minimise } from './minimise.ts';
import type { Objective } from './objective.ts';
import type { ShrinkPass } from './pass.ts';
import { isFaultAnswer, type SimulationCandidate, simulationKey } from './simulation-candidate.ts';
import { Trials } from './trials.ts';

export interface RecordedSimulation {
  readonly subject: Subject;
  readonly decisions: DecisionLog;
  /** By an earlier shrink. */
  readonly leftOut: LeftOut;
}

/** The recorded run once more, compared decision by decision, as the first candidate. */
export async function startSimulation(
  recorded: RecordedSimulation,
  sink?: EventSink,
): Promise<{ readonly outcome: Outcome; readonly start: SimulationCandidate }> {
  const { subject, decisions, leftOut } = recorded;
  let source: CausalSource | undefined;
  const outcome = await executeOnce(subject, () => {
    const expected = new LogCursor(decisions);
    source = new CausalSource(new ReplaySource(expected), []);
    return { source, expected, edits: editsOf(leftOut), ...(sink === undefined ? {} : { sink }) };
  });
  const start = { ...leftOut, answers: [], entropy: { hi: 0, lo: 0 }, ran: ranOf(outcome, source) };
  return { outcome, start: taught(start, outcome, source) };
}

/** The same from answers that are found by their causes, after the subject was edited. */
export async function startByCauses(
  subject: Subject,
  run: CausalRun,
): Promise<{ readonly outcome: Outcome; readonly start: SimulationCandidate }> {
  let source: CausalSource | undefined;
  const outcome = await executeOnce(subject, () => {
    source = new CausalSource(new DeviatingSource([], run.entropy), run.answers);
    return { source, edits: editsOf(run) };
  });
  const start = { ...leftOutOf(run), answers: run.answers, entropy: run.entropy, ran: ranOf(outcome, source) };
  return { outcome, start: taught(start, outcome, source) };
}

/** What makes a run special, in a form that outlives edits of the subject. */
export type CausalRun = LeftOut & Pick<SimulationCandidate, 'answers' | 'entropy'>;

/** A run with these answers wherever their questions still come up: what a replay is to positions, this is to causes. */
export function followCauses(subject: Subject, run: CausalRun, sink?: EventSink): Promise<Outcome> {
  return executeOnce(subject, () => {
    const source = new CausalSource(new DeviatingSource([], run.entropy), run.answers);
    return { source, edits: editsOf(run), ...(sink === undefined ? {} : { sink }) };
  });
}

export function dimensionsOfSimulation({ answers, ran }: SimulationCandidate): ReadonlySet<Dimension> {
  const found = new Set<Dimension>();
  if (ran.clients.length > 0 || ran.nodes.length > 0) found.add('input');
  if (ran.openPicks.length > 0) found.add('schedule');
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

export interface MinimisedSimulation extends Minimised<SimulationCandidate> {
  /** Clients, or script steps, that stay although it fails without them as well: nothing showed that the scenario does not count on them. */
  readonly inDoubt: readonly string[];
}

/** Goes on until nothing single can be taken away, or somebody says stop. */
export async function shrinkSimulation(search: SimulationSearch): Promise<MinimisedSimulation> {
  const candidates = minimise({ start: search.start, passes: search.passes, keyOf: simulationKey, stop: search.stop });
  const trials = new Trials(search);
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
      const ran = ranOf(outcome, source);
      const verdict = trials.judge(outcome, ran);
      if (verdict === 'control') return true;
      step.value.onRan?.(ran);
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
  const { best } = step.value;
  return { ...step.value, inDoubt: await goTogether(search, best, trials.inDoubt(best)) };
}

function kept(candidate: SimulationCandidate, outcome: Outcome, source: CausalSource | undefined): SimulationCandidate | undefined {
  const { answersMax, timeMaxMs } = candidate;
  if (answersMax !== undefined && (source?.given.length ?? 0) >= answersMax) return undefined;
  if (timeMaxMs !== undefined && outcome.virtualTimeMs >= timeMaxMs) return undefined;
  return taught(candidate, outcome, source);
}

/** The candidate with the answers that took effect in its own run. */
function taught(candidate: SimulationCandidate, outcome: Outcome, source: CausalSource | undefined): SimulationCandidate {
  return {
    ...leftOutOf(candidate),
    answers: source?.given ?? [],
    entropy: source?.entropy ?? candidate.entropy,
    ran: ranOf(outcome, source),
  };
}

function ranOf(outcome: Outcome, source: CausalSource | undefined): SimulationCandidate['ran'] {
  const { openPicks = [], chances = 0, givenIn = [], passed = [] } = source ?? {};
  return {
    log: outcome.log,
    transitions: outcome.stepsExecuted,
    virtualTimeMs: outcome.virtualTimeMs,
    clients: outcome.clients ?? [],
    nodes: outcome.nodes ?? [],
    durations: outcome.durations ?? new Map(),
    values: outcome.values ?? new Map(),
    past: source?.chronicle.past,
    events: source?.chronicle.events ?? [],
    givenIn,
    passed,
    openPicks,
    chances,
  };
}
