/**
 * The places where a target is called. Each of its copies has one for itself, so that the engine knows whom it calls there, and puts as much of
 * a target as fits into the very function that catches what it throws. To throw through a function costs about as much as a short one takes,
 * and a function that hardly ever returns, as those of a parser that refuses most of its inputs, is never made into machine code on its own
 * account: the engine counts what returns. It is put into its caller or stays slow, and what is known of it when the caller is compiled decides.
 * That is early in a search, so now and then a place is made anew, and compiled with what is known by then.
 */
import { Script } from 'node:vm';
import type { TargetFunction } from '../target/load-target.ts';

/** How a call came back. */
export interface Outcome {
  /** What it returned, or threw. */
  result: unknown;
  threw: boolean;
}

export type GuardedCall = (outcome: Outcome, call: TargetFunction, value: unknown) => void;

const TEXT = `(function callTarget(outcome, call, value) {
  try {
    outcome.result = call(value);
    outcome.threw = false;
  } catch (error) {
    outcome.result = error;
    outcome.threw = true;
  }
})`;

/** After so many calls, and after so many times as many again and again. */
const FIRST = 4096;
const TIMES = 4;

let made = 0;

export class GuardedCalls {
  target = newPlace();
  watched = newPlace();
  #nextAt = FIRST;

  /** To be asked before a call; the number is that of all calls before. */
  renew(count: number): void {
    if (count < this.#nextAt) return;
    while (count >= this.#nextAt) this.#nextAt *= TIMES;
    this.target = newPlace();
    this.watched = newPlace();
  }
}

/** Another text for each, or the engine would take what it has. */
function newPlace(): GuardedCall {
  made += 1;
  return new Script(`${TEXT} // ${made}`, { filename: 'fozzy:call' }).runInThisContext() as GuardedCall; // the function that stands there
}
