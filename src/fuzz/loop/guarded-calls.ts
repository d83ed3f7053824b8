/**
 * The places where a target is called. Each of its copies has one for itself, so that the engine knows whom it calls there, and puts as much of
 * a target as fits into the very function that catches what it throws. To throw through a function costs about as much as a short one takes,
 * and a function that hardly ever returns, as that of a parser that refuses most of its inputs, is never made into machine code on its own account:
 * the engine counts what returns. So these two are the same text on purpose, and nothing else is in them.
 */
import type { TargetFunction } from '../target/load-target.ts';

/** How a call came back. */
export interface Outcome {
  /** What it returned, or threw. */
  result: unknown;
  threw: boolean;
}

export type GuardedCall = (outcome: Outcome, call: TargetFunction, value: unknown) => void;

function callTarget(outcome: Outcome, call: TargetFunction, value: unknown): void {
  try {
    outcome.result = call(value);
    outcome.threw = false;
  } catch (error) {
    outcome.result = error;
    outcome.threw = true;
  }
}

function callWatched(outcome: Outcome, call: TargetFunction, value: unknown): void {
  try {
    outcome.result = call(value);
    outcome.threw = false;
  } catch (error) {
    outcome.result = error;
    outcome.threw = true;
  }
}

/** Of the target, and of its watched copy. A list, because what is known to be one of two functions is put where it is called. */
export const guardedCalls: readonly [GuardedCall, GuardedCall] = [callTarget, callWatched];
