/** Code under test as campaigns see it: something that runs, given decisions. What it is made of is known to whoever made it. */
import type { Decider } from '../decide/decider.ts';
import type { EventSink } from '../engine/event-sink.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { RunEdits } from '../engine/run-edits.ts';
import type { RunsApart } from '../trace/profile/measured-run.ts';
import type { Isolation } from '../trace/summary.ts';

/** One run; synchronous. */
export type Execute = (decider: Decider, sink?: EventSink, edits?: RunEdits) => Outcome;

export interface Subject {
  /** Whether there is anything left to run after such edits; where it is absent there always is. */
  allows?(edits: RunEdits): boolean;
  /** Enters whatever the subject needs around its runs, and leaves it again. No code of the host runs in between, so keep it short. */
  session<T>(body: (execute: Execute) => T): Promise<T>;
  /** Present where runs cannot be synchronous: one run on its own, instead of sessions. */
  readonly alone?: ((decider: Decider, sink?: EventSink, edits?: RunEdits) => Promise<Outcome>) | undefined;
  /** Present where every run is made in a process of its own, which can measure it. */
  readonly apart?: RunsApart | undefined;
  /** Present where one run can be made in a process of its own, however the others are made. */
  readonly inProcess?: Subject['alone'];
  /** Present where runs can be kept further apart from one another. */
  readonly tiers?: Tiers;
  /**
   * After a session that ended with an error: 'again' when the reason has been removed and the same run can be tried once more, its
   * outcome when the run had to be ended from outside, undefined when the error is what it seems to be.
   */
  recover(error: unknown): Promise<'again' | Outcome | undefined>;
}

/** How far runs are kept apart, and what can be done when that was not enough. */
export interface Tiers {
  readonly isolation: Isolation;
  /** Why it is not the one the search began with. */
  readonly reason: string | undefined;
  /** What a run with such decisions leaves behind for the next one, in words; `isSame` compares two runs that were observed. */
  findLeaks(diagnosis: {
    readonly createDecider: () => Decider;
    readonly isSame: (first: Outcome, again: Outcome) => boolean;
  }): Promise<readonly string[]>;
  /** What a subject has touched that nobody controls, in words. */
  readonly uncontrolled: readonly string[];
  /** From now on runs are kept further apart; false when they cannot be. */
  escalate(reason: string): Promise<boolean>;
}
