/** Searches decisions for a run that fails: the same loop for every strategy and subject. The first failure is executed once more, to be sure of it. */
import type { U64 } from '../../base/u64.ts';
import { HashSet } from '../../base/hash-set.ts';
import { Footprints } from '../../decide/footprints.ts';
import type { DecisionLog } from '../../decide/log.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { FaultReport, SearchSection } from '../../trace/summary.ts';
import { canBeChecked, compareRuns, type Disagreement, escalate, Guard, type Nondeterminism, type OnEscalation } from '../guard.ts';
import { type Attempt, executeMany, executeOnce, replayAttempt } from '../execute-many.ts';
import type { Subject } from '../subject.ts';
import { createStrategy } from './create-strategy.ts';
import { WHOLE } from './share.ts';
import type { StrategyName } from './strategy-names.ts';
import { recordOf, Tally } from './tally.ts';

/** A systematic search may begin runs that turn out to be known already; they are short, but not for nothing. */
const REDUNDANT_PER_RUN = 20;

export interface ExploreOptions {
  readonly strategy: StrategyName;
  readonly seed: U64;
  readonly runs: number;
  /** Wall time, asked after every run. */
  readonly isTimeUp: () => boolean;
  /** Whether it is time to let the host breathe. */
  readonly isTired: () => boolean;
  /** Between sessions; false ends the search, for example after a signal. */
  readonly breathe: (soFar: SearchSection) => boolean;
  /** Runs are kept further apart from now on, and the search begins again. */
  readonly onEscalation?: OnEscalation;
}

export interface Explored {
  readonly search: SearchSection;
  /** The failing run, executed again and observed; undefined when none failed. */
  readonly failure: Outcome | undefined;
  /** The last run that was made, for those who want to record something. */
  readonly last: Outcome | undefined;
  /** What became of every fault, over all runs. */
  readonly faults: readonly FaultReport[];
  /** Findings the scenario switched off, and how often each would have been one. */
  readonly allowed: Readonly<Record<string, number>>;
  /** The class of every schedule, sorted; undefined where somebody could not tell. */
  readonly classes: readonly string[] | undefined;
  readonly interrupted: boolean;
  /** The same decisions did not give the same run, however far runs were kept apart. */
  readonly nondeterminism: Nondeterminism | undefined;
}

/** Again from the beginning, with runs kept further apart, whenever two runs of the same decisions were not the same. */
export async function explore(subject: Subject, options: ExploreOptions): Promise<Explored> {
  for (;;) {
    const { explored, disagreement } = await searchOnce(subject, options);
    if (disagreement === undefined) return explored;
    const nondeterminism = await escalate(subject, disagreement, options.onEscalation);
    if (nondeterminism !== undefined) return { ...explored, nondeterminism };
  }
}

interface Searched {
  readonly explored: Explored;
  readonly disagreement: Disagreement | undefined;
}

async function searchOnce(subject: Subject, options: ExploreOptions): Promise<Searched> {
  const states = new HashSet();
  const footprints = new Footprints(states);
  const strategy = createStrategy(options.strategy, options.seed, WHOLE, footprints);
  const tally = new Tally(strategy.name, states);
  const guard = new Guard();
  let failing: Outcome | undefined;
  let last: Outcome | undefined;
  let interrupted = false;
  let timeIsUp = false;
  await executeMany(subject, {
    next: () =>
      guard.next() ??
      (tally.schedules < options.runs && tally.redundant < options.runs * REDUNDANT_PER_RUN
        ? watched(strategy.next(), footprints)
        : undefined),
    done: (outcome) => {
      if (guard.isChecking) return guard.judge(outcome);
      strategy.learn(outcome);
      timeIsUp = options.isTimeUp();
      tally.add(recordOf(outcome));
      if (outcome.isRedundant === true) return !timeIsUp;
      last = outcome;
      guard.saw(outcome);
      if (outcome.status !== 'pass') failing = outcome;
      return failing === undefined && !timeIsUp;
    },
    // A run and its check belong into one session: what is left behind between two runs is what the check is about.
    isTired: () => !guard.isChecking && options.isTired(),
    breathe: () => {
      if (options.breathe(tally.section('runs', false))) return true;
      interrupted = true;
      return false;
    },
  });
  const exhaustive = failing === undefined && strategy.isExhausted && !tally.isIncomplete;
  const stoppedBy = failing !== undefined ? 'failure' : exhaustive ? 'exhausted' : interrupted ? 'interrupted' : timeIsUp ? 'time' : 'runs';
  const failure = failing === undefined ? undefined : await replayObserved(subject, failing.log);
  const search = tally.section(stoppedBy, exhaustive);
  return {
    explored: {
      search,
      failure,
      last,
      faults: tally.faults(failing?.faults),
      allowed: tally.allowed,
      classes: tally.areClassesKnown ? tally.hashes : undefined,
      interrupted,
      nondeterminism: undefined,
    },
    disagreement: guard.disagreement ?? unconfirmed(failing, failure),
  };
}

/** A failure that was not there the second time. Those about real time and memory need not look quite the same, but they must be there. */
export function unconfirmed(failing: Outcome | undefined, again: Outcome | undefined): Disagreement | undefined {
  if (failing === undefined || again === undefined || (!canBeChecked(failing) && again.status !== 'pass')) return undefined;
  return compareRuns(failing, again);
}

/** The same decisions once more, each compared as it is made, with events, and without packages that have seen other runs. */
export function replayObserved(subject: Subject, recorded: DecisionLog, sink = new EventSink()): Promise<Outcome> {
  return executeOnce(subject, replayAttempt(recorded, sink, { withoutSharing: true }));
}

/** With footprints, unless the runs are made where none can be kept. */
export function watched(attempt: Attempt | undefined, footprints: Footprints): Attempt | undefined {
  return attempt === undefined ? undefined : () => ({ ...attempt(), footprints });
}
