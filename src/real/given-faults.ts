/** Faults of a found run in the form in which real processes get them, and what is told of those they got. */
import type { FoundError, FoundFaults } from './found-faults.ts';

export interface StepError extends FoundError {
  readonly step: number;
}

export interface StepRefusal {
  readonly step: number;
  /** The machine that refuses. */
  readonly peer: string;
}

/** What the code of a process does to itself when the step has its turn. */
export interface GivenFaults {
  readonly errors: readonly StepError[];
  readonly refusals: readonly StepRefusal[];
}

/** A fault that real Node was given. */
export interface Injected {
  readonly step: number;
  readonly machine: string;
  readonly fault: 'error' | 'reset' | 'refuse' | 'crash';
  /** Of an error: which call got it, and what it was. */
  readonly operation?: string;
  readonly code?: string;
}

export function givenIn(steps: readonly FoundFaults[]): GivenFaults {
  return {
    errors: steps.flatMap(({ errors }, step) => errors.map((error) => ({ step, ...error }))),
    refusals: steps.flatMap(({ refusals }, step) => refusals.map((peer) => ({ step, peer }))),
  };
}
