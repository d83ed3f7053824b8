/**
 * Determinism is guarded, not hoped for: now and then a run is made once more with the same decisions, right after it was made, and must
 * come out the same. If it does not, something outlives a run: runs are kept further apart, and the search begins again.
 */
import { Decider } from '../decide/decider.ts';
import { LogCursor } from '../decide/cursor.ts';
import { DecisionLog } from '../decide/log.ts';
import { ReplaySource } from '../decide/replay.ts';
import { EventSink } from '../engine/event-sink.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { Finding } from '../trace/finding.ts';
import type { Divergence, Isolation } from '../trace/summary.ts';
import { type Attempt, executeMany, replayAttempt } from './execute-many.ts';
import { compareReplay, divergenceText } from './replay-verdict.ts';
import type { RunEdits } from '../engine/run-edits.ts';
import type { Subject } from './subject.ts';

/** The first run is checked, then ever more rarely. */
const CHECKED: ReadonlySet<number> = new Set([1, 8, 64]);
const EVERY = 256;

/** Findings about real time and memory, which are never quite the same twice. */
const REAL: ReadonlySet<string> = new Set(['event_loop_blocked', 'memory_growth']);

const WITHOUT_SHARING: RunEdits = { withoutSharing: true };

/** Two runs of the same decisions that are not the same. */
export interface Disagreement {
  readonly divergence: Divergence;
  /** The code that asked what the first run did not ask. */
  readonly stack: string | undefined;
  readonly recorded: DecisionLog;
}

/** What is known when nothing helped. */
export interface Nondeterminism extends Disagreement {
  readonly leaks: readonly string[];
  readonly uncontrolled: readonly string[];
}

export type OnEscalation = (isolation: Isolation, reason: string) => void;

/** Which run is checked next; asked in between the runs of a search. */
export class Guard {
  #checks: Attempt[] = [];
  #checked: Outcome | undefined;
  #observed: Outcome | undefined;
  #runs = 0;
  disagreement: Disagreement | undefined;

  /** A run that was made for the search. */
  saw(outcome: Outcome): void {
    this.#runs += 1;
    if (!canBeChecked(outcome) || (!CHECKED.has(this.#runs) && this.#runs % EVERY !== 0)) return;
    this.#checked = outcome;
    this.#observed = undefined;
    // The first check also compares what can be seen from outside, for which two observed runs are needed; one of them shares nothing.
    this.#checks =
      this.#runs === 1
        ? [replayAttempt(outcome.log, new EventSink()), replayAttempt(outcome.log, new EventSink(), WITHOUT_SHARING)]
        : [replayAttempt(outcome.log)];
  }

  get isChecking(): boolean {
    return this.#checked !== undefined;
  }

  next(): Attempt | undefined {
    return this.#checks.shift();
  }

  /** The run that was asked for; false when it is not the same. */
  judge(again: Outcome): boolean {
    const first = this.#checked;
    if (first === undefined) return true;
    this.disagreement = compareRuns(first, again) ?? (this.#observed === undefined ? undefined : compareRuns(this.#observed, again));
    this.#observed = again;
    if (this.#checks.length === 0) this.#checked = undefined;
    return this.disagreement === undefined;
  }
}

export function canBeChecked({ findings, mismatch }: Outcome): boolean {
  return mismatch === undefined && !findings.some((finding) => REAL.has(finding.title) || isDeath(finding));
}

/** A process that died; an error that a node threw has a stack, and comes again. */
function isDeath({ title, location }: Finding): boolean {
  return title === 'node_crashed' && location?.details?.['stack'] === undefined;
}

/** Events count only if both runs were observed. */
export function compareRuns(first: Outcome, again: Outcome): Disagreement | undefined {
  const observed = first.events.length > 0 && again.events.length > 0;
  const recorded = {
    status: first.status,
    findings: first.findings,
    events: observed ? first.events : again.events,
    memory: undefined,
    decisionCount: first.log.length,
    virtualTimeMs: first.virtualTimeMs,
  };
  const { divergence } = compareReplay(recorded, { ...again, memory: undefined });
  return divergence === undefined ? undefined : { divergence, stack: again.mismatch?.stack, recorded: first.log };
}

/** Keeps runs further apart, or says what is known when they cannot be. */
export async function escalate(
  { tiers }: Subject,
  disagreement: Disagreement,
  onEscalation?: OnEscalation,
): Promise<Nondeterminism | undefined> {
  if (tiers === undefined) return { ...disagreement, leaks: [], uncontrolled: [] };
  const leaks = await tiers.findLeaks({
    createDecider: () => replaying(disagreement.recorded),
    isSame: (first, again) => compareRuns(first, again) === undefined,
  });
  const { uncontrolled } = tiers;
  const reason = reasonOf(disagreement, leaks, uncontrolled);
  if (!(await tiers.escalate(reason))) return { ...disagreement, leaks, uncontrolled };
  onEscalation?.(tiers.isolation, reason);
  return undefined;
}

/** One run, made twice; in a stricter tier when the two disagree. */
export async function executeGuarded(
  subject: Subject,
  attempt: Attempt,
  onEscalation?: OnEscalation,
): Promise<{ readonly outcome: Outcome; readonly nondeterminism: Nondeterminism | undefined }> {
  for (;;) {
    const outcomes: Outcome[] = [];
    await executeMany(subject, {
      next: () => {
        const [first] = outcomes;
        if (first === undefined) return attempt;
        return outcomes.length === 1 && canBeChecked(first) ? replayAttempt(first.log, new EventSink(), WITHOUT_SHARING) : undefined;
      },
      done: (outcome) => outcomes.push(outcome) < 2,
      isTired: () => false,
      breathe: () => true,
    });
    const [outcome, again] = outcomes;
    if (outcome === undefined) throw new Error('a run was asked for and not made');
    const disagreement = again === undefined ? undefined : compareRuns(outcome, again);
    if (disagreement === undefined) return { outcome, nondeterminism: undefined };
    const nondeterminism = await escalate(subject, disagreement, onEscalation);
    if (nondeterminism !== undefined) return { outcome, nondeterminism };
  }
}

/** For a run that need not be the same to its end. */
function replaying(recorded: DecisionLog): Decider {
  const cursor = new LogCursor(recorded);
  return new Decider(new ReplaySource(cursor), new DecisionLog(), cursor);
}

function reasonOf({ divergence }: Disagreement, leaks: readonly string[], uncontrolled: readonly string[]): string {
  const what = `the same decisions gave another run (${divergenceText(divergence)})`;
  if (leaks.length > 0) return `${what}; left behind: ${leaks.join('; ')}`;
  return uncontrolled.length > 0 ? `${what}; not controlled: ${uncontrolled.join(', ')}` : what;
}
